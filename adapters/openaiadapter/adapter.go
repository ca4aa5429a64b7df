// Package openaiadapter recognises the errors of OpenAI's Go SDK,
// github.com/openai/openai-go, in all its major versions, without requiring it.
//
// OpenAI says what went wrong by a code in the body, and by a broader type. The
// code beats the status: a 429 may be an exhausted balance, which no waiting
// fills up again, and an error in the middle of a stream has no status of its
// own. The same SDK speaks to every server with an OpenAI-compatible interface;
// what such a server says in words of its own goes by the status.
//
// In v1 and v2 an error in the middle of a stream is a text without a type. It is
// recognised by how the text begins, and by the error object in it.
package openaiadapter

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of openai-go. The zero value is ready for use.
//
// It answers for what OpenAI said: the SDK's Error, whose status may be 200, an
// error inside a stream, a refused exchange of a workload's token; and for
// requests that the SDK itself refuses to send, such as a redirect to another
// origin. Failures below HTTP, and answers that the SDK could not read, are left
// to httpadapter.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_openai".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean, and the types where they say more than the
// status. A code of which the table says nothing stays in the report.
func (Adapter) Table() adapter.Table { return table }

// The types of the SDK. In v2 and v3 the paths have the version in them, which
// does not count.
var (
	apiError    = shape.T("github.com/openai/openai-go/internal/apierror", "Error")
	streamError = shape.T("github.com/openai/openai-go/packages/ssestream", "StreamError")
	oauthError  = shape.T("github.com/openai/openai-go/auth", "OAuthError")
	unsentError = shape.T("github.com/openai/openai-go/internal/requestconfig", "noRetryError")

	// plainError is what errors.New makes: the SDK's own words. What else a
	// noRetryError wraps is somebody else's, who knows more of it.
	plainError = shape.T("errors", "errorString")

	types = shape.NewSet(apiError, streamError, oauthError, unsentError, plainError)
)

var (
	statusOf  = shape.NewGetter[int]("StatusCode")
	codeOf    = shape.NewGetter[string]("Code")
	typeOf    = shape.NewGetter[string]("Type")
	paramOf   = shape.NewGetter[string]("Param")
	messageOf = shape.NewGetter[string]("Message")
	headerOf  = shape.NewGetter[http.Header]("Response.Header")
	requestOf = shape.NewGetter[*http.Request]("Request")
	eventOf   = shape.NewGetter[[]byte]("Event.Data")
	oauthWord = shape.NewGetter[string]("ErrorCode")
)

// FromError returns what err means, nil if the SDK did not make it, or made it
// of nothing.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	var unsent error
	for e := range adapter.Tree(err) {
		var a answer
		switch types.Of(e) {
		case unsentError:
			if shape.TypeOf(errors.Unwrap(e)) == plainError {
				unsent = e
			}
			continue
		case apiError:
			a = ofAPI(e)
		case streamError:
			a = ofStream(e)
		case oauthError:
			a = ofOAuth(e)
		case plainError:
			a = ofText(e)
		default:
			continue
		}
		if a.says() {
			a.node = e
			return a.adapt(err)
		}
	}
	if unsent != nil {
		return refusedToSend(err, unsent)
	}
	return nil
}

// refusedToSend is the error of a request that the SDK does not send and does
// not repeat. A request before it may have been answered, by a redirect.
func refusedToSend(err, unsent error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
		toolerr.WithCause(err), toolerr.WithVendorType(unsent), toolerr.WithService(slug),
		toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown))
}

// answer is what one error of the SDK says.
type answer struct {
	node    error
	status  int // from 300 up; 0 is none
	code    string
	typ     string
	number  int // a code that is a number, as compatible servers send in streams
	stream  bool
	header  http.Header
	request *http.Request
	details string // for developers, where the error's text does not have them
}

// says reports whether there is an answer in a: the zero value of an SDK's
// error, and one that wraps a success, have none.
func (a *answer) says() bool { return a.stream || a.status != 0 || a.code != "" || a.typ != "" }

func ofAPI(e error) (a answer) {
	status, _ := statusOf.Of(e)
	if status >= 300 && status <= 999 {
		a.status = status
	}
	a.code, _ = codeOf.Of(e)
	if a.status == 0 {
		a.number, _ = strconv.Atoi(a.code)
	}
	a.typ, _ = typeOf.Of(e)
	a.header, _ = headerOf.Of(e)
	a.request, _ = requestOf.Of(e)
	message, _ := messageOf.Of(e)
	param, _ := paramOf.Of(e)
	a.details = details(a.typ, a.code, param, message)
	return a
}

func ofOAuth(e error) (a answer) {
	a.status, _ = statusOf.Of(e)
	if a.status < 300 || a.status > 999 {
		a.status = 0
	}
	a.code, _ = oauthWord.Of(e)
	return a
}

// adapt is the error that the answer means.
func (a *answer) adapt(err error) *toolerr.ToolRuntimeError {
	opts := a.options(err)
	if row, ok := a.row(); ok {
		return row.Error(err, append(opts, a.wait(row)...)...)
	}
	opts = append(opts, toolerr.WithVendorCode(a.word()))
	if again, ok := a.shouldRetry(); ok {
		opts = append(opts, toolerr.WithCanRetry(again))
	}
	if a.status != 0 {
		return httpadapter.FromStatus(err, a.status, a.header, time.Time{}, opts...)
	}
	kind := toolerr.KindUpstreamUnmapped
	if a.number >= 400 && a.number <= 599 {
		rule := toolerr.StatusRuleOf(a.number)
		kind, opts = rule.Kind, append(opts, toolerr.WithCanRetry(rule.CanRetry))
	}
	return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// row is what the table says: of the code, then of the type. The type
// invalid_request_error comes with most statuses and says less than they do.
func (a *answer) row() (adapter.Row, bool) {
	if row, ok := table.Lookup(a.code); ok {
		return row, true
	}
	if a.typ == invalidRequest && (a.status != 0 || a.number != 0) {
		return adapter.Row{}, false
	}
	return table.Lookup(a.typ)
}

// word is what the report has for a code.
func (a *answer) word() string {
	if a.code != "" {
		return a.code
	}
	return a.typ
}

// options are what is known about the call, whatever the answer.
func (a *answer) options(err error) []toolerr.Option {
	opts := append(make([]toolerr.Option, 0, 16),
		toolerr.WithVendorType(a.node),
		toolerr.WithStatus(a.status),
		toolerr.WithService(slug),
		toolerr.WithUpstreamName(toolerr.Name(display)))
	if id := httpadapter.RequestID(a.header); id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}
	if a.request != nil && a.request.URL != nil {
		u := *a.request.URL
		u.User, u.RawQuery, u.Fragment = nil, "", ""
		opts = append(opts, toolerr.WithEndpoint(a.request.Method, u.String()))
	}
	if a.details != "" {
		opts = append(opts, toolerr.WithDeveloperMessage(part(errtree.Text(err))+"\n"+a.details))
	}
	return opts
}

// wait is how long OpenAI asks to wait, for a row that a repeat may help. A
// header can say that it does not. Without a status of a failure the headers are
// those of a success, and their quotas were not used up.
func (a *answer) wait(row adapter.Row) []toolerr.Option {
	if !row.Kind.CanRetry() || a.status == 0 {
		return nil
	}
	if again, ok := a.shouldRetry(); ok && !again {
		return []toolerr.Option{toolerr.WithCanRetry(false)}
	}
	status := a.status
	if row.Kind == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // also where the code says so under another status
	}
	if wait, ok := httpadapter.RetryAfter(status, a.header, time.Time{}); ok {
		return []toolerr.Option{toolerr.WithRetryAfter(wait)}
	}
	return nil
}

// shouldRetry is what the response says of a repeat, which the SDK puts before
// the status (openai-go v3.96.0, internal/requestconfig).
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
