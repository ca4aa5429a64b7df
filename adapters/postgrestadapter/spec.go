// Package postgrestadapter recognises the errors of PostgREST in plain HTTP responses, those
// of Supabase's REST API too.
//
// The code in the body decides, PostgREST's or PostgreSQL's: a query that ran too long and two
// calls that collide share the status 500. The texts reach developers only.
package postgrestadapter

import (
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of PostgREST by their bodies, on any host: below
// supabase.co there are other APIs too, and functions of customers.
var Adapter = spec.New(spec.Spec{
	Table:   table,
	Errors:  []spec.Error{{Codes: []string{"Code"}}},
	Body:    func(body []byte) any { return spec.JSON[struct{ Code string }](body) },
	Form:    isError,
	Members: []string{"details"},
})

// isError reports whether a body has the four members of an error, with a code of the table
// or another code of PostgREST's (PostgREST, Errors).
var isError = spec.FormOf(`"details"`, func(r map[string]json.RawMessage) bool {
	code := spec.JSON[string](r["code"])
	_, listed := table.Lookup(code)
	return (listed || strings.HasPrefix(code, "PGRST")) && len(r) == 4 && r["message"] != nil && r["details"] != nil && r["hint"] != nil
})
