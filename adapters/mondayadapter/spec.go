// Package mondayadapter recognises the errors of monday.com's API in plain HTTP responses.
//
// Most errors come with the status 200: the code in the body decides, and a limit states the
// wait there. monday.com's texts reach developers only.
package mondayadapter

import (
	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of monday.com. A response below 300 is a failure if
// its body has errors: pass the body of a success to FromAnswer.
var Adapter = spec.New(spec.Spec{
	Table:        table,
	Errors:       []spec.Error{{Codes: []string{"Errors[].Extensions.Code", "Code"}}},
	Body:         decode,
	FailsWith2xx: true,
	Hosts:        []string{"api.monday.com"}, // monday.com API, Introduction to GraphQL
	Refusals:     graphqladapter.Refusals(),
})

// A response is the body of an error, also in the older form, which has a code beside the data
// (monday.com API, Error handling).
type response struct {
	Code   string `json:"error_code"`
	Errors []struct {
		Extensions struct {
			Code string `json:"code"`
		} `json:"extensions"`
	} `json:"errors"`
}

// decode reads the errors of a body; nil if there are none.
func decode(body []byte) any {
	r := spec.JSON[response](body)
	if len(r.Errors) == 0 && r.Code == "" {
		return nil
	}
	return r
}
