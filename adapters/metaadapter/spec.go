// Package metaadapter recognises the errors of Meta's Graph API, for Facebook, Instagram,
// WhatsApp and Ads, in plain HTTP responses.
//
// Limits, expired tokens and missing permissions all have the status 400: the number in the
// body decides. Meta's texts reach developers only.
package metaadapter

import (
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises plain HTTP responses of the Graph API.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	Errors: []spec.Error{{RequestID: "Error.TraceID", Read: readNumbers}},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	Hosts:  []string{"graph.facebook.com", "graph.instagram.com"}, // Graph API, Overview; Instagram API, Overview
	// An error of a proxy's client has the trace of Meta's.
	Form:    spec.FormOf(`"fbtrace_id"`, func(r response) bool { return r.Error.Code != 0 && r.Error.TraceID != "" }),
	Members: []string{"error"},
})

// A response is the body of an error (Graph API, Handle errors).
type response struct {
	Error struct {
		Code      int    `json:"code"`
		Subcode   int    `json:"error_subcode"`
		Transient bool   `json:"is_transient"`
		TraceID   string `json:"fbtrace_id"`
	} `json:"error"`
}

// readNumbers reads the number of an error. The permissions have those from 200 to 299.
func readNumbers(a *spec.Answer) bool {
	r, _ := a.Node.(response)
	number := r.Error.Code
	if number > 200 && number < 300 {
		number = 200
	}
	if a.Is(table.Code(r.Error.Subcode)); a.Row.VendorCode == "" {
		a.Is(table.Code(number))
	}
	if a.Row.VendorCode == "" && r.Error.Transient {
		a.Kind = toolerr.KindUpstreamServerError
	}
	return true
}
