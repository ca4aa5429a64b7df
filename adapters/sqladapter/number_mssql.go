package sqladapter

import (
	"io"
	"net"
	"strconv"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// MSSQLCode returns the code that the table has for an error number of SQL Server's, "" if
// it has none: 2627 is MSSQL_2627.
func MSSQLCode(number int) string {
	row, _ := table.Lookup("MSSQL_" + strconv.Itoa(number))
	return row.VendorCode
}

// readMSSQL reads a SQL Server error number. A statement may have several errors: if the
// last one, which the driver returns, is not listed, another decides.
func readMSSQL(a *spec.Answer) bool {
	number, ok := shape.Field[int](a.Node, "Number")
	code := MSSQLCode(number)
	for e := range shape.Items(a.Node, "All") {
		if n, _ := shape.Field[int](e, "Number"); code == "" {
			code = MSSQLCode(n)
		}
	}
	if code == "" && number >= 50000 { // the numbers of the database's own programs
		code = MSSQLCode(50000)
	}
	row, _ := table.Lookup(code)
	if decide(a, number, row); code == "" {
		class, _ := shape.Field[int](a.Node, "Class")
		a.Kind = mssqlClass(class)
	}
	return ok
}

// readMSSQLLoss reads go-mssqldb's error for a connection that ended: only this driver
// writes "Read", and sets no network (go-mssqldb v1.11.2, net.go).
func readMSSQLLoss(a *spec.Answer) bool {
	e, ok := a.Node.(*net.OpError)
	a.Is(connectionLost)
	return ok && e.Op == "Read" && e.Net == "" && e.Err == io.EOF
}

// mssqlClass returns the kind of a class (SQL Server 2022, Database Engine error
// severities): the user can correct errors below 17.
func mssqlClass(class int) toolerr.Kind {
	switch {
	case class == 14:
		return toolerr.KindUpstreamAuthError
	case class < 17:
		return toolerr.KindUpstreamBadRequest
	}
	return toolerr.KindUpstreamServerError
}

// refuseMSSQL returns the refusal in SQL Server's message.
func refuseMSSQL(node any) toolerr.Refusal {
	message, _ := shape.Field[string](node, "Message")
	r := toolerr.Refusal{Message: message}
	if f, ok := phrase.Find(message, mssqlTexts); ok {
		f.Word = last(f.Word)
		r.Findings = []toolerr.Finding{f}
	}
	return r
}
