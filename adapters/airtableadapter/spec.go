// Package airtableadapter recognises the errors of Airtable's Web API in plain HTTP
// responses.
//
// The type of the error decides. Airtable's texts reach developers only.
package airtableadapter

import (
	"encoding/json"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of Airtable.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Errors:   []spec.Error{{Codes: []string{"Type"}}},
	Body:     decode,
	Hosts:    []string{"api.airtable.com", "content.airtable.com"}, // Airtable Web API, Introduction
	Refusals: refusals,
})

type failure struct {
	Type string `json:"type"`
}

// decode reads an error that is an object with a type, or the type alone (Airtable Web API,
// Errors).
func decode(body []byte) any {
	r := spec.JSON[struct {
		Error  json.RawMessage `json:"error"`
		Errors []struct {
			Error string `json:"error"`
		} `json:"errors"`
	}](body)
	f := spec.JSON[failure](r.Error)
	if word := spec.JSON[string](r.Error); word != "" {
		f.Type = word
	}
	for _, e := range r.Errors { // of limits
		f.Type = e.Error
	}
	return f
}
