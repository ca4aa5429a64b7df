package sqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// results are the names of SQLite's result codes.
var results = map[int]string{
	1:  "SQLITE_ERROR",
	2:  "SQLITE_INTERNAL",
	3:  "SQLITE_PERM",
	4:  "SQLITE_ABORT",
	5:  "SQLITE_BUSY",
	6:  "SQLITE_LOCKED",
	7:  "SQLITE_NOMEM",
	8:  "SQLITE_READONLY",
	9:  "SQLITE_INTERRUPT",
	10: "SQLITE_IOERR",
	11: "SQLITE_CORRUPT",
	13: "SQLITE_FULL",
	14: "SQLITE_CANTOPEN",
	15: "SQLITE_PROTOCOL",
	17: "SQLITE_SCHEMA",
	18: "SQLITE_TOOBIG",
	19: "SQLITE_CONSTRAINT",
	20: "SQLITE_MISMATCH",
	21: "SQLITE_MISUSE",
	23: "SQLITE_AUTH",
	25: "SQLITE_RANGE",
	26: "SQLITE_NOTADB",

	19 | 1<<8:  "SQLITE_CONSTRAINT_CHECK",
	19 | 3<<8:  "SQLITE_CONSTRAINT_FOREIGNKEY",
	19 | 5<<8:  "SQLITE_CONSTRAINT_NOTNULL",
	19 | 6<<8:  "SQLITE_CONSTRAINT_PRIMARYKEY",
	19 | 7<<8:  "SQLITE_CONSTRAINT_TRIGGER",
	19 | 8<<8:  "SQLITE_CONSTRAINT_UNIQUE",
	19 | 10<<8: "SQLITE_CONSTRAINT_ROWID",
	19 | 12<<8: "SQLITE_CONSTRAINT_DATATYPE",
	5 | 2<<8:   "SQLITE_BUSY_SNAPSHOT",
}

// sqliteRows are SQLite's result codes.
var sqliteRows = []adapter.Row{
	{
		VendorCodes: []string{"SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourceSQLite,
	},
	{VendorCode: "SQLITE_BUSY_SNAPSHOT", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg("End the transaction, and repeat all of it from its first read."), Source: sourceSQLite},
	{VendorCode: "SQLITE_SCHEMA", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintLocked), Source: sourceSQLite},

	{VendorCode: "SQLITE_CONSTRAINT", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceSQLite},
	{
		VendorCodes: []string{"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgUnique), Hint: toolerr.Msg(hintUnique), Source: sourceSQLite,
	},
	{VendorCode: "SQLITE_CONSTRAINT_FOREIGNKEY", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgForeign), Hint: toolerr.Msg(hintForeign), Source: sourceSQLite},
	{VendorCode: "SQLITE_CONSTRAINT_NOTNULL", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgNotNull), Hint: toolerr.Msg(hintNotNull), Source: sourceSQLite},
	{VendorCode: "SQLITE_CONSTRAINT_CHECK", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourceSQLite},
	{
		VendorCodes: []string{"SQLITE_CONSTRAINT_DATATYPE", "SQLITE_MISMATCH"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintValue), Source: sourceSQLite,
	},
	{VendorCode: "SQLITE_CONSTRAINT_TRIGGER", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgRaised), Source: sourceSQLite},
	{VendorCode: "SQLITE_TOOBIG", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTooLarge), Hint: toolerr.Msg(hintSmaller), Source: sourceSQLite},
	// Invalid SQL, and names that do not exist: SQLite has no codes for them, only texts.
	{VendorCode: "SQLITE_ERROR", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSchema), Source: sourceSQLite},

	{VendorCode: "SQLITE_READONLY", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgReadOnly), Hint: toolerr.Msg(hintReadOnly), Source: sourceSQLite},
	{VendorCode: "SQLITE_AUTH", Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgForbidden), Source: sourceSQLite},
	{VendorCode: "SQLITE_INTERRUPT", Kind: toolerr.KindUpstreamServerError, Unanswered: true, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgStopped), Hint: toolerr.Msg(hintNarrow), Source: sourceSQLite},
	{VendorCode: "SQLITE_ABORT", Kind: toolerr.KindUpstreamServerError, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgStopped), Source: sourceSQLite},
	{VendorCode: "SQLITE_NOMEM", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgResources), Source: sourceSQLite},
	{VendorCode: "SQLITE_INTERNAL", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg(msgInternal), Source: sourceSQLite},

	{VendorCode: "SQLITE_CANTOPEN", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSetUp), Hint: toolerr.Msg(hintOperator), Source: sourceSQLite},
	{
		VendorCodes: []string{"SQLITE_PERM", "SQLITE_NOTADB"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourceSQLite,
	},
	{
		VendorCodes: []string{"SQLITE_CORRUPT", "SQLITE_IOERR"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourceSQLite,
	},
	{VendorCode: "SQLITE_FULL", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourceSQLite},
	{VendorCodes: []string{"SQLITE_MISUSE", "SQLITE_RANGE"}, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTool), Source: sourceSQLite},
}
