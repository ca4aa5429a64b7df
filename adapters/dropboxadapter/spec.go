// Package dropboxadapter recognises the errors of Dropbox's API in plain HTTP responses.
//
// All errors of an operation have the status 409: the parts of the summary in the body decide,
// the last one first. Dropbox's texts reach developers only.
package dropboxadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of Dropbox.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{Codes: []string{"Codes[]"}}},
	Body:   decode,
	Hosts:  []string{"dropboxapi.com"}, // Dropbox API v2, HTTP documentation: api and content
})

// A response is the body of an error (Dropbox API v2, Errors; auth.stone, RateLimitError).
type response struct {
	Summary string   `json:"error_summary"`
	Codes   []string `json:"-"`
}

// decode reads the parts of a summary, such as "path/not_found/..", the most specific first.
func decode(body []byte) any {
	r := spec.JSON[response](body)
	r.Codes = strings.Split(strings.TrimRight(r.Summary, "/."), "/")
	slices.Reverse(r.Codes)
	return r
}
