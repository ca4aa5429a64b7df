package clickhouseadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_clickhouse", "ClickHouse",
	adapter.Row{VendorCodes: []string{
		"SYNTAX_ERROR 62", "UNKNOWN_SETTING 115", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH 42", "ILLEGAL_TYPE_OF_ARGUMENT 43", "BAD_ARGUMENTS 36",
		"TYPE_MISMATCH 53", "NO_COMMON_TYPE 386", "NOT_AN_AGGREGATE 215", "ILLEGAL_AGGREGATION 184", "AMBIGUOUS_IDENTIFIER 207",
		"AMBIGUOUS_COLUMN_NAME 352", "MULTIPLE_EXPRESSIONS_FOR_ALIAS 179", "EMPTY_QUERY 211", "UNKNOWN_TYPE 50",
		"NUMBER_OF_COLUMNS_DOESNT_MATCH 20", "BAD_QUERY_PARAMETER 457", "UNKNOWN_QUERY_PARAMETER 456",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL is not valid."), Hint: toolerr.Msg("Correct the SQL."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"UNKNOWN_TABLE 60", "UNKNOWN_DATABASE 81", "UNKNOWN_IDENTIFIER 47", "UNKNOWN_FUNCTION 46", "NO_SUCH_COLUMN_IN_TABLE 16",
		"NOT_FOUND_COLUMN_IN_BLOCK 10", "THERE_IS_NO_COLUMN 8", "UNKNOWN_AGGREGATE_FUNCTION 63", "UNKNOWN_FORMAT 73", "TABLE_IS_DROPPED 218",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL names something that ClickHouse does not have."), Hint: toolerr.Msg("Look at the schema, if there is a way to, and correct the SQL."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"CANNOT_PARSE_TEXT 6", "CANNOT_PARSE_INPUT_ASSERTION_FAILED 27", "CANNOT_PARSE_DATE 38", "CANNOT_PARSE_DATETIME 41",
		"CANNOT_PARSE_NUMBER 72", "CANNOT_PARSE_QUOTED_STRING 26", "CANNOT_PARSE_UUID 376", "CANNOT_CONVERT_TYPE 70", "INCORRECT_DATA 117",
		"ARGUMENT_OUT_OF_BOUND 69", "DECIMAL_OVERFLOW 407", "TOO_LARGE_STRING_SIZE 131", "ILLEGAL_DIVISION 153",
		"CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN 349", "VIOLATED_CONSTRAINT 469",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("ClickHouse refused a value."), Hint: toolerr.Msg("Correct the value."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"TABLE_ALREADY_EXISTS 57", "DATABASE_ALREADY_EXISTS 82", "DUPLICATE_COLUMN 15"}, Fact: toolerr.FactExists, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"AUTHENTICATION_FAILED 516", "UNKNOWN_USER 192", "WRONG_PASSWORD 193", "REQUIRED_PASSWORD 194", "IP_ADDRESS_NOT_ALLOWED 195"}, Fact: toolerr.FactWrongKey, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"ACCESS_DENIED 497", "DATABASE_ACCESS_DENIED 291"}, Fact: toolerr.FactNotPermitted, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"READONLY 164", "TABLE_IS_READ_ONLY 242", "QUERY_IS_PROHIBITED 392", "QUERY_NOT_ALLOWED 620", "SETTING_CONSTRAINT_VIOLATION 452",
	}, Fact: toolerr.FactRefused, Message: toolerr.Msg("This connection or table is read-only, or the setting may not be changed."), Hint: toolerr.Msg("Only read, or ask someone to allow more."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"TOO_MANY_SIMULTANEOUS_QUERIES 202", "QUOTA_EXCEEDED 201", "TOO_MANY_PARTS 252"}, Fact: toolerr.FactRateLimit, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"MEMORY_LIMIT_EXCEEDED 241", "TOO_MANY_ROWS 158", "TOO_MANY_BYTES 307", "TOO_MANY_ROWS_OR_BYTES 396", "SET_SIZE_LIMIT_EXCEEDED 191",
		"TOO_BIG_AST 168", "TOO_DEEP_AST 167", "TOO_DEEP_SUBQUERIES 162", "TOO_MANY_PARTITIONS 565", "LIMIT_EXCEEDED 290",
	}, Fact: toolerr.FactTooLarge, Message: toolerr.Msg("The query needs more than ClickHouse allows."), Hint: toolerr.Msg("Narrow the query, or limit its rows."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"TIMEOUT_EXCEEDED 159", "TOO_SLOW 160"}, Fact: toolerr.FactTooSlow, Source: sourceCodes},
	adapter.Row{VendorCode: "QUERY_WAS_CANCELLED 394", Fact: toolerr.FactStopped, Unanswered: true, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"NO_FREE_CONNECTION 203", "ALL_CONNECTION_TRIES_FAILED 279", "TOO_FEW_LIVE_REPLICAS 285", "ALL_REPLICAS_ARE_STALE 369",
		"NO_ZOOKEEPER 225", "SESSION_IS_LOCKED 373", "DEADLOCK_AVOIDED 473", "CANNOT_ASSIGN_ALTER 517",
	}, Fact: toolerr.FactOverloaded, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"SOCKET_TIMEOUT 209", "NETWORK_ERROR 210", "UNKNOWN_STATUS_OF_INSERT 319", "UNFINISHED 341", "KEEPER_EXCEPTION 999",
	}, Fact: toolerr.FactFailed, Hint: toolerr.Msg("The statement may have been carried out. Read what is there before making the call again."), Source: sourceCodes},
	adapter.Row{VendorCode: "NOT_ENOUGH_SPACE 243", Fact: toolerr.FactNoSpace, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"LOGICAL_ERROR 49", "CORRUPTED_DATA 246", "CHECKSUM_DOESNT_MATCH 40"}, Fact: toolerr.FactDamaged, Message: toolerr.Msg("ClickHouse failed, or its data is damaged."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"NOT_IMPLEMENTED 48", "SUPPORT_IS_DISABLED 344", "ILLEGAL_COLUMN 44", "UNSUPPORTED_METHOD 1"}, Fact: toolerr.FactUnsupported, Source: sourceCodes},
	adapter.Row{VendorCode: "SESSION_NOT_FOUND 372", Fact: toolerr.FactNotFound, Message: toolerr.Msg("The session of the query has ended."), Hint: toolerr.Msg("Start a new one."), Source: sourceCodes},
	adapter.Row{VendorCode: poolTimeout, Fact: toolerr.FactClientBusy, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCode: connectionClosed, Fact: toolerr.FactConnectionLost, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCode: batchUsage, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The tool uses a batch in a way that is not possible."), Source: sourceClient},
)

// texts are the errors that the client makes with errors.New (clickhouse-go v2.50.0).
var texts = map[string]string{
	"clickhouse: acquire conn timeout. you can increase the number of max open conn or the dial timeout": poolTimeout,
	"clickhouse: connection is closed":                             connectionClosed,
	"clickhouse: batch is invalid. check appended data is correct": batchUsage,
	"clickhouse: batch has already been sent":                      batchUsage,
	"clickhouse: invalid retry, batch not sent yet":                batchUsage,
}
