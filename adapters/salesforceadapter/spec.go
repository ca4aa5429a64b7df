// Package salesforceadapter recognises the errors of Salesforce's REST API in plain HTTP
// responses.
//
// The code decides, and for a limit the beginning of its message: a limit of the day has the
// status 403. Salesforce's texts reach developers only.
package salesforceadapter

import (
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of Salesforce.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Errors:   []spec.Error{{Codes: []string{"[].Code"}}},
	Body:     decode,
	Hosts:    []string{"salesforce.com"}, // REST API Developer Guide, Quick start
	Form:     isFailures,                 // Salesforce gives organizations hosts of their own
	Members:  []string{"errorCode"},
	Refusals: refusals,
})

// isFailures reports whether a body is a list of failures, with a code of the table.
var isFailures = spec.FormOf(`"errorCode"`, func(all []failure) bool {
	if len(all) == 0 {
		return false
	}
	_, listed := table.Lookup(all[0].Code)
	return listed && all[0].Message != ""
})

// A failure is an item of a response's list (REST API Developer Guide, Status codes and error
// responses).
type failure struct {
	Code    string `json:"errorCode"`
	Message string `json:"message"`
}

// decode reads the failures. A limit on concurrent requests has the code of the limit of the
// day; its name is at the beginning of the message.
func decode(body []byte) any {
	all := spec.JSON[[]failure](body)
	for i, f := range all {
		if f.Code == "REQUEST_LIMIT_EXCEEDED" && strings.HasPrefix(f.Message, "Concurrent") {
			all[i].Code = concurrentLimit
		}
	}
	return all
}
