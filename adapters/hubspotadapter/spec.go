// Package hubspotadapter recognises the errors of HubSpot's API in plain HTTP responses.
//
// The policy of a limit, or the category of the error, decides. HubSpot's texts reach
// developers only.
package hubspotadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises plain HTTP responses of HubSpot. The zero value is ready to use.
type Adapter struct{}

var _ adapter.Specified = Adapter{}

// Slug returns "_hubspot".
func (Adapter) Slug() string { return slug }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of HubSpot's
// categories and of the policies of limits.
func (Adapter) Spec() adapter.Adapter { return hubspot }

// FromError returns the error that err becomes, or nil if it is not HubSpot's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError { return hubspot.FromError(err) }

var hubspot = spec.New(spec.Spec{
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

// isError reports whether a body has the members of HubSpot's errors.
var isError = spec.FormOf(`"correlationId"`, func(r response) bool {
	return r.Status == "error" && r.CorrelationID != "" && (r.Category != "" || r.Policy != "")
})
