// Package atlassianadapter recognises the errors of the REST APIs of Jira and Confluence
// in plain HTTP responses.
//
// The APIs have hardly any codes: the status decides. The products' texts reach developers
// only.
package atlassianadapter

import (
	"encoding/json"
	"net/http"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of Jira and Confluence, and those of Jira on any
// host.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Errors:   []spec.Error{{Codes: []string{"Errors[].Code"}}},
	Body:     func(body []byte) any { return spec.JSON[response](body) },
	Hosts:    []string{"atlassian.net", "api.atlassian.com"}, // Jira Cloud REST API v3, About: URIs
	Form:     isCollection,
	Members:  []string{"errorMessages"},
	Refusals: refusals,
	Refine: func(a *spec.Answer) {
		if r, _ := a.Node.(response); a.Status == http.StatusUnauthorized && r.Message == "Unauthorized; scope does not match" {
			a.Is(scopeMismatch)
		}
	},
})

// A response is the body of an error of Confluence (Confluence Cloud REST API v2).
type response struct {
	Message string `json:"message"` // of the gateway
	Errors  []struct {
		Code string `json:"code"`
	} `json:"errors"`
}

// isCollection reports whether a body is an ErrorCollection (Jira Cloud REST API v3, Status
// codes): a list of messages, and a map of fields or a list of warnings.
var isCollection = spec.FormOf(`"errorMessages"`, func(r struct {
	Messages []string          `json:"errorMessages"`
	Errors   map[string]string `json:"errors"`
	Warnings []json.RawMessage `json:"warningMessages"`
},
) bool {
	return r.Messages != nil && (r.Errors != nil || r.Warnings != nil)
})
