package sqladapter

import "github.com/errand-go/errand/adapter"

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
	{Code: "SQLITE_BUSY", Kind: again, Guidance: backoff, Effect: none, Message: msgLocked, Hint: hintLocked, Source: sourceSQLite},
	{Code: "SQLITE_BUSY_SNAPSHOT", Kind: again, Guidance: backoff, Effect: none, Message: msgConflict, Hint: hintRestart, Source: sourceSQLite},
	{Code: "SQLITE_LOCKED", Kind: again, Guidance: backoff, Effect: none, Message: msgLocked, Hint: hintLocked, Source: sourceSQLite},
	{Code: "SQLITE_PROTOCOL", Kind: again, Guidance: backoff, Effect: none, Message: msgLocked, Hint: hintLocked, Source: sourceSQLite},
	{Code: "SQLITE_SCHEMA", Kind: again, Guidance: backoff, Effect: none, Message: msgGaveUp, Hint: hintLocked, Source: sourceSQLite},

	{Code: "SQLITE_CONSTRAINT", Kind: validation, Message: msgConstrain, Hint: hintRule, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_UNIQUE", Kind: badRequest, Message: msgUnique, Hint: hintUnique, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_PRIMARYKEY", Kind: badRequest, Message: msgUnique, Hint: hintUnique, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_ROWID", Kind: badRequest, Message: msgUnique, Hint: hintUnique, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_FOREIGNKEY", Kind: badRequest, Message: msgForeign, Hint: hintForeign, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_NOTNULL", Kind: validation, Message: msgNotNull, Hint: hintNotNull, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_CHECK", Kind: validation, Message: msgCheck, Hint: hintRule, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_DATATYPE", Kind: validation, Message: msgTypes, Hint: hintValue, Source: sourceSQLite},
	{Code: "SQLITE_CONSTRAINT_TRIGGER", Kind: badRequest, Message: msgRaised, Source: sourceSQLite},
	{Code: "SQLITE_MISMATCH", Kind: validation, Message: msgTypes, Hint: hintValue, Source: sourceSQLite},
	{Code: "SQLITE_TOOBIG", Kind: validation, Message: msgTooLarge, Hint: hintSmaller, Source: sourceSQLite},
	// SQL that is not valid, and names that do not exist: SQLite has no code for
	// each, only words.
	{Code: "SQLITE_ERROR", Kind: validation, Message: msgSyntax, Hint: hintSchema, Source: sourceSQLite},

	{Code: "SQLITE_READONLY", Kind: badRequest, Message: msgReadOnly, Hint: hintReadOnly, Source: sourceSQLite},
	{Code: "SQLITE_AUTH", Kind: authError, Message: msgForbidden, Source: sourceSQLite},
	{Code: "SQLITE_INTERRUPT", Kind: serverError, ErrorCode: timeout, CanRetry: no(), Effect: none, Message: msgStopped, Hint: hintNarrow, Source: sourceSQLite},
	{Code: "SQLITE_ABORT", Kind: serverError, CanRetry: no(), Effect: none, Message: msgStopped, Source: sourceSQLite},
	{Code: "SQLITE_NOMEM", Kind: serverError, Effect: none, Message: msgResources, Source: sourceSQLite},
	{Code: "SQLITE_INTERNAL", Kind: serverError, CanRetry: no(), Message: msgInternal, Source: sourceSQLite},

	{Code: "SQLITE_CANTOPEN", Kind: fatal, Effect: none, Message: msgSetUp, Hint: hintOperator, Source: sourceSQLite},
	{Code: "SQLITE_PERM", Kind: fatal, Effect: none, Message: msgBroken, Hint: hintOperator, Source: sourceSQLite},
	{Code: "SQLITE_NOTADB", Kind: fatal, Effect: none, Message: msgBroken, Hint: hintOperator, Source: sourceSQLite},
	{Code: "SQLITE_CORRUPT", Kind: fatal, Effect: unknown, Message: msgBroken, Hint: hintOperator, Source: sourceSQLite},
	{Code: "SQLITE_IOERR", Kind: fatal, Effect: unknown, Message: msgBroken, Hint: hintOperator, Source: sourceSQLite},
	{Code: "SQLITE_FULL", Kind: fatal, Effect: none, Message: msgSpace, Hint: hintOperator, Source: sourceSQLite},
	{Code: "SQLITE_MISUSE", Kind: fatal, Effect: none, Message: msgTool, Source: sourceSQLite},
	{Code: "SQLITE_RANGE", Kind: fatal, Effect: none, Message: msgTool, Source: sourceSQLite},
}
