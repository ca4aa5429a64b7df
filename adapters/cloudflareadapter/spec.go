// Package cloudflareadapter recognises the errors of github.com/cloudflare/cloudflare-go,
// in the versions before v2 and in those from v2 on.
//
// The client is not imported: package shape recognises its errors by the names of their
// types. Cloudflare's numbers are its codes. Cloudflare's texts reach developers only.
package cloudflareadapter

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var (
	apiError = shape.T(path+"/internal/apierror", "Error")
	oldError = shape.T(path, "RequestError")
)

// Adapter recognises the six error types of the client before v2, its texts for a limit
// and for a failing server, which have no type, Error of the client from v2 on, and plain
// HTTP responses of Cloudflare's API. If the table does not list a number, the status
// decides.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{apiError}, Response: "Response", Read: readNumber, Refusal: refused},
		{Types: []shape.Type{
			oldError, shape.T(path, "AuthenticationError"), shape.T(path, "AuthorizationError"), shape.T(path, "NotFoundError"),
			shape.T(path, "RatelimitError"), shape.T(path, "ServiceError"),
		}, Read: readOld},
	},
	Text:   readText,
	Begins: []string{"exceeded available rate limit retries", "received "},
	Body: func(body []byte) any {
		var r response
		r.JSON.raw = string(body)
		return r
	},
	Hosts:    []string{"api.cloudflare.com"}, // cloudflare-go v0.119.0, cloudflare.go: defaultHostname
	Refusals: refusals,
})

// A response has the body in the same field as the client's error.
type response struct{ JSON struct{ raw string } }

// readNumber reads the number of the first error in the body that the client kept.
func readNumber(a *spec.Answer) bool {
	var body struct{ Errors []struct{ Code int } }
	text, _ := shape.Field[string](a.Node, "JSON.raw")
	if json.Unmarshal([]byte(text), &body) == nil && len(body.Errors) > 0 {
		a.Codes = []string{strconv.Itoa(body.Errors[0].Code)}
	}
	return true
}

func refused(node any) toolerr.Refusal {
	text, _ := shape.Field[string](node, "JSON.raw")
	return refusal.Read([]byte(text), refusals.Read)
}

type numbered interface{ ErrorCodes() []int }

func readOld(a *spec.Answer) bool {
	a.Status, _ = shape.Field[int](a.Node, "cloudflareError.StatusCode")
	if numbers, _ := shape.Call(a.Node, numbered.ErrorCodes); len(numbers) > 0 {
		a.Codes = []string{strconv.Itoa(numbers[0])}
	}
	return a.Status != 0
}

// readText reads the two errors without a type that the client before v2 returns when it
// stops retrying (cloudflare-go v0.119.0, cloudflare.go).
func readText(e error) *spec.Answer {
	text := e.Error()
	if text == "exceeded available rate limit retries" && !spec.Wraps(e) {
		return &spec.Answer{Status: 429, Codes: []string{retriesUsedUp}}
	}
	text, ok := strings.CutPrefix(text, "received ")
	text, later := strings.CutSuffix(text, "), please try again later")
	_, number, found := strings.Cut(text, " response (HTTP ")
	if !ok || !later || !found || spec.Wraps(e) {
		return nil
	}
	if status, err := strconv.Atoi(number); err == nil && status >= 500 && status < 600 {
		return &spec.Answer{Status: status}
	}
	return nil
}
