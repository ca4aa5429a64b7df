// Package anthropicadapter recognises the errors of Anthropic's Go SDK,
// github.com/anthropics/anthropic-sdk-go.
//
// The SDK is not imported: package shape recognises its errors by the names of their
// types, whatever the version. The type in the error's body decides, or the code beside
// it. The status does not: an overload in the middle of a stream has status 200, and a
// 429 may be a spend limit, where waiting does not help.
//
// In older versions an error in the middle of a stream has no type. It is recognised
// by the beginning of its text, and by the event that follows.
package anthropicadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

const path = "github.com/anthropics/anthropic-sdk-go"

var (
	apiError      = shape.T(path+"/internal/apierror", "Error")
	tokenError    = shape.T(path+"/internal/auth", "OAuthTokenError")
	noCredentials = shape.T(path+"/internal/auth", "NoCredentialsError")
	unresolved    = shape.T(path+"/internal/auth", "CredentialResolutionError")
)

// Adapter recognises the SDK's Error, whose status is 200 inside a stream, its errors
// for a token that was refused and for missing credentials, and plain HTTP responses
// of Anthropic.
//
// Errors of the connection, and responses that the SDK could not read, are left to
// httpadapter.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{apiError}, Status: "StatusCode", Response: "Response", RequestID: "RequestID", Read: readError, Refusal: refused},
		{Types: []shape.Type{tokenError}, Status: "StatusCode", RequestID: "RequestID", Read: readToken},
		{Types: []shape.Type{noCredentials, unresolved}, Read: readNoCredentials},
	},
	Text:         inStream,
	Begins:       []string{"received error while streaming: "},
	Body:         func(body []byte) any { return decode(body) },
	Refusals:     refusals,
	FailsWith2xx: true,                                  // Claude API, Errors: after a stream has begun with 200
	Hosts:        []string{"api.anthropic.com"},         // anthropic-sdk-go v1.84.0, option/requestoption.go
	Headers:      []string{"Anthropic-Organization-Id"}, // Claude API, API overview: response headers
	Weak:         []string{invalidRequest},
	RetryHeader:  "X-Should-Retry", // anthropic-sdk-go v1.84.0, internal/requestconfig: takes precedence over the status
})

// An event is the body of a response, or the event of an error inside a stream
// (Claude API, Errors).
type event struct {
	Type  string `json:"type"`
	Error struct {
		Type    string `json:"type"`
		Message string `json:"message"`
		Details struct {
			Code string `json:"error_code"`
		} `json:"details"`
	} `json:"error"`
	RequestID string `json:"request_id"`

	body []byte
}

func decode(body []byte) event {
	e := spec.JSON[event](body)
	e.body = body
	return e
}

// codes returns the code, which is more specific, and the type. Before both comes errand's
// own code of a sentence about the account.
func (e event) codes() []string {
	own := ""
	for begin, code := range sentences {
		if refused := e.Error.Type == invalidRequest || e.Error.Type == rateLimit; refused && strings.HasPrefix(e.Error.Message, begin) {
			own = code
		}
	}
	return []string{own, e.Error.Details.Code, e.Error.Type}
}

// readError reads the body of a response, which the SDK's Error keeps in every version. The
// zero Error has no information.
func readError(a *spec.Answer) bool {
	e := eventOf(a.Node)
	a.Codes, a.Limit = e.codes(), httpadapter.LimitIn(e.body)
	if a.RequestID == "" {
		a.RequestID = e.RequestID
	}
	return !a.Empty()
}

// eventOf returns a decoded body, or that of a client's error.
func eventOf(node any) event {
	if e, decoded := node.(event); decoded {
		return e
	}
	body, _ := shape.Call(node, func(x interface{ RawJSON() string }) string { return x.RawJSON() })
	return decode([]byte(body))
}

// refusal returns the refusal in a body.
func refused(node any) toolerr.Refusal { return refusal.Read(eventOf(node).body, refusals.Read) }

// inStream recognises an error inside a stream that has no type (anthropic-sdk-go v1.4.0,
// packages/ssestream; v1.84.0 returns it for streams that the caller decodes). Other SDKs'
// texts begin in the same way, so an event of Anthropic must follow.
func inStream(e error) *spec.Answer {
	text, ok := strings.CutPrefix(e.Error(), "received error while streaming: ")
	if !ok || spec.Wraps(e) {
		return nil
	}
	failed := spec.JSON[event]([]byte(text))
	if failed.Type != "error" || failed.Error.Type == "" {
		return nil
	}
	return &spec.Answer{Codes: failed.codes(), RequestID: failed.RequestID}
}

// readToken reads the error of a call without a token, for a workload or a person. The call
// itself was never sent.
func readToken(a *spec.Answer) bool {
	a.Add(toolerr.WithEffect(toolerr.EffectNone))
	if kind := toolerr.StatusRuleOf(a.Status).Kind; kind != toolerr.KindUpstreamRateLimit && kind != toolerr.KindUpstreamServerError {
		a.Kind = toolerr.KindUpstreamAuthError
		a.Add(toolerr.WithUserAction(), toolerr.WithHint(hintCredentials), toolerr.WithGuidance(toolerr.GuidanceNone))
	}
	return true
}

// readNoCredentials reads the error of a client without usable credentials, which
// sends nothing.
func readNoCredentials(a *spec.Answer) bool {
	a.Kind = toolerr.KindToolFatal
	a.Add(toolerr.WithEffect(toolerr.EffectNone), toolerr.WithUserAction(), toolerr.WithHint(hintCredentials))
	return true
}
