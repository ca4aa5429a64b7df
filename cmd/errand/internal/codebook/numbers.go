package codebook

import (
	"strings"

	"github.com/errand-go/errand/adapters/grpcadapter"
)

// The names that vendors give to codes besides those that stand in their tables.
// Only codes of the tables are here.

// connectCode returns the code of a number of Connect's, which are gRPC's with one
// name spelt in another way (connect v1.21.1, code.go).
func connectCode(number int) string {
	return strings.Replace(strings.ToLower(grpcadapter.Code(number)), "cancelled", "canceled", 1)
}

// rpcNames are the names of JSON-RPC's and MCP's numbers (JSON-RPC 2.0
// specification, section 5.1; MCP specification 2025-11-25).
var rpcNames = map[string]string{
	"parse_error": "-32700", "invalid_request": "-32600", "method_not_found": "-32601", "invalid_params": "-32602",
	"internal_error": "-32603", "resource_not_found": "-32002", "url_elicitation_required": "-32042",
}

// conditions are the names of PostgreSQL's SQLSTATEs (PostgreSQL 18, Appendix A).
var conditions = map[string]string{
	"no_data":              "02000",
	"connection_exception": "08000",
	"sqlclient_unable_to_establish_sqlconnection":       "08001",
	"connection_does_not_exist":                         "08003",
	"sqlserver_rejected_establishment_of_sqlconnection": "08004",
	"connection_failure":                                "08006",
	"transaction_resolution_unknown":                    "08007",
	"protocol_violation":                                "08P01",
	"feature_not_supported":                             "0A000",
	"invalid_transaction_initiation":                    "0B000",
	"cardinality_violation":                             "21000",
	"data_exception":                                    "22000",
	"string_data_right_truncation":                      "22001",
	"numeric_value_out_of_range":                        "22003",
	"invalid_datetime_format":                           "22007",
	"datetime_field_overflow":                           "22008",
	"division_by_zero":                                  "22012",
	"invalid_text_representation":                       "22P02",
	"with_check_option_violation":                       "44000",
	"program_limit_exceeded":                            "54000",
	"integrity_constraint_violation":                    "23000",
	"restrict_violation":                                "23001",
	"not_null_violation":                                "23502",
	"foreign_key_violation":                             "23503",
	"unique_violation":                                  "23505",
	"check_violation":                                   "23514",
	"exclusion_violation":                               "23P01",
	"invalid_cursor_state":                              "24000",
	"invalid_transaction_state":                         "25000",
	"read_only_sql_transaction":                         "25006",
	"in_failed_sql_transaction":                         "25P02",
	"idle_in_transaction_session_timeout":               "25P03",
	"transaction_timeout":                               "25P04",
	"invalid_sql_statement_name":                        "26000",
	"invalid_transaction_termination":                   "2D000",
	"invalid_cursor_name":                               "34000",
	"savepoint_exception":                               "3B000",
	"transaction_rollback":                              "40000",
	"serialization_failure":                             "40001",
	"deadlock_detected":                                 "40P01",
	"transaction_integrity_constraint_violation":        "40002",
	"statement_completion_unknown":                      "40003",
	"invalid_authorization_specification":               "28000",
	"invalid_password":                                  "28P01",
	"insufficient_privilege":                            "42501",
	"external_routine_exception":                        "38000",
	"external_routine_invocation_exception":             "39000",
	"invalid_catalog_name":                              "3D000",
	"invalid_schema_name":                               "3F000",
	"syntax_error_or_access_rule_violation":             "42000",
	"syntax_error":                                      "42601",
	"undefined_table":                                   "42P01",
	"undefined_parameter":                               "42P02",
	"undefined_column":                                  "42703",
	"undefined_object":                                  "42704",
	"undefined_function":                                "42883",
	"ambiguous_column":                                  "42702",
	"ambiguous_function":                                "42725",
	"grouping_error":                                    "42803",
	"datatype_mismatch":                                 "42804",
	"cannot_coerce":                                     "42846",
	"indeterminate_datatype":                            "42P18",
	"duplicate_schema":                                  "42P06",
	"duplicate_table":                                   "42P07",
	"duplicate_column":                                  "42701",
	"duplicate_object":                                  "42710",
	"duplicate_function":                                "42723",
	"reserved_name":                                     "42939",
	"dependent_privilege_descriptors_still_exist":       "2B000",
	"dependent_objects_still_exist":                     "2BP01",
	"insufficient_resources":                            "53000",
	"disk_full":                                         "53100",
	"out_of_memory":                                     "53200",
	"too_many_connections":                              "53300",
	"configuration_limit_exceeded":                      "53400",
	"object_not_in_prerequisite_state":                  "55000",
	"object_in_use":                                     "55006",
	"lock_not_available":                                "55P03",
	"operator_intervention":                             "57000",
	"query_canceled":                                    "57014",
	"admin_shutdown":                                    "57P01",
	"crash_shutdown":                                    "57P02",
	"cannot_connect_now":                                "57P03",
	"database_dropped":                                  "57P04",
	"idle_session_timeout":                              "57P05",
	"system_error":                                      "58000",
	"io_error":                                          "58030",
	"config_file_error":                                 "F0000",
	"fdw_error":                                         "HV000",
	"plpgsql_error":                                     "P0000",
	"raise_exception":                                   "P0001",
	"no_data_found":                                     "P0002",
	"too_many_rows":                                     "P0003",
	"internal_error":                                    "XX000",
	"data_corrupted":                                    "XX001",
	"index_corrupted":                                   "XX002",
}
