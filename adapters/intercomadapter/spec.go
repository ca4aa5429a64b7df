// Package intercomadapter recognises the errors of Intercom's API in plain HTTP responses.
//
// The code in the body decides. Intercom's texts reach developers only.
package intercomadapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Intercom.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Errors[].Code"}, RequestID: "RequestID"}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"intercom.io"}, // Intercom, REST API: api.intercom.io, api.eu.intercom.io, api.au.intercom.io
})

// A response is the body of an error (Intercom, Error objects).
type response struct {
	RequestID string `json:"request_id"`
	Errors    []struct {
		Code string `json:"code"`
	} `json:"errors"`
}
