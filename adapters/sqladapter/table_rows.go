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
	{VendorCodes: []string{"25P03", "72000", "SQLITE_SCHEMA", "57P05"}, Fact: toolerr.FactConflict, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg("Nothing of the transaction remains. Repeat all of it, from its first read."), Source: sourceSQLite + "; " + sourcePg},
	{
		VendorCodes: []string{"MSSQL_1205", "ER_LOCK_DEADLOCK 1213", "40P01"}, Fact: toolerr.FactConflict,
		Message: toolerr.Msg("The database gave up the transaction: it and another one waited for each other, which is a deadlock."), Hint: toolerr.Msg("Nothing of the transaction remains. Repeat all of it, from its first read."),
		Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{
		VendorCodes: []string{"MSSQL_3960", "MSSQL_3961", "MSSQL_41301", "MSSQL_41302", "MSSQL_41305", "MSSQL_41325", "ER_CHECKREAD 1020", "40001"}, Fact: toolerr.FactConflict,
		Message: toolerr.Msg("The database gave up the transaction: another one got in its way."), Hint: toolerr.Msg("Nothing of the transaction remains. Repeat all of it, from its first read."),
		Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg,
	},
	{VendorCode: "SQLITE_BUSY_SNAPSHOT", Fact: toolerr.FactConflict, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg("End the transaction, and repeat all of it from its first read."), Source: sourceSQLite},
	{VendorCodes: []string{
		"MSSQL_1222", "MSSQL_1204", "ER_LOCK_WAIT_TIMEOUT 1205", "ER_LOCK_NOWAIT 3572", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL",
		"55006", "55P03",
	}, Fact: toolerr.FactLocked, Message: toolerr.Msg("Another transaction holds what this one needs."), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{"25P02", "MSSQL_3930", "MSSQL_3998", "MSSQL_3609"}, Fact: toolerr.FactMisuse, Message: toolerr.Msg(msgGaveUp), Hint: toolerr.Msg(hintEarlier), Source: sourcePg + "; " + sourceServer},
	{VendorCode: "40000", Fact: toolerr.FactRefused, Message: toolerr.Msg("The database gave up the transaction."), Source: sourcePg},
	{VendorCode: "40003", Fact: toolerr.FactBroken, Message: toolerr.Msg("The database does not know whether the statement was completed."), Hint: toolerr.Msg("Read what is there before making the call again."), Source: sourcePg},
	{VendorCodes: []string{"MSSQL_3902", "MSSQL_3903", "MSSQL_266"}, Fact: toolerr.FactToolFault, Message: toolerr.Msg(msgTool), Source: sourceServer},
	{VendorCodes: []string{
		"MSSQL_3906", "MSSQL_978", "MSSQL_1468", "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION 1792", "ER_OPTION_PREVENTS_STATEMENT 1290",
		"ER_READ_ONLY_MODE 1836", "SQLITE_READONLY", "25006",
	}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("This connection is read-only."), Hint: toolerr.Msg("Only read. Someone has to allow writing, if it is needed."), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},

	// Constraints and values.
	{
		VendorCodes: []string{
			"duplicated_key", "MSSQL_2627", "MSSQL_2601", "ER_DUP_ENTRY 1062", "ER_DUP_ENTRY_WITH_KEY_NAME 1586", "SQLITE_CONSTRAINT_UNIQUE",
			"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID", "23505",
		},
		Fact: toolerr.FactExists, Message: toolerr.Msg("The database refused a row: one with the same key exists already."), Hint: toolerr.Msg("Use another key, or change the row that exists."),
		Source: sourceGorm + "; " + sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg,
	},
	{VendorCodes: []string{"ER_NO_REFERENCED_ROW 1216", "ER_NO_REFERENCED_ROW_2 1452"}, Fact: toolerr.FactRefused, Message: toolerr.Msg("The database refused a row: one that it refers to does not exist."), Hint: toolerr.Msg("Create that row first, or refer to one that exists."), Source: sourceMySQL},
	{VendorCodes: []string{
		"ER_ROW_IS_REFERENCED 1217", "ER_ROW_IS_REFERENCED_2 1451", "23001",
	}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("The database refused to change or remove a row: others still refer to it."), Hint: toolerr.Msg("Remove or change the rows that refer to it first."), Source: sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"foreign_key_violated", "SQLITE_CONSTRAINT_FOREIGNKEY", "23503",
	}, Fact: toolerr.FactRefused, Message: toolerr.Msg("The database refused a row: one that it refers to is missing, or others still refer to it."), Hint: toolerr.Msg("Create, change or remove the other row first."), Source: sourceGorm + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{"MSSQL_547", "40002"}, Fact: toolerr.FactRefused, Message: toolerr.Msg(msgConstrain), Hint: toolerr.Msg(hintRule), Source: sourceServer + "; " + sourcePg},
	{VendorCodes: []string{
		"check_violated", "ER_CHECK_CONSTRAINT_VIOLATED 3819", "ER_CONSTRAINT_FAILED 4025", "SQLITE_CONSTRAINT", "SQLITE_CONSTRAINT_CHECK",
		"23000", "44000", "23514", "23P01",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The database refused a row: it breaks one of the table's rules."), Hint: toolerr.Msg(hintRule), Source: sourceGorm + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_515", "ER_BAD_NULL_ERROR 1048", "ER_NO_DEFAULT_FOR_FIELD 1364", "SQLITE_CONSTRAINT_NOTNULL", "23502",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The database refused a row: a required value is missing."), Hint: toolerr.Msg("Give the value."), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_271", "MSSQL_272", "MSSQL_273", "MSSQL_544", "MSSQL_8102", "ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN 3105",
		"ER_WARNING_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN 1906",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL gives a value for a column that the database computes."), Hint: toolerr.Msg("Leave the column out."), Source: sourceServer + "; " + sourceMySQL},
	{VendorCodes: []string{"MSSQL_8152", "MSSQL_2628", "ER_DATA_TOO_LONG 1406", "22001"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("A value is too long for its column."), Hint: toolerr.Msg(hintValue), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_220", "MSSQL_232", "MSSQL_242", "MSSQL_8115", "ER_WARN_DATA_OUT_OF_RANGE 1264", "ER_DATA_OUT_OF_RANGE 1690", "22003", "22008",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("A value is out of the range that the database can hold."), Hint: toolerr.Msg(hintValue), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_241", "MSSQL_245", "MSSQL_248", "MSSQL_295", "MSSQL_8114", "MSSQL_8169", "MSSQL_13609", "ER_TRUNCATED_WRONG_VALUE 1292",
		"ER_TRUNCATED_WRONG_VALUE_FOR_FIELD 1366", "WARN_DATA_TRUNCATED 1265", "SQLITE_CONSTRAINT_DATATYPE", "SQLITE_MISMATCH", "22007",
		"22P02",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("A value does not have the format of its type."), Hint: toolerr.Msg(hintValue), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCode: "22000", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The database refused a value."), Hint: toolerr.Msg(hintValue), Source: sourcePg},
	{VendorCodes: []string{"MSSQL_8134", "ER_DIVISION_BY_ZERO 1365", "22012"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL divides by zero."), Hint: toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"ER_NET_PACKET_TOO_LARGE 1153", "SQLITE_TOOBIG", "54000", "MSSQL_8623", "MSSQL_8631", "MSSQL_8632",
	}, Fact: toolerr.FactTooLarge, Message: toolerr.Msg("The statement or one of its values is too large or too complex for the database."), Source: sourceMySQL + "; " + sourceSQLite + "; " + sourcePg + "; " + sourceServer},
	{VendorCodes: []string{
		"MSSQL_50000", "ER_SIGNAL_EXCEPTION 1644", "SQLITE_CONSTRAINT_TRIGGER", "38000", "39000", "P0000", "P0001",
	}, Fact: toolerr.FactRefused, Message: toolerr.Msg("A rule that the database runs refused this."), Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},

	// The statement. SQLite has no codes for invalid SQL and unknown names, only texts.
	{VendorCodes: []string{
		"MSSQL_102", "MSSQL_105", "MSSQL_109", "MSSQL_110", "MSSQL_137", "MSSQL_156", "MSSQL_201", "MSSQL_213", "MSSQL_319", "MSSQL_8144",
		"MSSQL_8145", "MSSQL_8178", "ER_PARSE_ERROR 1064", "ER_WRONG_VALUE_COUNT_ON_ROW 1136", "42601",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{"SQLITE_ERROR", "42000"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg(msgSyntax), Hint: toolerr.Msg(hintSchema), Source: sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_195", "MSSQL_207", "MSSQL_208", "MSSQL_911", "MSSQL_2812", "MSSQL_3701", "MSSQL_4104", "MSSQL_4121", "MSSQL_4902",
		"ER_NO_SUCH_TABLE 1146", "ER_BAD_TABLE_ERROR 1051", "ER_BAD_FIELD_ERROR 1054", "ER_BAD_DB_ERROR 1049", "ER_SP_DOES_NOT_EXIST 1305",
		"ER_NO_DB_ERROR 1046", "ER_UNKNOWN_COLLATION 1273", "3F000", "42P01", "42P02", "42703", "42704", "42883",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL names something that the database does not have."), Hint: toolerr.Msg(hintSchema), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{"MSSQL_206", "MSSQL_402", "MSSQL_529", "MSSQL_8117", "42804", "42846", "42P18"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL does not fit the types of the database."), Hint: toolerr.Msg(hintSchema), Source: sourceServer + "; " + sourcePg},
	{VendorCodes: []string{"MSSQL_209", "ER_NON_UNIQ_ERROR 1052", "42702", "42725"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL names something that could be one of several."), Hint: toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_8120", "MSSQL_8121", "MSSQL_8127", "ER_WRONG_FIELD_WITH_GROUP 1055", "ER_INVALID_GROUP_FUNC_USE 1111", "42803",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The SQL uses a column that is neither grouped nor aggregated, or an aggregate where none is allowed."), Hint: toolerr.Msg(hintSyntax), Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCode: "21000", Fact: toolerr.FactInvalid, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "MSSQL_512", Fact: toolerr.FactRefused, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintSyntax), Source: sourceServer},
	{VendorCodes: []string{"MSSQL_1801", "MSSQL_1913", "MSSQL_2705", "MSSQL_2714", "ER_TABLE_EXISTS_ERROR 1050", "42P06", "42P07", "42701", "42710", "42723"}, Fact: toolerr.FactExists, Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_4405", "MSSQL_4406", "ER_NON_UPDATABLE_TABLE 1288", "ER_NON_INSERTABLE_TABLE 1471",
	}, Fact: toolerr.FactUnsupported, Message: toolerr.Msg("The SQL changes a view or a table that cannot be changed in this way."), Hint: toolerr.Msg("Change the table itself that holds the rows."), Source: sourceServer + "; " + sourceMySQL},
	{VendorCodes: []string{
		"MSSQL_3726", "MSSQL_3729", "MSSQL_5074", "2B000", "2BP01",
	}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("Other things in the database depend on what the SQL removes."), Hint: toolerr.Msg("Remove what depends on it first."), Source: sourceServer + "; " + sourcePg},
	{VendorCode: stalePlan, Fact: toolerr.FactMaintenance, Message: toolerr.Msg("The table changed after the statement was prepared; nothing was done."), Hint: toolerr.Msg("Make the same call again."), Source: "PostgreSQL 18, plancache.c, RevalidateCachedQuery; jackc/pgx v5.12.0, which prepares it again"},
	{VendorCode: poolerWaits, Fact: toolerr.FactMaintenance, Source: "PgBouncer 1.24, messages to clients"},
	{VendorCode: "42P05", Fact: toolerr.FactMisuse, Message: toolerr.Msg("The tool's connection has other prepared statements than it expects."), Hint: toolerr.Msg("Someone has to set up the tool for a pooler: without prepared statements, or with a session for each connection."), Source: sourcePg + "; PgBouncer FAQ, prepared statements"},
	{VendorCode: "0A000", Fact: toolerr.FactUnsupported, Source: sourcePg},
	{VendorCodes: []string{"02000", "P0002"}, Fact: toolerr.FactNotFound, Message: toolerr.Msg(msgNoRow), Source: sourcePg},
	{VendorCode: "P0003", Fact: toolerr.FactNotFound, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintSyntax), Source: sourcePg},
	{VendorCode: "55000", Fact: toolerr.FactWrongState, Source: sourcePg},

	// Access.
	{VendorCodes: []string{
		"MSSQL_18456", "MSSQL_18452", "MSSQL_18470", "MSSQL_18486", "MSSQL_18487", "MSSQL_18488", "ER_ACCESS_DENIED_ERROR 1045",
		"ER_ACCESS_DENIED_NO_PASSWORD_ERROR 1698", "ER_ACCOUNT_HAS_BEEN_LOCKED 3118 4151", "ER_MUST_CHANGE_PASSWORD 1820", "28000", "28P01", poolerUnknown,
	}, Fact: toolerr.FactWrongKey, Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_229", "MSSQL_230", "MSSQL_262", "MSSQL_297", "MSSQL_300", "MSSQL_916", "MSSQL_1088", "MSSQL_15151", "MSSQL_15247",
		"ER_DBACCESS_DENIED_ERROR 1044", "ER_TABLEACCESS_DENIED_ERROR 1142", "ER_COLUMNACCESS_DENIED_ERROR 1143",
		"ER_SPECIFIC_ACCESS_DENIED_ERROR 1227", "SQLITE_AUTH", "42501", "42939",
	}, Fact: toolerr.FactNotPermitted, Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCode: noPrivilege, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The database user may not do this. Someone has to grant the privilege."), Source: sourcePg},
	{VendorCode: computeUsedUp, Fact: toolerr.FactPlanLimit, Source: "Neon, Consumption limits; seen in answers of Neon"},
	{VendorCodes: []string{"MSSQL_40615", "ER_HOST_IS_BLOCKED 1129", "ER_HOST_NOT_PRIVILEGED 1130"}, Fact: toolerr.FactNotPermitted, Message: toolerr.Msg("The database does not accept connections of this host."), Hint: toolerr.Msg("Someone has to change its settings."), Source: sourceServer + "; " + sourceMySQL},

	// The server.
	{VendorCodes: []string{"08001", "08003", "08004"}, Fact: toolerr.FactUnreachable, Source: sourcePg},
	{VendorCodes: []string{"CR_SERVER_GONE_ERROR 2006", "CR_SERVER_LOST 2013", "08000", "08006", "MSSQL_596", "MSSQL_6005", "ER_SERVER_SHUTDOWN 1053", "ER_CONNECTION_KILLED 1927"}, Fact: toolerr.FactConnectionLost, Source: sourceMySQL + "; " + sourcePg + "; " + sourceServer},
	{
		VendorCode: "08007", Fact: toolerr.FactUnreadable, Retry: adapter.RetryNever, Unlike: "the transaction may be committed",
		Message: toolerr.Msg("The connection to the database was lost during a commit."), Hint: toolerr.Msg("The transaction may be committed. Read what is there before making the call again."), Source: sourcePg,
	},
	{VendorCode: "57000", Fact: toolerr.FactStopped, Source: sourcePg},
	{VendorCode: "SQLITE_ABORT", Fact: toolerr.FactStopped, Unanswered: true, Source: sourceSQLite},
	{VendorCodes: []string{"ER_QUERY_INTERRUPTED 1317", "SQLITE_INTERRUPT", "57014"}, Fact: toolerr.FactTooSlow, Unanswered: true, Message: toolerr.Msg("The database stopped the query before it ended."), Hint: toolerr.Msg("Narrow the query, or limit its rows."), Source: sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{"ER_QUERY_TIMEOUT 3024", "ER_STATEMENT_TIMEOUT 1969", "25P04"}, Fact: toolerr.FactTooSlow, Effect: toolerr.EffectNone, Unlike: "the statement was rolled back", Source: sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{"57P01", "57P02", "58030", "MSSQL_40197", "MSSQL_40143", "MSSQL_40540", "58000"}, Fact: toolerr.FactFailed, Source: sourcePg + "; " + sourceServer},
	{VendorCodes: []string{"SQLITE_INTERNAL", "XX000", "HV000"}, Fact: toolerr.FactBroken, Source: sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{"MSSQL_921", "MSSQL_922", "MSSQL_927", "MSSQL_976", "MSSQL_983", "MSSQL_17142", "MSSQL_17187", "MSSQL_18401", "MSSQL_4221", "MSSQL_40613", "57P03"}, Fact: toolerr.FactMaintenance, Source: sourceServer + "; " + sourcePg},
	{VendorCodes: []string{"MSSQL_40501", "MSSQL_49918", "MSSQL_49919", "MSSQL_49920", "MSSQL_10928", "MSSQL_10929", "MSSQL_10936"}, Fact: toolerr.FactRateLimit, Source: sourceServer},
	{VendorCodes: []string{"MSSQL_40544", "MSSQL_1101", "MSSQL_1105", "MSSQL_9002", "ER_DISK_FULL 1021", "ER_RECORD_FILE_FULL 1114", "SQLITE_FULL", "53100", "53400"}, Fact: toolerr.FactNoSpace, Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{"MSSQL_17809", "MSSQL_17810", "ER_CON_COUNT_ERROR 1040", "ER_TOO_MANY_USER_CONNECTIONS 1203", "ER_USER_LIMIT_REACHED 1226", "53300", poolFull}, Fact: toolerr.FactPoolFull, Source: sourceServer + "; " + sourceMySQL + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_701", "MSSQL_802", "MSSQL_8645", "MSSQL_8651", "ER_OUT_OF_RESOURCES 1041", "ER_OUTOFMEMORY 1037", "ER_CANT_CREATE_THREAD 1135",
		"SQLITE_NOMEM", "53000", "53200",
	}, Fact: toolerr.FactOverloaded, Source: sourceServer + "; " + sourceMySQL + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{
		"MSSQL_605", "MSSQL_823", "MSSQL_824", "MSSQL_825", "SQLITE_CORRUPT", "SQLITE_IOERR", "XX001",
		"XX002",
	}, Fact: toolerr.FactDamaged, Message: toolerr.Msg("The database's files cannot be read or written, or are damaged."), Source: sourceServer + "; " + sourceSQLite + "; " + sourcePg},
	{VendorCodes: []string{"SQLITE_PERM", "SQLITE_NOTADB"}, Fact: toolerr.FactDamaged, Effect: toolerr.EffectNone, Unlike: "SQLite opened nothing", Message: toolerr.Msg("The database's files cannot be read or written, or are damaged."), Source: sourceSQLite},
	{VendorCodes: []string{
		"MSSQL_4060", "MSSQL_4064", "3D000", "SQLITE_CANTOPEN",
	}, Fact: toolerr.FactMisuse, Message: toolerr.Msg("The database that the tool is set up for does not exist, or its account may not open it."), Source: sourceServer + "; " + sourcePg + "; " + sourceSQLite},
	{VendorCodes: []string{"SQLITE_MISUSE", "SQLITE_RANGE", "0B000", "24000", "25000", "26000", "2D000", "34000", "3B000"}, Fact: toolerr.FactMisuse, Message: toolerr.Msg(msgTool), Source: sourceSQLite + "; " + sourcePg},
	{VendorCode: "57P04", Fact: toolerr.FactMisuse, Effect: toolerr.EffectUnknown, Unlike: "earlier statements may have been carried out", Message: toolerr.Msg("The database that the tool uses was dropped."), Source: sourcePg},
	{VendorCode: "F0000", Fact: toolerr.FactMisuse, Message: toolerr.Msg("The configuration of the database is not valid."), Hint: toolerr.Msg("Someone has to look after the database."), Source: sourcePg},
	{VendorCode: "08P01", Fact: toolerr.FactMisuse, Effect: toolerr.EffectUnknown, Unlike: "a part of the exchange may have taken place", Message: toolerr.Msg(msgTool), Source: sourcePg},

	// Errors that drivers make.
	{VendorCode: invalidDSN, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The tool's connection string for the database is not valid."), Source: sourcePgx},
	{VendorCode: scanFailed, Fact: toolerr.FactToolFault, Unanswered: true, Message: toolerr.Msg("The tool cannot read the values that the database returned."), Source: sourcePgx},
	{VendorCodes: []string{connectionBusy, "transaction_closed"}, Fact: toolerr.FactMisuse, Unanswered: true, Effect: toolerr.EffectUnknown, Unlike: "earlier statements may have been carried out", Message: toolerr.Msg(msgTool), Source: sourcePgx},
	// pgx returns it, and reports that a retry is safe, even if the connection broke in the
	// middle of a query of the simple protocol.
	{VendorCodes: []string{connectionClosed, connectionLost}, Fact: toolerr.FactConnectionLost, Unanswered: true, Source: sourcePgx + "; " + sourceGoSQL},
	// pgx returns it both for transactions that were rolled back and for committed ones.
	// The same commit cannot succeed, and the same transaction fails at the same statement.
	{VendorCode: "transaction_rolled_back", Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The transaction was undone instead of being completed."), Hint: toolerr.Msg(hintEarlier), Source: "github.com/jackc/pgx v5.12.0, lib/pq v1.12.3: the commit of a transaction in which a statement failed"},
	{VendorCode: noRows, Fact: toolerr.FactNotFound, Unanswered: true, Message: toolerr.Msg(msgNoRow), Source: sourcePgx},
	{VendorCode: tooManyRows, Fact: toolerr.FactRefused, Unanswered: true, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg("Narrow the query."), Source: sourcePgx},
	{VendorCode: "packet_too_large", Fact: toolerr.FactTooLarge, Unanswered: true, Message: toolerr.Msg("The statement or one of its values is too large for the database."), Source: sourceGoSQL},
	{
		VendorCode: "tls_refused", Fact: toolerr.FactMisuse, Unanswered: true,
		Message: toolerr.Msg("The tool requires an encrypted connection, and the database offers none."), Hint: toolerr.Msg("Someone has to switch TLS on at the database, or correct the tool's settings."),
		Source: "github.com/jackc/pgx v5.12.0, lib/pq v1.12.3, uptrace/bun pgdriver v1.2.15, go-sql-driver/mysql v1.10.1",
	},
}
