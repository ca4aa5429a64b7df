// Package plaidadapter recognises the errors of Plaid's API in plain HTTP responses.
//
// Almost every error has the status 400, also a bank that is down and a sign-in that has
// ended: the code in the body decides. Plaid's texts reach developers only.
package plaidadapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Plaid.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Code"}, RequestID: "RequestID"}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"plaid.com"}, // Plaid API, API host: production.plaid.com, sandbox.plaid.com
})

// A response is the body of an error (Plaid, Errors).
type response struct {
	Code      string `json:"error_code"`
	RequestID string `json:"request_id"`
}
