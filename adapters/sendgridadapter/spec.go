// Package sendgridadapter recognises the errors of Twilio SendGrid's API in plain HTTP
// responses.
//
// The API has no codes: the status decides, and the table has one code of errand's own.
// SendGrid's texts contain addresses and reach developers only.
package sendgridadapter

import (
	"net/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises plain HTTP responses of SendGrid. The zero value is ready to use.
type Adapter struct{}

var _ adapter.Specified = Adapter{}

// Slug returns "_sendgrid".
func (Adapter) Slug() string { return slug }

// Spec returns the data of the adapter; see [spec.Of]. Its table has a code of errand's own.
func (Adapter) Spec() adapter.Adapter { return sendgrid }

// FromError returns the error that err becomes, or nil if it is not SendGrid's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError { return sendgrid.FromError(err) }

var sendgrid = spec.New(spec.Spec{
	Table:    table,
	Hosts:    []string{"api.sendgrid.com", "api.eu.sendgrid.com"}, // sendgrid-go v3.16.1, base_interface.go
	Statuses: map[int]string{http.StatusRequestEntityTooLarge: tooLarge},
	Refusals: refusals,
})
