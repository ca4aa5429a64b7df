package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/sqlstate"
	"github.com/errand-go/errand/toolerr"
)

// statePaths are the paths of a database's error in a body (PostgREST 13, Errors; Hasura 2.46,
// internal errors; node-postgres 8, DatabaseError).
var statePaths = [][]string{{}, {"error"}, {"cause"}, {"meta"}, {"original"}, {"parent"}, {"details"}, {"data"}, {"errors", "0"}, {"errors", "0", "extensions", "internal", "error"}, {"internal", "error"}}

// states reads a database's error with a SQLSTATE (PostgreSQL 18, Appendix A).
func states(d Doc) []toolerr.Finding {
	for _, path := range statePaths {
		if found := state(d.Root.At(path...)); len(found) > 0 && found[0].Rule != "" { // otherwise the sentence states more
			return found
		}
	}
	return nil
}

// state returns the findings of an error with a SQLSTATE in a member. A number of five
// digits counts as one only beside another member of such an error.
func state(e jsontree.Node) []toolerr.Finding {
	if !e.IsObject() {
		return nil
	}
	text := func(names ...string) string {
		for _, name := range names {
			if n := e.Member(name); n.IsString() {
				return n.Text
			}
		}
		return ""
	}
	code := text("sqlState", "sqlstate", "sql_state", "SQLSTATE", "sqlcode", "code", "status_code", "errorCode", "error_code")
	if len(code) != 5 {
		return nil
	}
	named := slices.ContainsFunc([]string{"hint", "details", "detail", "severity", "constraint", "routine", "sqlState", "sqlstate", "sql_state", "exec_status"}, func(m string) bool { return e.Member(m).Exists() })
	if !named && strings.Trim(code, "0123456789") == "" {
		return nil
	}
	found := sqlstate.Read(sqlstate.State{
		Code: code, Message: text("message", "msg", "error", "reason"), Detail: text("details", "detail", "description"), Hint: text("hint"),
		Table: text("table", "table_name"), Column: text("column", "column_name"), Constraint: text("constraint", "constraint_name"), Routine: text("routine"), InternalQuery: text("internalQuery"),
	})
	return unqualified(found) // the server made the statement, and the call has the names without the table
}

// unqualified removes schema and table from the names in findings.
func unqualified(found []toolerr.Finding) []toolerr.Finding {
	for i := range found {
		found[i].Word = found[i].Word[strings.LastIndexByte(found[i].Word, '.')+1:]
	}
	return found
}
