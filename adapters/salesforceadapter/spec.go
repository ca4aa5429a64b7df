// Package salesforceadapter recognises the errors of Salesforce's REST API in plain HTTP
// responses.
//
// The code decides: a limit of the day has the status 403. Salesforce's texts reach
// developers only.
package salesforceadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises plain HTTP responses of Salesforce. The zero value is ready to use.
type Adapter struct{}

var _ adapter.Specified = Adapter{}

// Slug returns "_salesforce".
func (Adapter) Slug() string { return slug }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of
// Salesforce's codes.
func (Adapter) Spec() adapter.Adapter { return salesforce }

// FromError returns the error that err becomes, or nil if it is not Salesforce's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError { return salesforce.FromError(err) }

var salesforce = spec.New(spec.Spec{
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
