package sqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// rows has one row for each meaning: SQLSTATEs, of which those that end in 000 also apply to
// the others of their class; the symbols of MySQL's and MariaDB's error numbers; SQL Server's
// error numbers, for others of which the class (severity) decides, see mssqlClass; SQLite's
// result codes; and errand's own codes for errors that drivers make. gorm, whose codes are
// duplicated_key, foreign_key_violated and check_violated, keeps neither the database's code
// nor its text.
var rows = []adapter.Row{
	// Transactions. A lock timeout rolls back only the statement, a deadlock the whole
	// transaction.
	{VendorCode: "25P02", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTool), Hint: toolerr.Msg(hintEarlier), Source: sourcePg},
	{VendorCodes: []string{"25P03", "72000"}, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintRepeat), Source: sourcePg},
	{VendorCode: "40000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgGaveUp), Source: sourcePg},
	{VendorCode: "40003", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg("The database does not know whether the statement was completed."), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{
		VendorCodes: []string{"MSSQL_1205", "ER_LOCK_DEADLOCK", "40P01"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The database gave up the transaction: it and another one waited for each other, which is a deadlock."),
		Hint:    toolerr.Msg(hintRepeat), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_3960", "MSSQL_3961", "MSSQL_41301", "MSSQL_41302", "MSSQL_41305", "MSSQL_41325", "ER_CHECKREAD", "40001"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_1222", "MSSQL_1204", "ER_LOCK_WAIT_TIMEOUT", "ER_LOCK_NOWAIT", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL", "55006", "55P03"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("Another transaction holds what this one needs."), Hint: toolerr.Msg(hintLocked),
		Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{VendorCodes: []string{"MSSQL_3930", "MSSQL_3998", "MSSQL_3609"}, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintEarlier), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_3902", "MSSQL_3903", "MSSQL_266"}, Kind: toolerr.KindToolFatal, Message: toolerr.Msg(msgTool), Source: sourceServer},
	{
		VendorCodes: []string{
			"MSSQL_3906", "MSSQL_978", "MSSQL_1468", "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION", "ER_OPTION_PREVENTS_STATEMENT",
			"ER_READ_ONLY_MODE", "SQLITE_READONLY", "25006",
		},
		Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database can only be read here."),
		Hint:   toolerr.Msg("Only read. Someone has to allow writing, if it is needed."),
		Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{VendorCode: "SQLITE_BUSY_SNAPSHOT", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg("End the transaction, and repeat all of it from its first read."), Source: sourceSQLite},
	{
		VendorCodes: []string{"SQLITE_SCHEMA", "57P05"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintLocked), Source: sourceSQLite + "; " + sourcePg,
	},

	// Constraints and values.
	{VendorCode: "21000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "22000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The database refused a value."), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCode: "54000", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTooMuch), Hint: toolerr.Msg(hintSmaller), Source: sourcePg},
	{
		VendorCodes: []string{"ER_NO_REFERENCED_ROW", "ER_NO_REFERENCED_ROW_2"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database refused a row: one that it refers to does not exist."), Hint: toolerr.Msg("Create that row first, or refer to one that exists."), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_ROW_IS_REFERENCED", "ER_ROW_IS_REFERENCED_2", "23001"}, Kind: toolerr.KindUpstreamBadRequest,
		Message: toolerr.Msg("The database refused to change or remove a row: others still refer to it."),
		Hint:    toolerr.Msg("Remove or change the rows that refer to it first."), Source: sourceMySQL + "; " + sourcePg,
	},
	{VendorCode: "WARN_DATA_TRUNCATED", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A value does not fit the type of its column."), Hint: toolerr.Msg(hintValue), Source: sourceMySQL},
	{VendorCodes: []string{"ER_NET_PACKET_TOO_LARGE", "SQLITE_TOOBIG"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTooLarge), Hint: toolerr.Msg(hintSmaller), Source: sourceMySQL + "; " + sourceSQLite},
	{VendorCodes: []string{"MSSQL_547", "40002"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceServer + "; " + sourcePg},
	{
		VendorCodes: []string{"MSSQL_515", "ER_BAD_NULL_ERROR", "ER_NO_DEFAULT_FOR_FIELD", "SQLITE_CONSTRAINT_NOTNULL", "23502"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The database refused a row: a value that it needs is missing."),
		Hint: toolerr.Msg("Give the value."), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{
		VendorCodes: []string{
			"MSSQL_271", "MSSQL_272", "MSSQL_273", "MSSQL_544", "MSSQL_8102", "ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN",
			"ER_WARNING_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The SQL gives a value for a column that the database computes."), Hint: toolerr.Msg("Leave the column out."), Source: sourceServer + "; " + sourceMySQL,
	},
	{
		VendorCodes: []string{"MSSQL_8152", "MSSQL_2628", "ER_DATA_TOO_LONG", "22001"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A value is too long for its column."), Hint: toolerr.Msg(hintValue), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_220", "MSSQL_232", "MSSQL_242", "MSSQL_8115", "ER_WARN_DATA_OUT_OF_RANGE", "ER_DATA_OUT_OF_RANGE", "22003", "22008"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A value is out of the range that the database can hold."), Hint: toolerr.Msg(hintValue), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{
			"MSSQL_241", "MSSQL_245", "MSSQL_248", "MSSQL_295", "MSSQL_8114", "MSSQL_8169", "MSSQL_13609", "ER_TRUNCATED_WRONG_VALUE",
			"ER_TRUNCATED_WRONG_VALUE_FOR_FIELD", "22007", "22P02",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A value does not have the format of its type."), Hint: toolerr.Msg(hintValue), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_8134", "ER_DIVISION_BY_ZERO", "22012"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The SQL divides by zero."), Hint: toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{VendorCodes: []string{"SQLITE_CONSTRAINT", "23000"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceSQLite + "; " + sourcePg},
	{
		VendorCodes: []string{"SQLITE_CONSTRAINT_DATATYPE", "SQLITE_MISMATCH"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintValue), Source: sourceSQLite,
	},
	{
		VendorCodes: []string{
			"duplicated_key", "MSSQL_2627", "MSSQL_2601", "ER_DUP_ENTRY", "ER_DUP_ENTRY_WITH_KEY_NAME", "SQLITE_CONSTRAINT_UNIQUE",
			"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID", "23505",
		},
		Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database refused a row: one with the same key exists already."),
		Hint:   toolerr.Msg("Use another key, or change the row that exists."),
		Source: sourceGorm + "; " + sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"foreign_key_violated", "SQLITE_CONSTRAINT_FOREIGNKEY", "23503"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database refused a row: one that it refers to is missing, or others still refer to it."),
		Hint: toolerr.Msg("Create, change or remove the other row first."), Source: sourceGorm + "; " + sourceSQLite + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"check_violated", "ER_CHECK_CONSTRAINT_VIOLATED", "ER_CONSTRAINT_FAILED", "SQLITE_CONSTRAINT_CHECK", "44000", "23514", "23P01"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The database refused a row: it breaks one of the table's rules."),
		Hint: toolerr.Msg(hintRule), Source: sourceGorm + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},

	// The statement.
	{VendorCodes: []string{"02000", "P0002"}, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg(msgNoRow), Source: sourcePg},
	{VendorCode: "0A000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database cannot do this."), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "3D000", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSetUp), Source: sourcePg},
	{VendorCode: "42P02", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{
		VendorCodes: []string{"42804", "42846", "42P18"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSchema), Source: sourcePg,
	},
	{VendorCode: "P0003", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg(msgMany), Source: sourcePg},
	{
		VendorCodes: []string{
			"MSSQL_102", "MSSQL_105", "MSSQL_109", "MSSQL_110", "MSSQL_137", "MSSQL_156", "MSSQL_201", "MSSQL_213", "MSSQL_319",
			"MSSQL_8144", "MSSQL_8145", "MSSQL_8178", "ER_PARSE_ERROR", "ER_WRONG_VALUE_COUNT_ON_ROW", "42601",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{
			"MSSQL_195", "MSSQL_207", "MSSQL_208", "MSSQL_911", "MSSQL_2812", "MSSQL_3701", "MSSQL_4104", "MSSQL_4121", "MSSQL_4902",
			"ER_NO_SUCH_TABLE", "ER_BAD_TABLE_ERROR", "ER_BAD_FIELD_ERROR", "ER_BAD_DB_ERROR", "ER_SP_DOES_NOT_EXIST", "ER_NO_DB_ERROR",
			"ER_UNKNOWN_COLLATION", "3F000", "42P01", "42703", "42704", "42883",
		},
		Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{VendorCodes: []string{"MSSQL_206", "MSSQL_402", "MSSQL_529", "MSSQL_8117"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTypes), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},
	{
		VendorCodes: []string{"MSSQL_209", "ER_NON_UNIQ_ERROR", "42702", "42725"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The SQL names something that could be one of several."), Hint: toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_8120", "MSSQL_8121", "MSSQL_8127", "ER_WRONG_FIELD_WITH_GROUP", "ER_INVALID_GROUP_FUNC_USE", "42803"},
		Kind:        toolerr.KindUpstreamValidationError,
		Message:     toolerr.Msg("The SQL groups rows wrongly: it uses a column that is neither grouped nor aggregated, or an aggregate where none is allowed."),
		Hint:        toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_1801", "MSSQL_1913", "MSSQL_2705", "MSSQL_2714", "ER_TABLE_EXISTS_ERROR", "42P06", "42P07", "42701", "42710", "42723"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database has something of that name already."),
		Hint: toolerr.Msg("Use what exists, or choose another name."), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_4405", "MSSQL_4406", "ER_NON_UPDATABLE_TABLE", "ER_NON_INSERTABLE_TABLE"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The SQL changes a view or a table that cannot be changed in this way."),
		Hint: toolerr.Msg("Change the table itself that holds the rows."), Source: sourceServer + "; " + sourceMySQL,
	},
	{
		VendorCodes: []string{"MSSQL_3726", "MSSQL_3729", "MSSQL_5074", "2B000", "2BP01"}, Kind: toolerr.KindUpstreamBadRequest,
		Message: toolerr.Msg("Other things in the database depend on what the SQL removes."), Hint: toolerr.Msg("Remove what depends on it first."),
		Source: sourceServer + "; " + sourcePg,
	},
	{VendorCodes: []string{"MSSQL_512"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A subquery returned several rows where one is allowed."), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_8623", "MSSQL_8631", "MSSQL_8632"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTooMuch), Hint: toolerr.Msg(hintNarrow), Source: sourceServer},
	{
		VendorCodes: []string{"MSSQL_50000", "ER_SIGNAL_EXCEPTION", "SQLITE_CONSTRAINT_TRIGGER", "38000", "39000", "P0000", "P0001"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A rule that the database runs refused this."), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	// Invalid SQL, and names that do not exist: SQLite has no codes for them, only texts.
	{VendorCodes: []string{"SQLITE_ERROR", "42000"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSchema), Source: sourceSQLite + "; " + sourcePg},

	// Permissions.
	{
		VendorCodes: []string{
			"MSSQL_18456", "MSSQL_18452", "MSSQL_18470", "MSSQL_18486", "MSSQL_18487", "MSSQL_18488", "ER_ACCESS_DENIED_ERROR",
			"ER_ACCESS_DENIED_NO_PASSWORD_ERROR", "ER_ACCOUNT_HAS_BEEN_LOCKED", "ER_MUST_CHANGE_PASSWORD", "28000", "28P01",
		},
		Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The database does not accept the tool's credentials."),
		Hint: toolerr.Msg("Someone has to correct the credentials."), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{
			"MSSQL_229", "MSSQL_230", "MSSQL_262", "MSSQL_297", "MSSQL_300", "MSSQL_916", "MSSQL_1088", "MSSQL_15151", "MSSQL_15247",
			"ER_DBACCESS_DENIED_ERROR", "ER_TABLEACCESS_DENIED_ERROR", "ER_COLUMNACCESS_DENIED_ERROR", "ER_SPECIFIC_ACCESS_DENIED_ERROR",
			"42501",
		},
		Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgForbidden), Hint: toolerr.Msg("Someone has to grant the account what it lacks."), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_40615", "ER_HOST_IS_BLOCKED", "ER_HOST_NOT_PRIVILEGED"},
		Kind:        toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgRejected), Hint: toolerr.Msg(hintOperator), Source: sourceServer + "; " + sourceMySQL,
	},
	{VendorCodes: []string{"MSSQL_4060", "MSSQL_4064"}, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database that the tool is set up for does not exist, or its account may not open it."), Source: sourceServer},
	{VendorCodes: []string{"SQLITE_AUTH", "42939"}, Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgForbidden), Source: sourceSQLite + "; " + sourcePg},

	// The server.
	{
		VendorCodes: []string{"08001", "08003"},
		Kind:        toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConnect), Source: sourcePg,
	},
	{VendorCode: "08004", Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgRejected), Source: sourcePg},
	{VendorCode: "08007", Kind: toolerr.KindNetworkTransportUnmapped, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Hint: toolerr.Msg(hintCheck), Source: sourcePg},
	{VendorCode: "08P01", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgTool), Source: sourcePg},
	{VendorCode: "55000", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("What the SQL names is not in a state that allows this."), Source: sourcePg},
	{VendorCode: "57000", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg(msgStopped), Source: sourcePg},
	{VendorCodes: []string{"57P01", "57P02"}, Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgShutDown), Source: sourcePg},
	{VendorCode: "57P04", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgSetUp), Source: sourcePg},
	{VendorCode: "58030", Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgBroken), Source: sourcePg},
	{VendorCode: "F0000", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgInternal), Hint: toolerr.Msg(hintOperator), Source: sourcePg},
	{VendorCode: "HV000", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg("A foreign table of the database failed."), Source: sourcePg},
	{
		VendorCodes: []string{"ER_QUERY_INTERRUPTED", "SQLITE_INTERRUPT", "57014"},
		Kind:        toolerr.KindUpstreamServerError, Unanswered: true, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg(msgStopped), Hint: toolerr.Msg(hintNarrow), Source: sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"ER_QUERY_TIMEOUT", "ER_STATEMENT_TIMEOUT", "25P04"},
		Kind:        toolerr.KindUpstreamServerError, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The query ran longer than the database allows."), Hint: toolerr.Msg(hintNarrow), Source: sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"CR_SERVER_GONE_ERROR", "CR_SERVER_LOST", "08000", "08006"},
		Kind:        toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Source: sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{
			"MSSQL_921", "MSSQL_922", "MSSQL_927", "MSSQL_976", "MSSQL_983", "MSSQL_17142", "MSSQL_17187", "MSSQL_18401", "MSSQL_4221",
			"MSSQL_40613", "57P03",
		},
		Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgShutDown), Source: sourceServer + "; " + sourcePg,
	},
	{VendorCodes: []string{"MSSQL_40197", "MSSQL_40143", "MSSQL_40540", "58000"}, Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg(msgInternal), Source: sourceServer + "; " + sourcePg},
	{VendorCodes: []string{"MSSQL_40501", "MSSQL_49918", "MSSQL_49919", "MSSQL_49920", "MSSQL_10928", "MSSQL_10929", "MSSQL_10936"}, Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceServer},
	{
		VendorCodes: []string{"MSSQL_40544", "MSSQL_1101", "MSSQL_1105", "MSSQL_9002", "ER_DISK_FULL", "ER_RECORD_FILE_FULL", "SQLITE_FULL", "53100", "53400"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database has no space left, or a limit of its own is reached."),
		Hint: toolerr.Msg(hintOperator), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_17809", "MSSQL_17810", "ER_CON_COUNT_ERROR", "ER_TOO_MANY_USER_CONNECTIONS", "ER_USER_LIMIT_REACHED", "53300"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database has too many connections."), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{
			"MSSQL_701", "MSSQL_802", "MSSQL_8645", "MSSQL_8651", "ER_OUT_OF_RESOURCES", "ER_OUTOFMEMORY", "ER_CANT_CREATE_THREAD",
			"SQLITE_NOMEM", "53000", "53200",
		},
		Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The database has not enough memory or threads."), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{VendorCodes: []string{"MSSQL_605", "MSSQL_823", "MSSQL_824", "MSSQL_825"}, Kind: toolerr.KindToolFatal, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourceServer},
	{
		VendorCodes: []string{"MSSQL_596", "MSSQL_6005", "ER_SERVER_SHUTDOWN", "ER_CONNECTION_KILLED"},
		Kind:        toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgShutDown), Source: sourceServer + "; " + sourceMySQL,
	},
	{VendorCode: "SQLITE_ABORT", Kind: toolerr.KindUpstreamServerError, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgStopped), Source: sourceSQLite},
	{VendorCodes: []string{"SQLITE_INTERNAL", "XX000"}, Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Message: toolerr.Msg(msgInternal), Source: sourceSQLite + "; " + sourcePg},
	{VendorCode: "SQLITE_CANTOPEN", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSetUp), Hint: toolerr.Msg(hintOperator), Source: sourceSQLite},
	{
		VendorCodes: []string{"SQLITE_PERM", "SQLITE_NOTADB"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourceSQLite,
	},
	{
		VendorCodes: []string{"SQLITE_CORRUPT", "SQLITE_IOERR", "XX001", "XX002"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgBroken), Hint: toolerr.Msg(hintOperator), Source: sourceSQLite + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"SQLITE_MISUSE", "SQLITE_RANGE", "0B000", "24000", "25000", "26000", "2D000", "34000", "3B000"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTool), Source: sourceSQLite + "; " + sourcePg,
	},

	// Errors that drivers make.
	{VendorCode: invalidDSN, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's connection string for the database is not valid."), Source: sourcePgx},
	{VendorCode: scanFailed, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("The tool cannot take what the database returned."), Source: sourcePgx},
	{VendorCodes: []string{connectionBusy, "transaction_closed"}, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgTool), Source: sourcePgx},
	// pgx returns it, and reports that a retry is safe, even if the connection broke in the
	// middle of a query of the simple protocol.
	{VendorCodes: []string{connectionClosed, connectionLost}, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Source: sourcePgx + "; " + sourceGoSQL},
	// pgx returns it both for transactions that were rolled back and for committed ones.
	// The same commit cannot succeed, and the same transaction fails at the same statement.
	{
		VendorCode: "transaction_rolled_back", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The transaction was undone instead of being completed."), Hint: toolerr.Msg(hintEarlier),
		Source: "github.com/jackc/pgx v5.12.0, lib/pq v1.12.3: the commit of a transaction in which a statement failed",
	},
	{VendorCode: noRows, Kind: toolerr.KindUpstreamNotFound, Unanswered: true, Message: toolerr.Msg(msgNoRow), Source: sourcePgx},
	{VendorCode: tooManyRows, Kind: toolerr.KindUpstreamBadRequest, Unanswered: true, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintNarrow), Source: sourcePgx},
	{VendorCode: "packet_too_large", Kind: toolerr.KindUpstreamValidationError, Unanswered: true, Message: toolerr.Msg(msgTooLarge), Hint: toolerr.Msg(hintSmaller), Source: sourceGoSQL},
	{
		VendorCode: "tls_refused", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The tool requires an encrypted connection, and the database offers none."),
		Hint:    toolerr.Msg("Someone has to switch TLS on at the database, or correct the tool's settings."),
		Source:  "github.com/jackc/pgx v5.12.0, lib/pq v1.12.3, uptrace/bun pgdriver v1.2.15, go-sql-driver/mysql v1.10.1",
	},
}
