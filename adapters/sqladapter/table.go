package sqladapter

import (
	"github.com/errand-go/errand/adapter"
)

// The codes of errors that drivers make.
const (
	invalidDSN       = "invalid_connection_string"
	scanFailed       = "scan_failed"
	connectionBusy   = "connection_busy"
	connectionClosed = "connection_closed"
	connectionLost   = "connection_lost"
	noRows           = "no_rows"
	tooManyRows      = "too_many_rows"
	poolFull         = "pool_full"
	poolerWaits      = "pooler_cannot_connect"
	poolerUnknown    = "pooler_tenant_not_found"
	stalePlan        = "stale_plan"
	noPrivilege      = "no_privilege"
	computeUsedUp    = "compute_time_used_up"
)

// refusals are the beginnings of sentences beside a state that says less. Poolers use the states of
// a broken protocol and of an internal error (PgBouncer 1.24, src/client.c, src/janitor.c and
// src/objects.c; Supavisor, client_handler.ex).
var refusals = map[string]string{
	"no more connections allowed":          poolFull,
	"query_wait_timeout":                   poolFull,
	"client_login_timeout":                 poolFull,
	"server login has been failing":        poolerWaits,
	"server login failed":                  poolerWaits,
	"pgbouncer cannot connect to server":   poolerWaits,
	"the database system is shutting down": poolerWaits,
	"server conn crashed":                  poolerWaits,
	"MaxClientsInSessionMode":              poolFull,
	"Max client connections reached":       poolFull,
	"Tenant or user not found":             poolerUnknown,
	"permission denied for ":               noPrivilege, // a policy about rows has the same state, and another sentence

	"Your account or project has exceeded the compute time quota": computeUsedUp, // Neon, Consumption limits
}

// texts maps the sentinels that clients make with errors.New to codes (pgx v5.12.0, lib/pq
// v1.12.3 and v1.10.9, pgdriver v1.2.15, go-sql-driver/mysql v1.10.1, gorm
// v1.31.2). Those of gorm have no prefix: "record not found" of another program has the
// same meaning.
var texts = map[string]string{
	"conn closed":           connectionClosed,
	"tx is closed":          "transaction_closed",
	"no rows in result set": noRows, // pgx before v5.7; in later versions it is sql.ErrNoRows
	"commit unexpectedly resulted in rollback": "transaction_rolled_back",
	"too many rows in result set":              tooManyRows,
	"server refused TLS connection":            "tls_refused",

	"pq: could not complete operation in a failed transaction": "transaction_rolled_back",
	"pq: Could not complete operation in a failed transaction": "transaction_rolled_back",
	"pq: SSL is not enabled on the server":                     "tls_refused",

	"pgdriver: SSL is not enabled on the server": "tls_refused",

	"invalid connection": connectionLost,
	"packet for query is too large. Try adjusting the `Config.MaxAllowedPacket`": "packet_too_large",
	"TLS requested but server does not support TLS":                              "tls_refused",

	"record not found":                noRows,
	"duplicated key not allowed":      "duplicated_key",
	"violates foreign key constraint": "foreign_key_violated",
	"violates check constraint":       "check_violated",
}

// The sources of the rows, read 2026-11-21 and 2026-11-23. The class of a SQLSTATE says what
// to do where the code is not known (ISO/IEC 9075-2). Of MySQL, both the server's and the
// client's messages.
const (
	sourcePg     = "PostgreSQL 18, Appendix A"
	sourceMySQL  = "MySQL 8.4 and MariaDB, error references"
	sourceServer = "SQL Server 2022 and Azure SQL, error references"
	sourceSQLite = "SQLite, result codes"
	sourcePgx    = "github.com/jackc/pgx v5.12.0"
	sourceGoSQL  = "github.com/go-sql-driver/mysql v1.10.1"
	sourceGorm   = "gorm.io/gorm v1.31.2, errors.go, with TranslateError"
)

// Texts that several codes share.
const (
	msgSyntax    = "The database cannot run the SQL: it is not valid."
	msgConstrain = "The database refused a row: it breaks a constraint."
	msgTool      = "The tool used the database in a way that it does not allow."
	msgNoRow     = "The database has no such row."
	msgMany      = "The database has several rows where one is expected."
	msgGaveUp    = "The database gave up the transaction."

	hintSyntax  = "Correct the SQL."
	hintSchema  = "Look at the schema, if there is a way to, and correct the SQL."
	hintValue   = "Correct the value."
	hintRule    = "Change the values so that they satisfy the constraint."
	hintEarlier = "An earlier statement of the same transaction failed: its error has the reason."
)

// table lists the meanings of the codes. The effect is that of the failed statement: a
// database that refuses one rolls it back. Rows with Unanswered may be caused by the end of
// the call's context: drivers then cancel the query, close the connection or roll back.
// Their effect is the call's, whose earlier statements may have been done.
var table = adapter.NewTable("_sql", "database", rows...)
