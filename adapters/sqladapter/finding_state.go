package sqladapter

import (
	"strconv"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/internal/sqlstate"
	"github.com/errand-go/errand/toolerr"
)

// A serverField is a field of PostgreSQL's protocol (PostgreSQL 18, section 54.8): its
// byte, and its names in pgx and lib/pq.
type serverField struct {
	name  byte
	paths []string
}

var (
	fieldMessage    = serverField{'M', []string{"Message"}}
	fieldDetail     = serverField{'D', []string{"Detail"}}
	fieldHint       = serverField{'H', []string{"Hint"}}
	fieldQuery      = serverField{'q', []string{"InternalQuery"}}
	fieldTable      = serverField{'t', []string{"TableName", "Table"}}
	fieldColumn     = serverField{'c', []string{"ColumnName", "Column"}}
	fieldConstraint = serverField{'n', []string{"ConstraintName", "Constraint"}}
	fieldRoutine    = serverField{'R', []string{"Routine"}}
	fieldPosition   = serverField{'P', []string{"Position"}} // in lib/pq; a number in pgx
)

// of returns the field of an error, or "".
func (f serverField) of(e any) string {
	if text, ok := shape.Call(e, func(e fielded) string { return e.Field(f.name) }); ok {
		return text
	}
	for _, path := range f.paths {
		if text, _ := shape.Field[string](e, path); text != "" {
			return text
		}
	}
	return ""
}

// positionOf returns the position of an error in the call's own statement, or 0. A position
// in a statement that the server made is in other fields.
func positionOf(e any) int {
	at, ok := shape.Field[int](e, "Position")
	if !ok {
		at, _ = strconv.Atoi(fieldPosition.of(e))
	}
	return max(at, 0)
}

// refuseState returns the refusal in an error with a SQLSTATE.
func refuseState(node any) toolerr.Refusal {
	message := fieldMessage.of(node)
	found := sqlstate.Read(sqlstate.State{
		Code: stateOf(node), Message: message, Detail: fieldDetail.of(node), Hint: fieldHint.of(node), InternalQuery: fieldQuery.of(node),
		Table: fieldTable.of(node), Column: fieldColumn.of(node), Constraint: fieldConstraint.of(node), Routine: fieldRoutine.of(node), Position: positionOf(node),
	})
	if stated := refusal.Stated(message); len(found) == 1 && found[0].Rule == "" && len(stated) > 0 && stateOf(node) != "22003" { // the state is a general one
		for i, s := range stated {
			f := found[0]
			f.Rule, f.Limit, f.Beyond = s.Rule, s.Limit, s.Beyond
			stated[i] = f
		}
		found = stated
	}
	return toolerr.Refusal{Message: message, Findings: found}
}
