package sqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// symbols are the names of MySQL's and MariaDB's error numbers.
var symbols = map[int]string{
	1020: "ER_CHECKREAD",
	1021: "ER_DISK_FULL",
	1037: "ER_OUTOFMEMORY",
	1040: "ER_CON_COUNT_ERROR",
	1041: "ER_OUT_OF_RESOURCES",
	1044: "ER_DBACCESS_DENIED_ERROR",
	1045: "ER_ACCESS_DENIED_ERROR",
	1046: "ER_NO_DB_ERROR",
	1048: "ER_BAD_NULL_ERROR",
	1049: "ER_BAD_DB_ERROR",
	1050: "ER_TABLE_EXISTS_ERROR",
	1051: "ER_BAD_TABLE_ERROR",
	1052: "ER_NON_UNIQ_ERROR",
	1053: "ER_SERVER_SHUTDOWN",
	1054: "ER_BAD_FIELD_ERROR",
	1055: "ER_WRONG_FIELD_WITH_GROUP",
	1062: "ER_DUP_ENTRY",
	1064: "ER_PARSE_ERROR",
	1111: "ER_INVALID_GROUP_FUNC_USE",
	1114: "ER_RECORD_FILE_FULL",
	1129: "ER_HOST_IS_BLOCKED",
	1130: "ER_HOST_NOT_PRIVILEGED",
	1135: "ER_CANT_CREATE_THREAD",
	1136: "ER_WRONG_VALUE_COUNT_ON_ROW",
	1142: "ER_TABLEACCESS_DENIED_ERROR",
	1143: "ER_COLUMNACCESS_DENIED_ERROR",
	1146: "ER_NO_SUCH_TABLE",
	1153: "ER_NET_PACKET_TOO_LARGE",
	1203: "ER_TOO_MANY_USER_CONNECTIONS",
	1205: "ER_LOCK_WAIT_TIMEOUT",
	1213: "ER_LOCK_DEADLOCK",
	1216: "ER_NO_REFERENCED_ROW",
	1217: "ER_ROW_IS_REFERENCED",
	1226: "ER_USER_LIMIT_REACHED",
	1227: "ER_SPECIFIC_ACCESS_DENIED_ERROR",
	1264: "ER_WARN_DATA_OUT_OF_RANGE",
	1265: "WARN_DATA_TRUNCATED",
	1273: "ER_UNKNOWN_COLLATION",
	1288: "ER_NON_UPDATABLE_TABLE",
	1290: "ER_OPTION_PREVENTS_STATEMENT",
	1292: "ER_TRUNCATED_WRONG_VALUE",
	1305: "ER_SP_DOES_NOT_EXIST",
	1317: "ER_QUERY_INTERRUPTED",
	1364: "ER_NO_DEFAULT_FOR_FIELD",
	1365: "ER_DIVISION_BY_ZERO",
	1366: "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD",
	1406: "ER_DATA_TOO_LONG",
	1451: "ER_ROW_IS_REFERENCED_2",
	1452: "ER_NO_REFERENCED_ROW_2",
	1471: "ER_NON_INSERTABLE_TABLE",
	1586: "ER_DUP_ENTRY_WITH_KEY_NAME",
	1644: "ER_SIGNAL_EXCEPTION",
	1690: "ER_DATA_OUT_OF_RANGE",
	1698: "ER_ACCESS_DENIED_NO_PASSWORD_ERROR",
	1792: "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
	1820: "ER_MUST_CHANGE_PASSWORD",
	1836: "ER_READ_ONLY_MODE",
	1906: "ER_WARNING_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN", // MariaDB
	1927: "ER_CONNECTION_KILLED",
	1969: "ER_STATEMENT_TIMEOUT",
	2006: "CR_SERVER_GONE_ERROR",
	2013: "CR_SERVER_LOST",
	3024: "ER_QUERY_TIMEOUT",
	3105: "ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN",
	3118: "ER_ACCOUNT_HAS_BEEN_LOCKED",
	3572: "ER_LOCK_NOWAIT",
	3819: "ER_CHECK_CONSTRAINT_VIOLATED",
	4025: "ER_CONSTRAINT_FAILED",
	4151: "ER_ACCOUNT_HAS_BEEN_LOCKED", // MariaDB
}

// mysqlRows are MySQL's errors, by their symbols.
var mysqlRows = []adapter.Row{
	// Transactions. A lock timeout rolls back only the statement, a deadlock the whole
	// transaction.
	{VendorCode: "ER_LOCK_DEADLOCK", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgDeadlock), Hint: toolerr.Msg(hintRepeat), Source: sourceMySQL},
	{
		VendorCodes: []string{"ER_LOCK_WAIT_TIMEOUT", "ER_LOCK_NOWAIT"},
		Kind:        toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgLocked), Hint: toolerr.Msg(hintLocked), Source: sourceMySQL,
	},
	{VendorCode: "ER_CHECKREAD", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConflict), Hint: toolerr.Msg(hintRepeat), Source: sourceMaria},
	{
		VendorCodes: []string{"ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION", "ER_OPTION_PREVENTS_STATEMENT", "ER_READ_ONLY_MODE"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgReadOnly), Hint: toolerr.Msg(hintReadOnly), Source: sourceMySQL,
	},

	// Constraints and values.
	{
		VendorCodes: []string{"ER_DUP_ENTRY", "ER_DUP_ENTRY_WITH_KEY_NAME"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgUnique), Hint: toolerr.Msg(hintUnique), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_NO_REFERENCED_ROW", "ER_NO_REFERENCED_ROW_2"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The database refused a row: one that it refers to does not exist."), Hint: toolerr.Msg("Create that row first, or refer to one that exists."), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_ROW_IS_REFERENCED", "ER_ROW_IS_REFERENCED_2"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgChild), Hint: toolerr.Msg(hintChild), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_BAD_NULL_ERROR", "ER_NO_DEFAULT_FOR_FIELD"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgNotNull), Hint: toolerr.Msg(hintNotNull), Source: sourceMySQL,
	},
	{VendorCode: "ER_CHECK_CONSTRAINT_VIOLATED", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourceMySQL},
	{VendorCode: "ER_CONSTRAINT_FAILED", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourceMaria},
	{VendorCode: "ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgGenerated), Hint: toolerr.Msg(hintComputed), Source: sourceMySQL},
	{VendorCode: "ER_WARNING_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgGenerated), Hint: toolerr.Msg(hintComputed), Source: sourceMaria},
	{VendorCode: "WARN_DATA_TRUNCATED", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A value does not fit the type of its column."), Hint: toolerr.Msg(hintValue), Source: sourceMySQL},
	{VendorCode: "ER_DATA_TOO_LONG", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgLong), Hint: toolerr.Msg(hintValue), Source: sourceMySQL},
	{
		VendorCodes: []string{"ER_WARN_DATA_OUT_OF_RANGE", "ER_DATA_OUT_OF_RANGE"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgRange), Hint: toolerr.Msg(hintValue), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_TRUNCATED_WRONG_VALUE", "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgFormat), Hint: toolerr.Msg(hintValue), Source: sourceMySQL,
	},
	{VendorCode: "ER_DIVISION_BY_ZERO", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgZero), Hint: toolerr.Msg(hintSyntax), Source: sourceMySQL},
	{VendorCode: "ER_NET_PACKET_TOO_LARGE", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTooLarge), Hint: toolerr.Msg(hintSmaller), Source: sourceMySQL},
	{VendorCode: "ER_SIGNAL_EXCEPTION", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgRaised), Source: sourceMySQL},

	// The statement.
	{
		VendorCodes: []string{"ER_PARSE_ERROR", "ER_WRONG_VALUE_COUNT_ON_ROW"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSyntax), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_NO_SUCH_TABLE", "ER_BAD_TABLE_ERROR", "ER_BAD_FIELD_ERROR", "ER_BAD_DB_ERROR", "ER_SP_DOES_NOT_EXIST", "ER_NO_DB_ERROR", "ER_UNKNOWN_COLLATION"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgUnknown), Hint: toolerr.Msg(hintSchema), Source: sourceMySQL,
	},
	{VendorCode: "ER_TABLE_EXISTS_ERROR", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgExists), Hint: toolerr.Msg(hintName), Source: sourceMySQL},
	{VendorCode: "ER_NON_UNIQ_ERROR", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgAmbiguous), Hint: toolerr.Msg(hintSyntax), Source: sourceMySQL},
	{
		VendorCodes: []string{"ER_NON_UPDATABLE_TABLE", "ER_NON_INSERTABLE_TABLE"},
		Kind:        toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgWritten), Hint: toolerr.Msg(hintWritten), Source: sourceMySQL,
	},
	{VendorCodes: []string{"ER_WRONG_FIELD_WITH_GROUP", "ER_INVALID_GROUP_FUNC_USE"}, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgGroup), Hint: toolerr.Msg(hintSyntax), Source: sourceMySQL},

	// Permissions.
	{
		VendorCodes: []string{"ER_ACCESS_DENIED_ERROR", "ER_ACCESS_DENIED_NO_PASSWORD_ERROR", "ER_ACCOUNT_HAS_BEEN_LOCKED", "ER_MUST_CHANGE_PASSWORD"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintSignIn), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_HOST_IS_BLOCKED", "ER_HOST_NOT_PRIVILEGED"},
		Kind:        toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgRejected), Hint: toolerr.Msg(hintOperator), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{
			"ER_DBACCESS_DENIED_ERROR", "ER_TABLEACCESS_DENIED_ERROR", "ER_COLUMNACCESS_DENIED_ERROR", "ER_SPECIFIC_ACCESS_DENIED_ERROR",
		},
		Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg(msgForbidden), Hint: toolerr.Msg(hintGrant), Source: sourceMySQL,
	},

	// The server.
	{
		VendorCodes: []string{"ER_CON_COUNT_ERROR", "ER_TOO_MANY_USER_CONNECTIONS", "ER_USER_LIMIT_REACHED"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgFull), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_OUT_OF_RESOURCES", "ER_OUTOFMEMORY", "ER_CANT_CREATE_THREAD"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgResources), Source: sourceMySQL,
	},
	{
		VendorCodes: []string{"ER_DISK_FULL", "ER_RECORD_FILE_FULL"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgSpace), Hint: toolerr.Msg(hintOperator), Source: sourceMySQL,
	},
	{VendorCode: "ER_QUERY_INTERRUPTED", Kind: toolerr.KindUpstreamServerError, Unanswered: true, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgStopped), Hint: toolerr.Msg(hintNarrow), Source: sourceMySQL},
	{VendorCode: "ER_QUERY_TIMEOUT", Kind: toolerr.KindUpstreamServerError, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTooLong), Hint: toolerr.Msg(hintNarrow), Source: sourceMySQL},
	{VendorCode: "ER_STATEMENT_TIMEOUT", Kind: toolerr.KindUpstreamServerError, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTooLong), Hint: toolerr.Msg(hintNarrow), Source: sourceMaria},
	{VendorCode: "ER_SERVER_SHUTDOWN", Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgShutDown), Source: sourceMySQL},
	{VendorCode: "ER_CONNECTION_KILLED", Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgShutDown), Source: sourceMaria},
	{
		VendorCodes: []string{"CR_SERVER_GONE_ERROR", "CR_SERVER_LOST"},
		Kind:        toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Source: sourceMyCli,
	},
}
