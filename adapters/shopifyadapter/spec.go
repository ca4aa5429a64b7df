// Package shopifyadapter recognises the errors of Shopify's Admin API in plain HTTP
// responses.
//
// It reads the statuses of the REST API, and the user errors of a mutation, which come
// with a success. Shopify's texts reach developers only.
package shopifyadapter

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of Shopify. A response below 300 is a failure if its
// body has user errors: pass the body of a success to FromAnswer.
var Adapter = spec.New(spec.Spec{
	Table:        table,
	Errors:       []spec.Error{{Codes: []string{"Codes[]"}}},
	Body:         decode,
	FailsWith2xx: true,
	Hosts:        []string{"myshopify.com"}, // Admin API, Endpoints
	// Admin API, Response status codes.
	Statuses: map[int]string{http.StatusPaymentRequired: shopFrozen, http.StatusLocked: shopLocked, 430: securityRejection},
	Refusals: refusals,
})

// A response has the codes of a body's errors: of the document, and of all mutations.
type response struct{ Codes []string }

// decode reads the errors of a body; nil if there are none.
func decode(body []byte) any {
	type userError struct {
		Code string `json:"code"`
	}
	failed := spec.JSON[struct {
		Data   map[string]map[string]json.RawMessage `json:"data"`
		Errors []struct {
			Extensions userError `json:"extensions"`
		} `json:"errors"`
	}](body)
	var r response
	for _, e := range failed.Errors {
		r.Codes = append(r.Codes, e.Extensions.Code)
	}
	for _, mutation := range failed.Data {
		for name, value := range mutation {
			if !strings.HasSuffix(strings.ToLower(name), "usererrors") {
				continue
			}
			for _, e := range spec.JSON[[]userError](value) {
				r.Codes = append(r.Codes, e.Code)
			}
		}
	}
	if len(r.Codes) == 0 {
		return nil
	}
	return r
}
