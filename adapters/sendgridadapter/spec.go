// Package sendgridadapter recognises the errors of Twilio SendGrid's API in plain HTTP
// responses.
//
// The API has no codes: the status decides, and the table has one code of errand's own.
// SendGrid's texts contain addresses and reach developers only.
package sendgridadapter

import (
	"net/http"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of SendGrid.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Hosts:    []string{"api.sendgrid.com", "api.eu.sendgrid.com"}, // sendgrid-go v3.16.1, base_interface.go
	Statuses: map[int]string{http.StatusRequestEntityTooLarge: tooLarge},
	Refusals: refusals,
})
