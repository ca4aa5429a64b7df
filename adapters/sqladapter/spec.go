// Package sqladapter recognises the errors of databases: PostgreSQL and other servers
// of its protocol, MySQL and MariaDB, SQL Server and Azure SQL, SQLite.
//
// No driver is imported, so every version of a driver is supported. PostgreSQL's errors
// are recognised by the method SQLState, which pgx, lib/pq and their forks have. The
// others are recognised by the names of their types.
//
// The agent reads the table's own messages, the code, the position of an error in the
// statement that it wrote, and the wrong word there, which the server's message
// selects from the statement. Only developers see the server's messages, details and
// hints, because they contain values of rows, and the user and the host of a failed
// connection. A connection string is never reported. [adapter.DisclosureNames] shows
// the agent the names of columns, tables and constraints as well.
package sqladapter

import (
	"cmp"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of database drivers: pgx (any major, with pgconn), lib/pq,
// bun's pgdriver, and others whose errors have a method SQLState; go-sql-driver/mysql;
// microsoft/go-mssqldb and denisenkom/go-mssqldb; modernc.org/sqlite and its fork
// glebarez/go-sqlite, mattn/go-sqlite3 and ncruces/go-sqlite3. It also recognises the errors into which
// gorm translates those of its drivers. The zero value is ready to use.
//
// The sentinels of database/sql are left to stdadapter. A connection that broke
// without a driver's error is left to httpadapter. Both come after this adapter in a
// chain.
type Adapter struct {
	// EOF makes the adapter recognise a bare io.EOF or io.ErrUnexpectedEOF as well,
	// which is all that pgx returns where a connection breaks in the middle of a query
	// (measured with v5.12.0). Set it for a tool that reads nothing but a database, and
	// leave it unset in a registry for all tools.
	EOF bool
}

// Slug returns "_sql".
func (Adapter) Slug() string { return table.Slug() }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of the
// codes: SQLSTATEs, the symbols of MySQL's error numbers, SQLite's result codes, and
// errand's own codes for errors of drivers.
func (Adapter) Spec() adapter.Adapter { return sql }

// Reads also accepts the errors of connections, which the spec does not read.
func (a Adapter) Reads(t reflect.Type) bool {
	return sql.Reads(t) || connections.Has(t) || a.EOF && t == reflect.TypeOf(io.EOF)
}

// FromError returns the error that err becomes, or nil if it is not an error of a
// database. A server's answer comes before the driver's errors around it.
func (a Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	if te := sql.FromError(err); te != nil {
		return te
	}
	return a.connectionError(err)
}

const pgx, pgconn, pgconn4 = "github.com/jackc/pgx", "github.com/jackc/pgx/pgconn", "github.com/jackc/pgconn"

var (
	pqError       = shape.T("github.com/lib/pq", "Error") // before v1.10 without SQLState
	mysqlError    = shape.T("github.com/go-sql-driver/mysql", "MySQLError")
	mssqlError    = shape.T("github.com/microsoft/go-mssqldb", "Error")
	mssqlStream   = shape.T("github.com/microsoft/go-mssqldb", "StreamError")
	moderncError  = shape.T("modernc.org/sqlite", "Error")
	glebarezError = shape.T("github.com/glebarez/go-sqlite", "Error")
	mattnError    = shape.T("github.com/mattn/go-sqlite3", "Error")
	ncrucesError  = shape.T("github.com/ncruces/go-sqlite3", "Error")

	configError = shape.T(pgconn, "ParseConfigError")
	scanError   = shape.T(pgx, "ScanArgError")
	lockError   = shape.T(pgconn, "connLockError")
)

var sql = spec.New(spec.Spec{
	Table:  table,
	NoHTTP: true,
	Errors: []spec.Error{
		{
			Types:      []shape.Type{pqError},
			Implements: []reflect.Type{reflect.TypeFor[stated](), reflect.TypeFor[fielded]()},
			Read:       readState, Refusal: refuseState,
		},
		{Types: []shape.Type{mysqlError}, Read: readMySQL, Refusal: refuseMySQL},
		{Types: []shape.Type{mssqlError, shape.T("github.com/denisenkom/go-mssqldb", "Error")}, Read: readMSSQL, Refusal: refuseMSSQL},
		{Types: []shape.Type{mssqlStream, shape.T("github.com/denisenkom/go-mssqldb", "StreamError")}, Code: connectionLost, Fallback: true},
		{Types: []shape.Type{shape.T("net", "OpError")}, Read: readMSSQLLoss, Fallback: true},
		{Types: []shape.Type{moderncError, glebarezError}, Read: readSQLite, Refusal: refuseSQLite},
		{Types: []shape.Type{mattnError}, Read: readSQLite, Refusal: refuseSQLite},
		{Types: []shape.Type{ncrucesError}, Read: readSQLite, Refusal: refuseSQLite},
		{Types: []shape.Type{configError, shape.T(pgconn4, "parseConfigError")}, Code: invalidDSN, Fallback: true},
		{Types: []shape.Type{scanError, shape.T(pgx, "scanArgError")}, Code: scanFailed, Fallback: true},
		{Types: []shape.Type{lockError, shape.T(pgconn4, "connLockError")}, Read: readLock, Fallback: true},
	},
	Begins: append(slices.Collect(maps.Keys(texts)), "Error ", "ERROR: ", "FATAL: ", mssqlText),
	Text: func(e error) *spec.Answer {
		if code := cmp.Or(texts[e.Error()], codeIn(e.Error())); code != "" && !spec.Wraps(e) {
			return &spec.Answer{Codes: []string{code}, Fallback: true}
		}
		return nil
	},
	Refine: func(a *spec.Answer) {
		if a.Row.VendorCode == invalidDSN {
			a.Add(toolerr.WithDeveloperMessage("pgconn: a connection string that cannot be parsed; it is not repeated here"))
		}
	},
})

// mssqlText begins go-mssqldb's texts, and deadlocked that of error 1205, which has no number (v1.11.2,
// Error.Error).
const (
	mssqlText  = "mssql: "
	deadlocked = mssqlText + "Transaction (Process ID "
)

// codeIn returns the code in the text of an error that lost its type, as the drivers write it:
// "Error 1226 (42000): …" (go-sql-driver/mysql v1.10.0), "ERROR: … (SQLSTATE 40001)" (pgx v5.12.0).
func codeIn(text string) string {
	if strings.HasPrefix(text, deadlocked) && strings.Contains(text, " was deadlocked on ") {
		return MSSQLCode(1205)
	}
	if i := strings.LastIndexByte(text, '('); i > 0 && strings.HasPrefix(text, mssqlText) { // "… Please retry the connection later. (40613)", of Azure SQL
		number, _ := strconv.Atoi(strings.TrimRight(text[i+1:], ")."))
		return MSSQLCode(number)
	}
	if head, _, ok := strings.Cut(text, "): "); ok && strings.HasPrefix(head, "Error ") { // without a state, it may be of anything
		digits, state, _ := strings.Cut(head[len("Error "):], " (")
		if number, err := strconv.Atoi(digits); err == nil && isState(state) {
			return MySQLCode(number)
		}
		return ""
	}
	_, state, _ := strings.Cut(text, " (SQLSTATE ")
	if state, ok := strings.CutSuffix(state, ")"); ok && isState(state) {
		row, listed := table.Lookup(state)
		if !listed {
			row, _ = table.Lookup(classOf(state))
		}
		return row.VendorCode
	}
	return ""
}

// readLock reads pgx's error for a connection that is in use.
func readLock(a *spec.Answer) bool {
	a.Is(connectionBusy)
	if status, _ := shape.Field[string](a.Node, "status"); status == "conn closed" {
		a.Is(connectionClosed)
	}
	return true
}
