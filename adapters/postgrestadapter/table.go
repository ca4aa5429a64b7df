package postgrestadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "PostgREST, Errors"

// table lists the meanings of PostgREST's codes, and sqladapter's of SQLSTATEs.
var table = adapter.NewTable("_postgrest", "PostgREST", append(borrowed(),
	adapter.Row{VendorCodes: []string{"PGRST000", "PGRST001", "PGRST002"}, Fact: toolerr.FactFailed, Message: toolerr.Msg("PostgREST cannot connect to the database."), Source: source},
	adapter.Row{VendorCode: "PGRST003", Fact: toolerr.FactPoolFull, Source: source},
	adapter.Row{VendorCode: "PGRST116", Fact: toolerr.FactNotFound, Hint: toolerr.Msg("The call asks for exactly one row, and there is none, or more than one."), Source: source},
	adapter.Row{VendorCodes: []string{"PGRST202", "PGRST205"}, Fact: toolerr.FactNotFound, Hint: toolerr.Msg("There is no such function or table, or its arguments have other names."), Source: source},
)...)

// sqlStates are the SQLSTATEs whose meaning PostgREST's status does not tell.
const sqlStates = "22P02 23502 23503 23505 23514 25006 40001 40P01 42501 42703 42P01 53300 55P03 57014 P0001"

// borrowed returns sqladapter's rows for the SQLSTATEs.
func borrowed() (all []adapter.Row) {
	sql := spec.Of(sqladapter.Adapter{}).Table()
	for state := range strings.FieldsSeq(sqlStates) {
		row, ok := sql.Lookup(state)
		if !ok {
			panic("postgrestadapter: sqladapter does not list " + state)
		}
		row.Unanswered = false // PostgREST sent it
		all = append(all, row)
	}
	return all
}
