// Package telegramadapter recognises the errors of Telegram's Bot API in plain HTTP
// responses.
//
// The API has no codes besides the status; three refusals are recognised by the text after
// it. Telegram's texts reach developers only.
package telegramadapter

import (
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of Telegram's Bot API, on any host.
var Adapter = spec.New(spec.Spec{
	Table:    table,
	Errors:   []spec.Error{{Read: readText}},
	Body:     func(body []byte) any { return spec.JSON[response](body) },
	Hosts:    []string{"api.telegram.org"}, // Telegram Bot API, Making requests
	Form:     isError,
	Members:  []string{"error_code"},
	Refusals: refusals,
})

// A response is the body of an error (Telegram Bot API, Making requests, ResponseParameters).
type response struct {
	OK          *bool  `json:"ok"`
	Code        int    `json:"error_code"`
	Description string `json:"description"`
}

// isError reports whether a body has the members that only this API has together.
var isError = spec.FormOf(`"error_code"`, func(r response) bool {
	return r.OK != nil && !*r.OK && r.Code >= 300 && r.Description != ""
})

// readText recognises the refusals in the table by their texts.
func readText(a *spec.Answer) bool {
	r, _ := a.Node.(response)
	for text, code := range texts {
		if strings.HasPrefix(r.Description, text) {
			a.Is(code)
		}
	}
	return true
}
