package github_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/githubadapter"
	vendorproof "github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// go-github and go-gh read GitHub's refusals.
func TestRefusals(t *testing.T) {
	const docs = `,"documentation_url":"https://docs.github.com/rest/issues/issues#create-an-issue"}`
	for name, tt := range map[string]struct {
		body string
		want []toolerr.Finding
	}{
		"fields": {
			`{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"},{"resource":"Issue","field":"milestone","code":"invalid"}]` + docs,
			[]toolerr.Finding{{Rule: toolerr.RuleRequired, Fields: []string{"title"}}, {Rule: toolerr.RuleBadValue, Fields: []string{"milestone"}}},
		},
		"a text": {
			`{"message":"Validation Failed","errors":[{"resource":"Issue","code":"custom","field":"body","message":"body is too long (maximum is 65536 characters)"}]` + docs,
			[]toolerr.Finding{{Rule: toolerr.RuleTooLong, Fields: []string{"body"}, Limit: "65536"}},
		},
		"the form of the request": {
			`{"message":"Invalid request.\n\n\"title\" wasn't supplied."` + docs, []toolerr.Finding{{Rule: toolerr.RuleRequired, Fields: []string{"title"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, answer{422, nil, tt.body})
			vendorproof.Refusal(t, githubadapter.Adapter{}, newClient(t, s.URL, s.Client()).createIn(t.Context(), "r"), tt.body, tt.want...)
			vendorproof.Refusal(t, githubadapter.Adapter{}, callGh(t.Context(), s.URL, s.Client()), tt.body, tt.want...)
		})
	}
}
