// Package sqladapter recognises what databases answer: PostgreSQL and everything
// that speaks its protocol, MySQL and MariaDB, SQLite.
//
// No driver is imported. PostgreSQL's errors are known by the method SQLState,
// which pgx, lib/pq and their forks have, the others by the names of their
// types, so that every version of a driver is served and none is required.
//
// The agent reads the table's own sentences, the code, and the position of a
// fault in the statement it wrote. Messages, details and hints of a server hold
// values of rows and stay with the developer; those of a failed connection hold
// user and host. A connection string is never repeated, not even there.
package sqladapter

import (
	"io"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of database drivers: pgx (any major, with
// pgconn), lib/pq, go-pg, bun's pgdriver, and others whose errors have a method
// SQLState; go-sql-driver/mysql; modernc.org/sqlite, mattn/go-sqlite3 and
// ncruces/go-sqlite3. The zero value is ready for use.
//
// The sentinels of database/sql are stdadapter's, and a connection that broke
// without a word of the driver's own is httpadapter's. Both are asked behind
// this one.
type Adapter struct {
	// Constraints adds the names of the constraint and of its table to the hint,
	// where the driver keeps them apart from the server's text (pgx, lib/pq).
	// They are part of the schema: set it for agents that may know the schema.
	Constraints bool
	// EOF makes the adapter answer for a bare io.EOF or io.ErrUnexpectedEOF as
	// well, which is all that pgx returns where a connection breaks in the middle
	// of a query (measured with v5.12.0). Set it for a tool that reads nothing but
	// a database; a registry for everything leaves it unset.
	EOF bool
}

var _ adapter.Tabled = Adapter{}

// Slug returns "_sql".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean: SQLSTATEs, the symbols of MySQL's error
// numbers, SQLite's result codes, and errand's own words for what drivers say
// themselves.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is no error of a database. An
// answer of a database comes before what a driver says around it; of several,
// the first.
func (a Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	var s sights
	for e := range adapter.Tree(err) {
		t := types.Of(e)
		if te := a.answered(err, e, t); te != nil {
			return te
		}
		s.look(e, t)
		if a.EOF && (e == io.EOF || e == io.ErrUnexpectedEOF) {
			s.breaks(e)
		}
	}
	return s.answer(err)
}

// answered is the error of what a database answered, nil if e is none.
func (a Adapter) answered(err, e error, t shape.Type) *toolerr.ToolRuntimeError {
	if state, ok := stateOf(e, t); ok {
		return a.refused(err, e, state)
	}
	switch t {
	case mysqlError:
		return failedMySQL(err, e)
	case moderncError, mattnError, ncrucesError:
		return failedSQLite(err, e, t)
	}
	return nil
}

// unlisted is the error of a code that the table does not know. The agent does
// not see it.
func unlisted(err, e error, code string) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(e),
		toolerr.WithVendorCode(code), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
}

// listed is the error of a row. code is what the server sent, for the report.
func listed(err, e error, row adapter.Row, code string, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	all := append(make([]toolerr.Option, 0, 8), toolerr.WithVendorType(e))
	switch {
	case symptoms[row.VendorCode]:
		// The agent still sees the code. But what stopped the call may have been
		// the end of its context, which comes first unless somebody has answered.
		code = ""
		fallthrough
	case code != row.VendorCode:
		all = append(all, toolerr.WithVendorCode(code))
	}
	return row.Error(err, append(all, opts...)...)
}
