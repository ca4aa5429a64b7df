package sqladapter

import (
	"strconv"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

var (
	mysqlNumber = shape.NewGetter[int]("Number")
	mysqlState  = shape.NewGetter[[5]byte]("SQLState") // since v1.7.0
)

// failedMySQL is the error of a number of MySQL's. One that the table does not
// know has the meaning of the class of its SQLSTATE, if the server sent one.
func failedMySQL(err, e error) *toolerr.ToolRuntimeError {
	number, ok := mysqlNumber.Of(e)
	if !ok {
		return nil
	}
	code := strconv.Itoa(number)
	row, ok := table.Lookup(MySQLCode(number))
	if !ok {
		row, ok = rowOfMySQLState(e)
	}
	if !ok {
		return unlisted(err, e, code)
	}
	return listed(err, e, row, code)
}

func rowOfMySQLState(e error) (adapter.Row, bool) {
	state, _ := mysqlState.Of(e)
	if s := string(state[:]); isState(s) {
		return table.Lookup(s[:2] + "000")
	}
	return adapter.Row{}, false
}
