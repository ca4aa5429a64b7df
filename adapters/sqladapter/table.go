package sqladapter

import (
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_sql"
	display = "database"
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
)

// texts maps the sentinels that clients make with errors.New to codes (pgx v5.12.0, lib/pq
// v1.12.3 and v1.10.9, go-pg v10.11.0, pgdriver v1.2.15, go-sql-driver/mysql v1.10.1, gorm
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

	"pg: SSL is not enabled on the server":                      "tls_refused",
	"pg: transaction has already been committed or rolled back": "transaction_closed",
	"pg: connection pool timeout":                               "pool_timeout",
	"pgdriver: SSL is not enabled on the server":                "tls_refused",

	"invalid connection": connectionLost,
	"packet for query is too large. Try adjusting the `Config.MaxAllowedPacket`": "packet_too_large",
	"TLS requested but server does not support TLS":                              "tls_refused",

	"record not found":                noRows,
	"duplicated key not allowed":      "duplicated_key",
	"violates foreign key constraint": "foreign_key_violated",
	"violates check constraint":       "check_violated",
}

// The sources of the rows, read 2026-11-21.
const (
	sourcePg     = "PostgreSQL 18, Appendix A, PostgreSQL Error Codes"
	sourceClass  = "PostgreSQL 18, Appendix A: the class says what to do where the code is not known; ISO/IEC 9075-2"
	sourceRepeat = "PostgreSQL 18, 13.5 Serialization Failure Handling: repeat the complete transaction"
	sourceCancel = "PostgreSQL 18, Appendix A; statement_timeout, a person, or the driver at the end of a context (lib/pq v1.12.3)"
	sourceEnded  = "PostgreSQL 18, Appendix A: the connection goes with it"
	sourceMySQL  = "MySQL 8.4 Error Message Reference, Server Error Message Reference"
	sourceMyCli  = "MySQL 8.4 Error Message Reference, Client Error Message Reference; a proxy says it too"
	sourceMaria  = "MariaDB, Error Codes"
	sourceSQLite = "SQLite, Result and Extended Result Codes"
	sourcePgx    = "github.com/jackc/pgx v5.12.0"
	sourceGoSQL  = "github.com/go-sql-driver/mysql v1.10.1"
	sourceTLS    = "github.com/jackc/pgx v5.12.0, lib/pq v1.12.3, go-pg v10.11.0, uptrace/bun pgdriver v1.2.15, go-sql-driver/mysql v1.10.1"
	sourceCommit = "github.com/jackc/pgx v5.12.0, lib/pq v1.12.3: the commit of a transaction in which a statement failed"
	sourceGoPg   = "github.com/go-pg/pg v10.11.0"
	sourceGorm   = "gorm.io/gorm v1.31.2, errors.go, with TranslateError"
)

// Texts that several codes share.
const (
	msgSyntax    = "The database cannot run the SQL: it is not valid."
	msgUnknown   = "The SQL names something that the database does not have."
	msgExists    = "The database has something of that name already."
	msgTypes     = "The SQL does not fit the types of the database."
	msgRange     = "A value is out of the range that the database can hold."
	msgLong      = "A value is too long for its column."
	msgFormat    = "A value is not written as its type is."
	msgZero      = "The SQL divides by zero."
	msgUnique    = "The database refused a row: one with the same key exists already."
	msgForeign   = "The database refused a row: one that it refers to is missing, or others still refer to it."
	msgNotNull   = "The database refused a row: a value that it needs is missing."
	msgCheck     = "The database refused a row: it breaks one of the table's rules."
	msgConstrain = "The database refused a row: it breaks a constraint."
	msgReadOnly  = "The database can only be read here."
	msgConflict  = "The database gave up the transaction: another one got in its way."
	msgDeadlock  = "The database gave up the transaction: it and another one waited for each other, which is a deadlock."
	msgLocked    = "Another transaction holds what this one needs."
	msgStopped   = "The database stopped the query before it ended."
	msgTooLong   = "The query ran longer than the database allows."
	msgFull      = "The database has too many connections."
	msgShutDown  = "The database is starting or shutting down, or has ended the connection."
	msgConnect   = "The connection to the database failed or was lost."
	msgRejected  = "The database did not accept the connection."
	msgSignIn    = "The database does not accept the tool's credentials."
	msgForbidden = "The tool's account may not do this in the database."
	msgResources = "The database has not enough memory or threads."
	msgSpace     = "The database has no space left, or a limit of its own is reached."
	msgBroken    = "The database's files cannot be read or written, or are damaged."
	msgInternal  = "The database failed."
	msgTool      = "The tool used the database in a way that it does not allow."
	msgSetUp     = "The database that the tool is set up for does not exist."
	msgRaised    = "A rule that the database runs refused this."
	msgTooLarge  = "The statement or one of its values is too large for the database."
	msgTooMuch   = "The statement is too complex, or too large, for the database."
	msgNoRow     = "The database has no such row."
	msgMany      = "The database has several rows where the tool expects one."
	msgGaveUp    = "The database gave up the transaction."
	msgAmbiguous = "The SQL names something that could be one of several."
	msgGroup     = "The SQL groups rows wrongly: it uses a column that is neither grouped nor aggregated, or an aggregate where none is allowed."
	msgChild     = "The database refused to change or remove a row: others still refer to it."
	msgWritten   = "The SQL changes a view or a table that cannot be changed in this way."
	msgGenerated = "The SQL gives a value for a column that the database computes."
	msgDepends   = "Other things in the database depend on what the SQL removes."

	hintSyntax   = "Correct the SQL."
	hintSchema   = "Look at the schema, if there is a way to, and correct the SQL."
	hintName     = "Use what exists, or choose another name."
	hintValue    = "Correct the value."
	hintUnique   = "Use another key, or change the row that exists."
	hintForeign  = "Create, change or remove the other row first."
	hintChild    = "Remove or change the rows that refer to it first."
	hintWritten  = "Change the table itself that holds the rows."
	hintComputed = "Leave the column out."
	hintNotNull  = "Give the value."
	hintRule     = "Change the values so that they keep to it."
	hintReadOnly = "Only read. Someone has to allow writing, if it is needed."
	hintRepeat   = "Nothing of the transaction remains. Repeat all of it, from its first read."
	hintLocked   = "Wait a moment, then make the same call again."
	hintNarrow   = "Ask for less: narrow the query, or limit its rows."
	hintSmaller  = "Send less at once."
	hintSignIn   = "Someone has to correct the credentials."
	hintGrant    = "Someone has to grant the account what it lacks."
	hintOperator = "Someone has to look after the database."
	hintCheck    = "It may have been done. Read what is there before repeating it."
	hintDepends  = "Remove what depends on it first."
	hintEarlier  = "An earlier statement of the same transaction failed: its error says why."
)

// table lists the meanings of the codes. The effect is that of the failed statement: a
// database that refuses one rolls it back. Rows with Unanswered may be caused by the end of
// the call's context: drivers then cancel the query, close the connection or roll back.
// Their effect is the call's, whose earlier statements may have been done.
var table = adapter.NewTable(slug, display, rows...)

var rows = slices.Concat(stateRows, mysqlRows, mssqlRows, sqliteRows, driverRows)

// driverRows are errand's own codes for errors that drivers make.
var driverRows = []adapter.Row{
	{VendorCode: invalidDSN, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's connection string for the database is not valid."), Source: sourcePgx},
	{VendorCode: scanFailed, Kind: toolerr.KindToolFatal, Unanswered: true, Message: toolerr.Msg("The tool cannot take what the database returned."), Source: sourcePgx},
	{VendorCode: connectionBusy, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgTool), Source: sourcePgx},
	// pgx returns it, and reports that a retry is safe, even if the connection broke in the
	// middle of a query of the simple protocol.
	{VendorCode: connectionClosed, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Source: sourcePgx},
	// pgx returns it both for transactions that were rolled back and for committed ones.
	{VendorCode: "transaction_closed", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgTool), Source: sourcePgx},
	// The same commit cannot succeed, and the same transaction fails at the same statement.
	{VendorCode: "transaction_rolled_back", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The transaction was undone instead of being completed."), Hint: toolerr.Msg(hintEarlier), Source: sourceCommit},
	{VendorCode: noRows, Kind: toolerr.KindUpstreamNotFound, Unanswered: true, Message: toolerr.Msg(msgNoRow), Source: sourcePgx},
	{VendorCode: tooManyRows, Kind: toolerr.KindUpstreamBadRequest, Unanswered: true, Message: toolerr.Msg(msgMany), Hint: toolerr.Msg(hintNarrow), Source: sourcePgx},
	{VendorCode: connectionLost, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgConnect), Source: sourceGoSQL},
	{VendorCode: "packet_too_large", Kind: toolerr.KindUpstreamValidationError, Unanswered: true, Message: toolerr.Msg(msgTooLarge), Hint: toolerr.Msg(hintSmaller), Source: sourceGoSQL},
	{VendorCode: "tls_refused", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool requires an encrypted connection, and the database offers none."), Hint: toolerr.Msg("Someone has to switch TLS on at the database, or correct the tool's settings."), Source: sourceTLS},
	{VendorCode: "pool_timeout", Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("All of the tool's connections to the database are in use."), Source: sourceGoPg},

	// From gorm, which keeps neither the database's code nor its text.
	{VendorCode: "duplicated_key", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgUnique), Hint: toolerr.Msg(hintUnique), Source: sourceGorm},
	{VendorCode: "foreign_key_violated", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgForeign), Hint: toolerr.Msg(hintForeign), Source: sourceGorm},
	{VendorCode: "check_violated", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgCheck), Hint: toolerr.Msg(hintRule), Source: sourceGorm},
}
