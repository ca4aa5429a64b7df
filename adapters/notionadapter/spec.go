// Package notionadapter recognises the errors of Notion's API in plain HTTP responses.
//
// The code in the body decides. Notion's texts reach developers only.
package notionadapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Notion.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Errors:   []spec.Error{{Codes: []string{"Code"}, RequestID: "RequestID"}},
	Body:     func(body []byte) any { return spec.JSON[response](body) },
	Hosts:    []string{"api.notion.com"}, // Notion API, Introduction: base URL
	Form:     isError,
	Members:  []string{"object"},
	Refusals: refusals,
})

// A response is the body of an error (Notion API, Status codes).
type response struct {
	Object    string `json:"object"`
	Status    int    `json:"status"`
	Code      string `json:"code"`
	RequestID string `json:"request_id"`
}

// isError reports whether a body is Notion's error object: other APIs have either the word
// "error" or a status beside the code.
var isError = spec.FormOf(`"object"`, func(r response) bool {
	_, listed := table.Lookup(r.Code)
	return r.Object == "error" && r.Status >= 400 && listed
})
