// Package hubspotadapter recognises the errors of HubSpot's API in plain HTTP responses.
//
// The policy of a limit, or the category of the error, decides. HubSpot's texts reach
// developers only.
package hubspotadapter

import (
	"cmp"

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
})

// A response is the body of an error (HubSpot API, Error handling).
type response struct {
	Status        string `json:"status"`
	Policy        string `json:"policyName"`
	Category      string `json:"category"`
	CorrelationID string `json:"correlationId"`
}

// isError reports whether a body has the members of HubSpot's errors, with a code of the table.
var isError = spec.FormOf(`"correlationId"`, func(r response) bool {
	_, listed := table.Lookup(cmp.Or(r.Policy, r.Category))
	return r.Status == "error" && r.CorrelationID != "" && listed
})
