// Package hubspotadapter recognises the errors of HubSpot's API in plain HTTP responses.
//
// The policy of a limit, or the category of the error, decides. HubSpot's texts reach
// developers only.
package hubspotadapter

import (
	"cmp"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of HubSpot.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Errors:   []spec.Error{{Codes: []string{"Policy", "Category"}, RequestID: "CorrelationID"}},
	Body:     func(body []byte) any { return spec.JSON[response](body) },
	Hosts:    []string{"api.hubapi.com"}, // HubSpot API, Authentication: base URL
	Form:     isError,
	Members:  []string{"correlationId"},
	Refusals: refusals,
	Refine: func(a *spec.Answer) {
		if r, ok := a.Node.(response); ok && len(r.Errors) > 0 {
			a.Needs(strings.Join(r.Errors[0].Context.Scopes, " "))
		}
	},
})

// A response is the body of an error (HubSpot API, Error handling).
type response struct {
	Status        string `json:"status"`
	Policy        string `json:"policyName"`
	Category      string `json:"category"`
	CorrelationID string `json:"correlationId"`
	Errors        []struct {
		Context struct {
			Scopes []string `json:"requiredScopes"`
		} `json:"context"`
	} `json:"errors"`
}

// isError reports whether a body has the members of HubSpot's errors, with a code of the table.
var isError = spec.FormOf(`"correlationId"`, func(r response) bool {
	_, listed := table.Lookup(cmp.Or(r.Policy, r.Category))
	return r.Status == "error" && r.CorrelationID != "" && listed
})
