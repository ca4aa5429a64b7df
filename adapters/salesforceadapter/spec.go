// Package salesforceadapter recognises the errors of Salesforce's REST API in plain HTTP
// responses.
//
// The code decides: a limit of the day has the status 403. Salesforce's texts reach
// developers only.
package salesforceadapter

import "github.com/errand-go/errand/adapters/spec"

// Adapter recognises plain HTTP responses of Salesforce.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Errors:   []spec.Error{{Codes: []string{"[].Code"}}},
	Body:     func(body []byte) any { return spec.JSON[[]failure](body) },
	Hosts:    []string{"salesforce.com"}, // REST API Developer Guide, Quick start
	Refusals: refusals,
})

// A failure is an item of a response's list (REST API Developer Guide, Status codes and error
// responses).
type failure struct {
	Code string `json:"errorCode"`
}
