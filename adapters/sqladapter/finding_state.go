package sqladapter

import (
	"strconv"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/sqlstate"
	"github.com/errand-go/errand/toolerr"
)

// A serverField is one of the fields of PostgreSQL's protocol (PostgreSQL 18, section
// 54.8): the byte that names it, and what pgx and lib/pq call it.
type serverField struct {
	name    byte
	getters []*shape.Getter[string]
}

func newField(name byte, paths ...string) serverField {
	f := serverField{name: name}
	for _, path := range paths {
		f.getters = append(f.getters, shape.NewGetter[string](path))
	}
	return f
}

var (
	fieldMessage    = newField('M', "Message")
	fieldDetail     = newField('D', "Detail")
	fieldHint       = newField('H', "Hint")
	fieldQuery      = newField('q', "InternalQuery")
	fieldTable      = newField('t', "TableName", "Table")
	fieldColumn     = newField('c', "ColumnName", "Column")
	fieldConstraint = newField('n', "ConstraintName", "Constraint")
	fieldRoutine    = newField('R', "Routine")
	fieldPosition   = newField('P', "Position") // of lib/pq; that of pgx is a number
)

// of returns the field of an error, "" if it has none.
func (f serverField) of(e any) string {
	if text, ok := shape.Call(e, func(e fielded) string { return e.Field(f.name) }); ok {
		return text
	}
	for _, getter := range f.getters {
		if text, _ := getter.Of(e); text != "" {
			return text
		}
	}
	return ""
}

// positionOf returns the position of an error in the call's own statement, 0 if it has
// none. One in a statement that the server made has other fields.
func positionOf(e any) int {
	at, ok := position.Of(e)
	if !ok {
		at, _ = strconv.Atoi(fieldPosition.of(e))
	}
	return max(at, 0)
}

// refuseState returns what an error with a SQLSTATE says was refused.
func refuseState(node any) toolerr.Refusal {
	message := fieldMessage.of(node)
	return toolerr.Refusal{Message: message, Findings: sqlstate.Read(sqlstate.State{
		Code: stateOf(node), Message: message, Detail: fieldDetail.of(node), Hint: fieldHint.of(node), InternalQuery: fieldQuery.of(node),
		Table: fieldTable.of(node), Column: fieldColumn.of(node), Constraint: fieldConstraint.of(node), Routine: fieldRoutine.of(node), Position: positionOf(node),
	})}
}
