package sqladapter

import (
	"strconv"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// The codes of mattn/go-sqlite3. The extended one is 0 where SQLite gave none.
var (
	mattnCode     = shape.NewGetter[int]("Code")
	mattnExtended = shape.NewGetter[int]("ExtendedCode")

	// ncruces/go-sqlite3 has types of its own behind its methods (read from
	// v0.36.0, not driven).
	ncrucesCode = shape.NewGetter[int]("code")
)

// coded is modernc.org/sqlite.
type coded interface{ Code() int }

// failedSQLite is the error of a result code of SQLite's. An extended code that
// the table does not know has the meaning of its primary code, the low byte.
func failedSQLite(err, e error, t shape.Type) *toolerr.ToolRuntimeError {
	number, ok := resultCode(e, t)
	if !ok {
		return nil
	}
	code := strconv.Itoa(number)
	row, ok := table.Lookup(SQLiteCode(number))
	if !ok {
		return unlisted(err, e, code)
	}
	return listed(err, e, row, code)
}

func resultCode(e error, t shape.Type) (int, bool) {
	switch t {
	case moderncError:
		return shape.Call(e, coded.Code)
	case ncrucesError:
		return ncrucesCode.Of(e)
	}
	if code, ok := mattnExtended.Of(e); ok && code != 0 {
		return code, true
	}
	return mattnCode.Of(e)
}
