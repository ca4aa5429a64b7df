package sqladapter

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// MySQLCode returns the code that the table has for an error number of MySQL's or
// MariaDB's, "" if it has none: 1062 is ER_DUP_ENTRY.
func MySQLCode(number int) string { return table.Code(number) }

// SQLiteCode returns the code that the table has for a result code of SQLite's, ""
// if it has none: 2067 is SQLITE_CONSTRAINT_UNIQUE. An extended code that the table
// does not list means what its primary code means, the low byte.
func SQLiteCode(number int) string {
	return cmp.Or(results[number], results[number&0xff])
}

// vitess are the codes for those that Vitess, and PlanetScale with it, states in the text of
// error 1105, "unknown error" (Vitess, go/mysql/sqlerror and go/vt/vterrors).
var vitess = map[string]string{"ResourceExhausted": poolFull, "Unavailable": connectionLost, "DeadlineExceeded": "ER_QUERY_INTERRUPTED"}

// readMySQL reads a MySQL error number. For an unlisted one, the class of its SQLSTATE
// decides, if the server sent one.
func readMySQL(a *spec.Answer) bool {
	number, ok := shape.Field[int](a.Node, "Number")
	row, listed := table.Lookup(MySQLCode(number))
	if state, _ := shape.Field[[5]byte](a.Node, "SQLState"); !listed && isState(string(state[:])) {
		row, _ = table.Lookup(classOf(string(state[:])))
	}
	message, _ := shape.Field[string](a.Node, "Message")
	_, code, _ := strings.Cut(message, "code = ")
	code, _, _ = strings.Cut(code, " ")
	if own, known := vitess[code]; known && number == 1105 {
		row, _ = table.Lookup(own)
	}
	decide(a, number, row)
	return ok
}

// readSQLite reads a SQLite result code.
func readSQLite(a *spec.Answer) bool {
	number, ok := resultOf(a.Node)
	row, _ := table.Lookup(SQLiteCode(number))
	decide(a, number, row)
	return ok
}

// resultOf returns the result code of an error, and whether it has one.
func resultOf(node any) (number int, ok bool) {
	number, ok = shape.Call(node, func(e interface{ Code() int }) int { return e.Code() }) // modernc.org/sqlite
	// mattn/go-sqlite3 has ExtendedCode, which is 0 if SQLite has none, and Code; ncruces/go-sqlite3
	// has code (read from v0.36.0).
	for _, field := range [...]string{"ExtendedCode", "Code", "code"} {
		if number == 0 {
			n, found := shape.Field[int](node, field)
			number, ok = n, ok || found
		}
	}
	return number, ok
}

// decide sets the row, and reports its number. A number without a row is not one of the
// codes, because it could equal a SQLSTATE's row.
func decide(a *spec.Answer, number int, row adapter.Row) {
	a.Row = row
	if row.VendorCode == "" {
		a.Add(toolerr.WithVendorCode(strconv.Itoa(number)))
		return
	}
	a.Codes = []string{strconv.Itoa(number)}
}
