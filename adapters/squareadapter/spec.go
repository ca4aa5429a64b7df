// Package squareadapter recognises the errors of Square's API in plain HTTP responses.
//
// A declined card has the status 400 or 402: the code in the body decides. Square's texts
// reach developers only.
package squareadapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Square.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Errors[].Code"}}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"connect.squareup.com", "connect.squareupsandbox.com"}, // Square API, Access tokens and other credentials
})

// A response is the body of an error (Square API, Handling errors).
type response struct {
	Errors []struct {
		Code string `json:"code"`
	} `json:"errors"`
}
