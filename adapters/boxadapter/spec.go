// Package boxadapter recognises the errors of Box's API in plain HTTP responses.
//
// The code in the body decides: a full account, a large file and a user who has to accept
// terms share the statuses 400 and 403. Box's texts reach developers only.
package boxadapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Box.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Code"}, RequestID: "RequestID"}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"api.box.com", "upload.box.com"}, // Box API reference
})

// A response is the body of an error (Box API, Client error).
type response struct {
	Code      string `json:"code"`
	RequestID string `json:"request_id"`
}
