// Package anthropicadapter recognises the errors of Anthropic's Go SDK,
// github.com/anthropics/anthropic-sdk-go, without requiring it.
//
// Anthropic says what went wrong by a type in the body, and at times by a code
// beside it. They beat the status: an overload in the middle of a stream has
// status 200, and a 429 may be a spend cap that no waiting lifts.
//
// In older versions an error in the middle of a stream is a text without a type. It
// is recognised by how the text begins, and by the event in it.
package anthropicadapter

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of anthropic-sdk-go. The zero value is ready for
// use.
//
// It answers for what Anthropic said: the SDK's Error, whose status is 200 inside
// a stream, a refused exchange of a token, and credentials that are missing.
// Failures below HTTP, and answers that the SDK could not read, are left to
// httpadapter.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_anthropic".
func (Adapter) Slug() string { return slug }

// Table returns what the types and codes mean. A word of which the table says
// nothing stays in the report.
func (Adapter) Table() adapter.Table { return table }

// The types of the SDK.
var (
	apiError      = shape.T("github.com/anthropics/anthropic-sdk-go/internal/apierror", "Error")
	tokenError    = shape.T("github.com/anthropics/anthropic-sdk-go/internal/auth", "OAuthTokenError")
	noCredentials = shape.T("github.com/anthropics/anthropic-sdk-go/internal/auth", "NoCredentialsError")
	unresolved    = shape.T("github.com/anthropics/anthropic-sdk-go/internal/auth", "CredentialResolutionError")
	plainError    = shape.T("errors", "errorString") // a text without a type
	types         = shape.NewSet(apiError, tokenError, noCredentials, unresolved, plainError)
)

var (
	statusOf    = shape.NewGetter[int]("StatusCode")
	requestIDOf = shape.NewGetter[string]("RequestID")
	headerOf    = shape.NewGetter[http.Header]("Response.Header")
	requestOf   = shape.NewGetter[*http.Request]("Request")
)

// FromError returns what err means, nil if the SDK did not make it, or made it
// of nothing.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch types.Of(e) {
		case apiError:
			if a := answerOf(e); a.says() {
				return a.adapt(err)
			}
		case plainError:
			if a, ok := ofText(e); ok {
				return a.adapt(err)
			}
		case tokenError:
			return refusedToken(err, e)
		case noCredentials, unresolved:
			return toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(e),
				toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectNone),
				toolerr.WithUserAction(), toolerr.WithHint(hintCredentials))
		}
	}
	return nil
}

// answer is what one error of the API says.
type answer struct {
	node      error
	status    int // from 300 up; 0 is none
	typ       string
	code      string // beside the type, where it says more
	requestID string
	header    http.Header
	request   *http.Request
}

// says reports whether there is an answer in a: the zero value of the SDK's
// error, and one that wraps a success, have none.
func (a *answer) says() bool { return a.status != 0 || a.typ != "" }

// maxBody is how much of a body is decoded. An error is never longer.
const maxBody = 64 << 10

// An envelope is what the API answers instead of a success, and sends as an
// event of a stream.
type envelope struct {
	Type  string `json:"type"`
	Error struct {
		Type    string `json:"type"`
		Details struct {
			Code string `json:"error_code"`
		} `json:"details"`
	} `json:"error"`
	RequestID string `json:"request_id"`
}

// answerOf reads the SDK's Error. The type is read from the body, which every
// version keeps.
func answerOf(e error) answer {
	a := answer{node: e, status: statusFrom300(e)}
	a.header, _ = headerOf.Of(e)
	a.request, _ = requestOf.Of(e)
	a.requestID, _ = requestIDOf.Of(e)
	body, _ := shape.Call(e, func(x interface{ RawJSON() string }) string { return x.RawJSON() })
	var said envelope
	if len(body) <= maxBody && json.Unmarshal([]byte(body), &said) == nil {
		a.typ, a.code = said.Error.Type, said.Error.Details.Code
	}
	if a.requestID == "" {
		a.requestID = said.RequestID
	}
	if a.requestID == "" {
		a.requestID = httpadapter.RequestID(a.header)
	}
	return a
}

// streamText is how the text of an error inside a stream begins, before the event,
// where it has no type (anthropic-sdk-go v1.4.0, packages/ssestream; v1.84.0 has it
// for streams that the caller decodes).
const streamText = "received error while streaming: "

// ofText reads an error that is a text alone. Other SDKs begin theirs in the same
// way: what follows has to be an event of Anthropic's.
func ofText(e error) (answer, bool) {
	event, ok := strings.CutPrefix(textOf(e), streamText)
	if !ok || len(event) > maxBody {
		return answer{}, false
	}
	var said envelope
	if json.Unmarshal([]byte(event), &said) != nil || said.Type != "error" || said.Error.Type == "" {
		return answer{}, false
	}
	return answer{node: e, typ: said.Error.Type, code: said.Error.Details.Code, requestID: said.RequestID}, true
}

// textOf is e.Error(), of an error that may panic.
func textOf(e error) (text string) {
	defer func() { _ = recover() }()
	return e.Error()
}

func statusFrom300(e error) int {
	if status, _ := statusOf.Of(e); status >= 300 && status <= 999 {
		return status
	}
	return 0
}

// adapt is the error that the answer means.
func (a *answer) adapt(err error) *toolerr.ToolRuntimeError {
	opts := a.options()
	if row, ok := a.row(); ok {
		return row.Error(err, append(opts, a.repeat(row)...)...)
	}
	opts = append(opts, toolerr.WithVendorCode(a.typ))
	if again, ok := a.shouldRetry(); ok {
		opts = append(opts, toolerr.WithCanRetry(again))
	}
	if a.status != 0 {
		return httpadapter.FromStatus(err, a.status, a.header, time.Time{}, opts...)
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// row is what the table says: of the code, then of the type. The type
// invalid_request_error may come with any status, which then says more.
func (a *answer) row() (adapter.Row, bool) {
	if row, ok := table.Lookup(a.code); ok {
		return row, true
	}
	if a.typ == invalidRequest && a.status != 0 && a.status != http.StatusBadRequest {
		return adapter.Row{}, false
	}
	return table.Lookup(a.typ)
}

// options are what is known about the call, whatever the answer.
func (a *answer) options() []toolerr.Option {
	opts := append(make([]toolerr.Option, 0, 12),
		toolerr.WithVendorType(a.node),
		toolerr.WithStatus(a.status),
		toolerr.WithService(slug),
		toolerr.WithUpstreamName(toolerr.Name(display)),
		toolerr.WithRequestID(a.requestID))
	if a.request != nil && a.request.URL != nil {
		u := *a.request.URL
		u.User, u.RawQuery, u.Fragment = nil, "", ""
		opts = append(opts, toolerr.WithEndpoint(a.request.Method, u.String()))
	}
	return opts
}

// repeat is how long Anthropic asks to wait, and whether it says that a repeat is
// of no use. A row that no repeat can change names no wait, and neither does an
// error inside a stream: the headers are those of a success that went wrong later.
func (a *answer) repeat(row adapter.Row) []toolerr.Option {
	if can := row.CanRetry; !row.Kind.CanRetry() || can != nil && !*can || a.status == 0 {
		return nil
	}
	if again, ok := a.shouldRetry(); ok && !again {
		return []toolerr.Option{toolerr.WithCanRetry(false)}
	}
	status := a.status
	if row.Kind == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // also where the type says so under another status
	}
	if wait, ok := httpadapter.RetryAfter(status, a.header, time.Time{}); ok {
		return []toolerr.Option{toolerr.WithRetryAfter(wait)}
	}
	return nil
}

// shouldRetry is what the service says about a repeat in so many words, which the
// SDK heeds before the status (anthropic-sdk-go v1.84.0, requestconfig).
func (a *answer) shouldRetry() (again, ok bool) {
	if a.status == 0 {
		return false, false // of a success
	}
	switch a.header.Get("X-Should-Retry") {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// refusedToken is the error of a call that got no token: of a workload's
// identity, or of a person who signed in.
func refusedToken(err, e error) *toolerr.ToolRuntimeError {
	id, _ := requestIDOf.Of(e)
	opts := []toolerr.Option{
		toolerr.WithVendorType(e), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)),
		toolerr.WithRequestID(id), toolerr.WithEffect(toolerr.EffectNone), // the call itself was never sent
	}
	status := statusFrom300(e)
	if rule := toolerr.StatusRuleOf(status); rule.Kind == toolerr.KindUpstreamRateLimit || rule.Kind == toolerr.KindUpstreamServerError {
		return httpadapter.FromStatus(err, status, nil, time.Time{}, opts...)
	}
	return toolerr.New(toolerr.KindUpstreamAuthError, toolerr.Message{}, append(opts, toolerr.WithStatus(status), toolerr.WithCause(err),
		toolerr.WithUserAction(), toolerr.WithHint(hintCredentials), toolerr.WithGuidance(toolerr.GuidanceNone))...)
}
