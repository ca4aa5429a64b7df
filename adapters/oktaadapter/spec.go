// Package oktaadapter recognises the errors of Okta's API in plain HTTP responses.
//
// The code in the body decides: a feature that is not enabled and a state of a user that does
// not allow the call share the status 403. Okta's texts reach developers only.
package oktaadapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Okta.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Code"}, RequestID: "ID"}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"okta.com", "oktapreview.com", "okta-emea.com"}, // Okta, Domains
})

// A response is the body of an error (Okta, Error codes).
type response struct {
	Code string `json:"errorCode"`
	ID   string `json:"errorId"`
}
