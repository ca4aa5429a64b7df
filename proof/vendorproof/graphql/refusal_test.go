package graphql_test

import (
	"strings"
	"testing"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// Refusals with status 200 and with 400 give the same result for every client, as far as
// the client keeps them.
func TestRefusals(t *testing.T) {
	const body = `{"errors":[` +
		`{"message":"Unknown argument \"frist\" on field \"Query.me\". Did you mean \"first\"?","locations":[{"line":1,"column":10}]},` +
		`{"message":"must be defined","path":["variable","input","title"],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`
	argument := toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "frist", Names: []string{"first"}, At: toolerr.Position{Line: 1, Column: 10}}
	variable := toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"variables.input.title"}}
	for name, call := range callers {
		for _, status := range []int{200, 400} {
			want := []toolerr.Finding{argument, variable}
			switch {
			case name == "go-gh" && status == 400:
				continue // an error of its REST client, which githubadapter reads
			case name == "machinebox": // keeps only the message of one error
				want = []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "frist", Names: []string{"first"}}}
			case strings.HasPrefix(name, "shurcool"), name == "githubv4":
				if status == 200 { // drops paths
					want = []toolerr.Finding{argument}
				}
			}
			t.Run(name, func(t *testing.T) {
				s := proof.Serve(t, proof.Answer{Status: status, Body: body})
				proof.Refusal(t, graphqladapter.Adapter{}, call(t.Context(), s.Client(), s.URL), "", want...)
			})
		}
	}
}
