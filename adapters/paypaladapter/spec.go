// Package paypaladapter recognises the errors of PayPal's REST API in plain HTTP responses.
//
// The issue in the body decides: most have the status 422, whoever has to act. PayPal's texts
// reach developers only.
package paypaladapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of PayPal.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Details[].Issue", "Name"}, RequestID: "DebugID"}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"paypal.com"}, // PayPal REST APIs, API requests: api-m.paypal.com, api-m.sandbox.paypal.com
})

// A response is the body of an error (PayPal REST APIs, API responses).
type response struct {
	Name    string `json:"name"`
	DebugID string `json:"debug_id"`
	Details []struct {
		Issue string `json:"issue"`
	} `json:"details"`
}
