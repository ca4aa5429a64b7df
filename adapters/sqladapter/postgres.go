package sqladapter

import (
	"strconv"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// stated are pgx and pgconn, lib/pq since v1.10, and their forks; fielded are
// go-pg and bun's pgdriver, whose fields are those of the protocol.
type (
	stated  interface{ SQLState() string }
	fielded interface {
		Field(name byte) string
		IntegrityViolation() bool
	}
)

// stateOf returns the SQLSTATE of e, and whether it has one: five digits and
// capital letters (ISO/IEC 9075-2), of a class that says that something failed.
func stateOf(e error, t shape.Type) (state string, ok bool) {
	switch e.(type) {
	case stated:
		state, ok = shape.Call(e, stated.SQLState)
	case fielded:
		state, ok = shape.Call(e, func(e fielded) string { return e.Field('C') })
	default:
		if t == pqError {
			state, ok = shape.Field[string](e, "Code")
		}
	}
	return state, ok && isState(state)
}

func isState(s string) bool {
	if len(s) != 5 {
		return false
	}
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s[:2] != "00" && s[:2] != "01" // success, a warning
}

// rowOfState returns the row of a SQLSTATE, or else that of its class, which
// PostgreSQL documents as good enough for programs that do not know the code
// (Appendix A): the last three digits of a class are zeros.
func rowOfState(state string) (adapter.Row, bool) {
	if row, ok := table.Lookup(state); ok {
		return row, true
	}
	return table.Lookup(state[:2] + "000")
}

// refused is the error of a SQLSTATE.
func (a Adapter) refused(err, e error, state string) *toolerr.ToolRuntimeError {
	row, ok := rowOfState(state)
	if !ok {
		return unlisted(err, e, state)
	}
	switch {
	case state[:2] == "42" && row.Kind == toolerr.KindUpstreamValidationError:
		if at := position(e); at > 0 {
			row.Hint = toolerr.Msgf("The fault is at character %s of the SQL. Correct it; look at the schema first, if there is a way to.", toolerr.Int(at))
		}
	case state[:2] == "23" && a.Constraints:
		if hint := constraintOf(e); !hint.IsZero() {
			row.Hint = hint
		}
	}
	return listed(err, e, row, state)
}

// The fields of pgx, and those of lib/pq. The position is that in the statement
// of the call: one in a statement that the server made itself has other fields.
var (
	numeral     = shape.NewGetter[int]("Position")
	textual     = shape.NewGetter[string]("Position")
	constraints = [...]*shape.Getter[string]{shape.NewGetter[string]("ConstraintName"), shape.NewGetter[string]("Constraint")}
	tables      = [...]*shape.Getter[string]{shape.NewGetter[string]("TableName"), shape.NewGetter[string]("Table")}
)

// position is where the fault is in the statement, counted in characters from 1;
// 0 if the error does not say.
func position(e error) int {
	if at, ok := numeral.Of(e); ok {
		return at
	}
	text, _ := textual.Of(e)
	at, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return at
}

// constraintOf names the constraint that was violated, and its table.
func constraintOf(e error) toolerr.Message {
	constraint, table := first(e, constraints[:]), first(e, tables[:])
	switch {
	case constraint != "" && table != "":
		return toolerr.Msgf("It is the constraint %s of the table %s.", toolerr.Ident(constraint), toolerr.Ident(table))
	case constraint != "":
		return toolerr.Msgf("It is the constraint %s.", toolerr.Ident(constraint))
	case table != "":
		return toolerr.Msgf("It is a constraint of the table %s.", toolerr.Ident(table))
	}
	return toolerr.Message{}
}

func first(e error, fields []*shape.Getter[string]) string {
	for _, get := range fields {
		if text, _ := get.Of(e); text != "" {
			return text
		}
	}
	return ""
}
