// Package slackadapter recognises the errors of github.com/slack-go/slack, and of its
// fork github.com/rusq/slack, without importing them.
//
// Slack reports an error with HTTP status 200 and a code in the body. The code
// decides; the table has those that Slack documents. A failed incoming webhook has only
// a status.
//
// Three failures cannot be recognised from the client's error. The client returns no
// error for a webhook that answers 200 with a text other than "ok", nor for a response
// whose error is empty. A 429 whose Retry-After is a date becomes a *strconv.NumError:
// httpadapter.Transport under the client restores the rate limit and its wait.
package slackadapter

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// The client, and a fork with the same types.
const (
	path = "github.com/slack-go/slack"
	fork = "github.com/rusq/slack"
)

var (
	errorResponse = shape.T(path, "SlackErrorResponse")
	rateLimited   = shape.T(path, "RateLimitedError")
	statusCode    = shape.T(path, "StatusCodeError")
	constant      = shape.T(path+"/internal/errorsx", "String")
)

// Adapter recognises SlackErrorResponse, RateLimitedError, StatusCodeError and some
// sentinel errors of slack-go and its fork, and plain HTTP responses of Slack.
//
// Errors of the connection are left to httpadapter.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{errorResponse, shape.T(fork, "SlackErrorResponse")}, Codes: []string{"Err"}, Refusal: refused},
		{Types: []shape.Type{rateLimited, shape.T(fork, "RateLimitedError")}, Read: readWait},
		{Types: []shape.Type{statusCode, shape.T(fork, "StatusCodeError")}, Status: "Code"},
		{Types: []shape.Type{constant, shape.T(fork+"/internal/errorsx", "String")}, Read: readConstant},
	},
	Body:         body,
	Refusals:     refusals,
	FailsWith2xx: true,
	Hosts:        []string{"slack.com"}, // slack-go v0.35.0, slack.go: APIURL, AuditAPIURL, WEBAPIURLFormat
	// Seen in recorded responses of slack.com, which also list it in
	// Access-Control-Expose-Headers.
	Headers:  []string{"X-Slack-Req-Id"},
	Statuses: map[int]string{http.StatusTooManyRequests: limit}, // Slack Web API, Rate limits
	Refine:   refine,
})

// A response is the body of an error (Slack Web API, Evaluating responses). All but OK
// are fields of slack-go's SlackErrorResponse.
type response struct {
	OK               json.RawMessage `json:"ok"`
	Err              string          `json:"error"`
	Needed           string          `json:"needed"`
	ResponseMetadata struct {
		Messages []string `json:"messages"`
	} `json:"response_metadata"`
}

// body decodes a body that reports an error, with or without a code.
func body(data []byte) any {
	if r := spec.JSON[response](data); string(r.OK) == "false" {
		return r
	}
	return nil
}

// refusal returns the refusal in the code and the messages beside it.
func refused(node any) toolerr.Refusal {
	code, _ := shape.Field[string](node, "Err")
	messages, _ := shape.Field[[]string](node, "ResponseMetadata.Messages")
	return statements(refusals, code, messages)
}

// readWait reads the wait of a 429. The client multiplies the seconds of Retry-After
// without a check for overflow, so a wait that is not a whole number of seconds is ignored
// (slack-go v0.35.0, checkStatusCode).
func readWait(a *spec.Answer) bool {
	a.Status = http.StatusTooManyRequests
	if wait, ok := shape.Field[time.Duration](a.Node, "RetryAfter"); ok && wait >= 0 && wait%time.Second == 0 {
		a.WaitFor(wait)
	}
	return true
}

// readConstant recognises the sentinel errors with which the client refuses a call.
func readConstant(a *spec.Answer) bool {
	message, _ := shape.Field[string](a.Node, "")
	a.Is(constants[message])
	return a.Row.VendorCode != ""
}

// refine names the scope that the app lacks, and sets the kind of an unlisted code to that
// of its family.
func refine(a *spec.Answer) {
	switch {
	case a.Row.VendorCode == missingScope:
		needed, _ := shape.Field[string](a.Node, "Needed")
		a.Add(toolerr.WithHint(lacking(needed)))
		a.Needs(needed)
	case a.Row.VendorCode == "" && (a.Status == 0 || a.Succeeded()):
		a.Kind = family(a.Code())
	}
}

// lacking returns a hint with the first known scope of a list, of which it reads at most a
// KiB. Without a known one, it returns the hint of the row.
func lacking(needed string) toolerr.Message {
	for scope := range strings.FieldsFuncSeq(needed[:min(len(needed), 1<<10)], func(r rune) bool { return r == ',' || r == ' ' }) {
		if i := slices.Index(scopes, scope); i >= 0 {
			return toolerr.Msgf("The app lacks the scope %s. Someone has to add it and install the app again.", toolerr.Ident(scopes[i]))
		}
	}
	return toolerr.Msg(hintScope)
}

// families are the kinds of unlisted codes: Slack names codes after a pattern, and every
// method has its own. The first match is used: "too_many_requests" is not about a value
// that the model can change.
var families = []struct {
	prefix, suffix string
	kind           toolerr.Kind
}{
	{suffix: "_not_found", kind: toolerr.KindUpstreamNotFound},
	{prefix: "invalid_", kind: toolerr.KindUpstreamValidationError},
	{prefix: "missing_", kind: toolerr.KindUpstreamValidationError},
	{prefix: "too_many_requests", kind: toolerr.KindUpstreamRateLimit},
	{prefix: "too_many_", kind: toolerr.KindUpstreamValidationError},
	{suffix: "_too_long", kind: toolerr.KindUpstreamValidationError},
	{prefix: "restricted_action", kind: toolerr.KindUpstreamAuthError},
	{prefix: "cant_", kind: toolerr.KindUpstreamBadRequest},
	{prefix: "cannot_", kind: toolerr.KindUpstreamBadRequest},
	{prefix: "permission_denied", kind: toolerr.KindUpstreamAuthError}, // usergroups.*; other services have the code too, with other kinds
	{prefix: "already_", kind: toolerr.KindUpstreamBadRequest},
}

// family returns the kind of an unlisted code, or "".
func family(code string) toolerr.Kind {
	for _, f := range families {
		if strings.HasPrefix(code, f.prefix) && strings.HasSuffix(code, f.suffix) {
			return f.kind
		}
	}
	return ""
}
