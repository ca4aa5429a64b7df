package clickhouseadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_clickhouse"
	display = "ClickHouse"
)

// errand's own codes, for errors of the client.
const (
	poolTimeout      = "connection_pool_timeout"
	connectionClosed = "connection_was_closed"
	batchUsage       = "batch_usage"
)

// The sources of the rows, read 2026-11-23.
const (
	sourceCodes  = "ClickHouse 25.8, src/Common/ErrorCodes.cpp; ch-go v0.74.0, proto/error_codes.go"
	sourceClient = "clickhouse-go v2.50.0, clickhouse.go"
)

const (
	hintNarrow   = "Ask for less: narrow the query, or limit its rows."
	hintOperator = "Someone has to look after the database."
)

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCodes: strings.Fields(`SYNTAX_ERROR UNKNOWN_SETTING NUMBER_OF_ARGUMENTS_DOESNT_MATCH ILLEGAL_TYPE_OF_ARGUMENT BAD_ARGUMENTS TYPE_MISMATCH
		NO_COMMON_TYPE NOT_AN_AGGREGATE ILLEGAL_AGGREGATION AMBIGUOUS_IDENTIFIER AMBIGUOUS_COLUMN_NAME MULTIPLE_EXPRESSIONS_FOR_ALIAS
		EMPTY_QUERY UNKNOWN_TYPE NUMBER_OF_COLUMNS_DOESNT_MATCH BAD_QUERY_PARAMETER UNKNOWN_QUERY_PARAMETER`), Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("ClickHouse cannot run the SQL: it is not valid."), Hint: toolerr.Msg("Correct the SQL."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`UNKNOWN_TABLE UNKNOWN_DATABASE UNKNOWN_IDENTIFIER UNKNOWN_FUNCTION NO_SUCH_COLUMN_IN_TABLE NOT_FOUND_COLUMN_IN_BLOCK
		THERE_IS_NO_COLUMN UNKNOWN_AGGREGATE_FUNCTION UNKNOWN_FORMAT TABLE_IS_DROPPED`), Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The SQL names something that ClickHouse does not have."), Hint: toolerr.Msg("Look at the schema, if there is a way to, and correct the SQL."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`CANNOT_PARSE_TEXT CANNOT_PARSE_INPUT_ASSERTION_FAILED CANNOT_PARSE_DATE CANNOT_PARSE_DATETIME CANNOT_PARSE_NUMBER CANNOT_PARSE_QUOTED_STRING
		CANNOT_PARSE_UUID CANNOT_CONVERT_TYPE INCORRECT_DATA ARGUMENT_OUT_OF_BOUND DECIMAL_OVERFLOW TOO_LARGE_STRING_SIZE
		ILLEGAL_DIVISION CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN VIOLATED_CONSTRAINT`), Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("ClickHouse refused a value."), Hint: toolerr.Msg("Correct the value."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`TABLE_ALREADY_EXISTS DATABASE_ALREADY_EXISTS DUPLICATE_COLUMN`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("ClickHouse has something of that name already."), Hint: toolerr.Msg("Use what exists, or choose another name."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`AUTHENTICATION_FAILED UNKNOWN_USER WRONG_PASSWORD REQUIRED_PASSWORD IP_ADDRESS_NOT_ALLOWED`), Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to correct the credentials."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`ACCESS_DENIED DATABASE_ACCESS_DENIED`), Kind: toolerr.KindUpstreamAuthError, Hint: toolerr.Msg("Someone has to grant the account what it lacks."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`READONLY TABLE_IS_READ_ONLY QUERY_IS_PROHIBITED QUERY_NOT_ALLOWED SETTING_CONSTRAINT_VIOLATION`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("ClickHouse does not allow this here: it can only be read, or a setting may not be changed."), Hint: toolerr.Msg("Only read. Someone has to allow more, if it is needed."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`TOO_MANY_SIMULTANEOUS_QUERIES QUOTA_EXCEEDED TOO_MANY_PARTS`), Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`MEMORY_LIMIT_EXCEEDED TOO_MANY_ROWS TOO_MANY_BYTES TOO_MANY_ROWS_OR_BYTES SET_SIZE_LIMIT_EXCEEDED TOO_BIG_AST
		TOO_DEEP_AST TOO_DEEP_SUBQUERIES TOO_MANY_PARTITIONS LIMIT_EXCEEDED`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The query needs more than ClickHouse allows it."), Hint: toolerr.Msg(hintNarrow), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`TIMEOUT_EXCEEDED TOO_SLOW`), Kind: toolerr.KindUpstreamServerError, Code: toolerr.CodeTimeout, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The query ran longer than ClickHouse allows."), Hint: toolerr.Msg(hintNarrow), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`QUERY_WAS_CANCELLED`), Kind: toolerr.KindUpstreamServerError, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("ClickHouse stopped the query before it ended."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`NO_FREE_CONNECTION ALL_CONNECTION_TRIES_FAILED TOO_FEW_LIVE_REPLICAS ALL_REPLICAS_ARE_STALE NO_ZOOKEEPER SESSION_IS_LOCKED
		DEADLOCK_AVOIDED CANNOT_ASSIGN_ALTER`), Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`SOCKET_TIMEOUT NETWORK_ERROR UNKNOWN_STATUS_OF_INSERT UNFINISHED KEEPER_EXCEPTION`), Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Hint: toolerr.Msg("It may have been done. Read what is there before repeating it."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`NOT_ENOUGH_SPACE`), Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("ClickHouse has no space left."), Hint: toolerr.Msg(hintOperator), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`LOGICAL_ERROR CORRUPTED_DATA CHECKSUM_DOESNT_MATCH`), Kind: toolerr.KindToolFatal, Message: toolerr.Msg("ClickHouse failed, or its data is damaged."), Hint: toolerr.Msg(hintOperator), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`NOT_IMPLEMENTED SUPPORT_IS_DISABLED ILLEGAL_COLUMN UNSUPPORTED_METHOD`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("ClickHouse cannot do this."), Source: sourceCodes},
	adapter.Row{VendorCodes: strings.Fields(`SESSION_NOT_FOUND`), Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The session of the query has ended."), Source: sourceCodes},

	adapter.Row{VendorCode: poolTimeout, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("All of the tool's connections to ClickHouse are in use."), Source: sourceClient},
	adapter.Row{VendorCode: connectionClosed, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Source: sourceClient},
	adapter.Row{VendorCode: batchUsage, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool uses a batch in a way that is not possible."), Source: sourceClient},
)

// texts are the errors that the client makes with errors.New (clickhouse-go v2.50.0).
var texts = map[string]string{
	"clickhouse: acquire conn timeout. you can increase the number of max open conn or the dial timeout": poolTimeout,
	"clickhouse: connection is closed":                             connectionClosed,
	"clickhouse: batch is invalid. check appended data is correct": batchUsage,
	"clickhouse: batch has already been sent":                      batchUsage,
	"clickhouse: invalid retry, batch not sent yet":                batchUsage,
}

// numbers maps numbers to codes.
var numbers = map[int]string{
	1:   "UNSUPPORTED_METHOD",
	6:   "CANNOT_PARSE_TEXT",
	8:   "THERE_IS_NO_COLUMN",
	10:  "NOT_FOUND_COLUMN_IN_BLOCK",
	15:  "DUPLICATE_COLUMN",
	16:  "NO_SUCH_COLUMN_IN_TABLE",
	20:  "NUMBER_OF_COLUMNS_DOESNT_MATCH",
	26:  "CANNOT_PARSE_QUOTED_STRING",
	27:  "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
	36:  "BAD_ARGUMENTS",
	38:  "CANNOT_PARSE_DATE",
	40:  "CHECKSUM_DOESNT_MATCH",
	41:  "CANNOT_PARSE_DATETIME",
	42:  "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
	43:  "ILLEGAL_TYPE_OF_ARGUMENT",
	44:  "ILLEGAL_COLUMN",
	46:  "UNKNOWN_FUNCTION",
	47:  "UNKNOWN_IDENTIFIER",
	48:  "NOT_IMPLEMENTED",
	49:  "LOGICAL_ERROR",
	50:  "UNKNOWN_TYPE",
	53:  "TYPE_MISMATCH",
	57:  "TABLE_ALREADY_EXISTS",
	60:  "UNKNOWN_TABLE",
	62:  "SYNTAX_ERROR",
	63:  "UNKNOWN_AGGREGATE_FUNCTION",
	69:  "ARGUMENT_OUT_OF_BOUND",
	70:  "CANNOT_CONVERT_TYPE",
	72:  "CANNOT_PARSE_NUMBER",
	73:  "UNKNOWN_FORMAT",
	81:  "UNKNOWN_DATABASE",
	82:  "DATABASE_ALREADY_EXISTS",
	115: "UNKNOWN_SETTING",
	117: "INCORRECT_DATA",
	131: "TOO_LARGE_STRING_SIZE",
	153: "ILLEGAL_DIVISION",
	158: "TOO_MANY_ROWS",
	159: "TIMEOUT_EXCEEDED",
	160: "TOO_SLOW",
	162: "TOO_DEEP_SUBQUERIES",
	164: "READONLY",
	167: "TOO_DEEP_AST",
	168: "TOO_BIG_AST",
	179: "MULTIPLE_EXPRESSIONS_FOR_ALIAS",
	184: "ILLEGAL_AGGREGATION",
	191: "SET_SIZE_LIMIT_EXCEEDED",
	192: "UNKNOWN_USER",
	193: "WRONG_PASSWORD",
	194: "REQUIRED_PASSWORD",
	195: "IP_ADDRESS_NOT_ALLOWED",
	201: "QUOTA_EXCEEDED",
	202: "TOO_MANY_SIMULTANEOUS_QUERIES",
	203: "NO_FREE_CONNECTION",
	207: "AMBIGUOUS_IDENTIFIER",
	209: "SOCKET_TIMEOUT",
	210: "NETWORK_ERROR",
	211: "EMPTY_QUERY",
	215: "NOT_AN_AGGREGATE",
	218: "TABLE_IS_DROPPED",
	225: "NO_ZOOKEEPER",
	241: "MEMORY_LIMIT_EXCEEDED",
	242: "TABLE_IS_READ_ONLY",
	243: "NOT_ENOUGH_SPACE",
	246: "CORRUPTED_DATA",
	252: "TOO_MANY_PARTS",
	279: "ALL_CONNECTION_TRIES_FAILED",
	285: "TOO_FEW_LIVE_REPLICAS",
	290: "LIMIT_EXCEEDED",
	291: "DATABASE_ACCESS_DENIED",
	307: "TOO_MANY_BYTES",
	319: "UNKNOWN_STATUS_OF_INSERT",
	341: "UNFINISHED",
	344: "SUPPORT_IS_DISABLED",
	349: "CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN",
	352: "AMBIGUOUS_COLUMN_NAME",
	369: "ALL_REPLICAS_ARE_STALE",
	372: "SESSION_NOT_FOUND",
	373: "SESSION_IS_LOCKED",
	376: "CANNOT_PARSE_UUID",
	386: "NO_COMMON_TYPE",
	392: "QUERY_IS_PROHIBITED",
	394: "QUERY_WAS_CANCELLED",
	396: "TOO_MANY_ROWS_OR_BYTES",
	407: "DECIMAL_OVERFLOW",
	452: "SETTING_CONSTRAINT_VIOLATION",
	456: "UNKNOWN_QUERY_PARAMETER",
	457: "BAD_QUERY_PARAMETER",
	469: "VIOLATED_CONSTRAINT",
	473: "DEADLOCK_AVOIDED",
	497: "ACCESS_DENIED",
	516: "AUTHENTICATION_FAILED",
	517: "CANNOT_ASSIGN_ALTER",
	565: "TOO_MANY_PARTITIONS",
	620: "QUERY_NOT_ALLOWED",
	999: "KEEPER_EXCEPTION",
}
