package openaiadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := openaiadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %v", err)
	assert.Equal(t, "_openai", te.Extra().Service)
	return te
}

func TestRowsReachTheAgent(t *testing.T) {
	server := newServer(t)
	for _, row := range spec.Of(openaiadapter.Adapter{}).Table().Rows() {
		t.Run(row.VendorCode, func(t *testing.T) {
			te := adapt(t, server.refuse(t, 400, row.VendorCode, "", "Retry-After-Ms", "1500"))
			payload := te.Payload().Map()
			assert.Equal(t, row.VendorCode, payload["vendor_code"])
			assert.Equal(t, row.Kind, te.Kind())
			assert.Equal(t, row.Hint, te.Hint())
			assert.Equal(t, row.UserAction, te.RequiresUserAction())
			assert.Equal(t, row.Kind.CanRetry(), te.CanRetry())
			wait, ok := te.RetryAfter()
			assert.Equal(t, row.Kind.CanRetry(), ok, "a wait only where waiting helps")
			if ok {
				assert.Equal(t, 1500*time.Millisecond, wait)
			}
			assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
		})
	}
}

// A wait does not end a 429 for an exhausted balance.
func TestTheCodeDecides(t *testing.T) {
	server := newServer(t)
	tests := map[string]struct {
		status     int
		code, typ  string
		header     []string
		kind       toolerr.Kind
		retry      bool
		guidance   toolerr.Guidance
		wait       time.Duration
		vendorCode string
	}{
		"a rate limit": {
			status: 429, code: "rate_limit_exceeded", typ: "requests", header: []string{"x-ratelimit-reset-requests", "1m2s"},
			kind: toolerr.KindUpstreamRateLimit, retry: true, guidance: toolerr.GuidanceRetryWithBackoff,
			wait: 62 * time.Second, vendorCode: "rate_limit_exceeded",
		},
		"a rate limit with another status": {
			status: 503, code: "slow_down", typ: "service_unavailable_error", header: []string{"X-Ratelimit-Reset-Tokens", "6s"},
			kind: toolerr.KindUpstreamRateLimit, retry: true, guidance: toolerr.GuidanceRetryWithBackoff,
			wait: 6 * time.Second, vendorCode: "slow_down",
		},
		"milliseconds before seconds": {
			status: 429, code: "rate_limit_exceeded", header: []string{"Retry-After", "9", "Retry-After-Ms", "20"},
			kind: toolerr.KindUpstreamRateLimit, retry: true, guidance: toolerr.GuidanceRetryWithBackoff,
			wait: 20 * time.Millisecond, vendorCode: "rate_limit_exceeded",
		},
		"a balance": {
			status: 429, code: "insufficient_quota", typ: "insufficient_quota", header: []string{"Retry-After", "9"},
			kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone, vendorCode: "insufficient_quota",
		},
		"a balance, by the type alone": {
			status: 429, code: "reserve_of_tomorrow", typ: "insufficient_quota", header: []string{"Retry-After", "9"},
			kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone, vendorCode: "insufficient_quota",
		},
		"a balance, where a header allows a retry": {
			status: 429, code: "insufficient_quota", header: []string{"X-Should-Retry", "true"},
			kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone, vendorCode: "insufficient_quota",
		},
		"no code": {
			status: 429, header: []string{"Retry-After", "3"},
			kind: toolerr.KindUpstreamRateLimit, retry: true, guidance: toolerr.GuidanceRetryWithBackoff, wait: 3 * time.Second,
		},
		"a key": {
			status: 401, code: "invalid_api_key", typ: "invalid_request_error",
			kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone, vendorCode: "invalid_api_key",
		},
		"the type of most errors": {
			status: 404, typ: "invalid_request_error", kind: toolerr.KindUpstreamNotFound, guidance: toolerr.GuidanceNone,
		},
		"the type of a rate limit, and a 403": {
			status: 403, typ: "requests", kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone,
		},
		"a number for a code": {
			status: 400, code: "429", kind: toolerr.KindUpstreamBadRequest, guidance: toolerr.GuidanceNone,
		},
		"a header that forbids a retry": {
			status: 500, header: []string{"X-Should-Retry", "false"},
			kind: toolerr.KindUpstreamServerError, guidance: toolerr.GuidanceNone,
		},
		"a header that forbids what a row allows": {
			status: 429, code: "rate_limit_exceeded", header: []string{"X-Should-Retry", "false", "Retry-After", "3"},
			kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceNone, vendorCode: "rate_limit_exceeded",
		},
		"a header that allows a retry": {
			status: 409, header: []string{"X-Should-Retry", "true"},
			kind: toolerr.KindUpstreamBadRequest, retry: true, guidance: toolerr.GuidanceRetryWithBackoff,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, server.refuse(t, tt.status, tt.code, tt.typ, tt.header...))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.retry, te.CanRetry())
			assert.Equal(t, tt.guidance, te.Guidance())
			assert.Equal(t, tt.status, te.StatusCode())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			code, _ := te.Payload().Map()["vendor_code"].(string)
			assert.Equal(t, tt.vendorCode, code)
		})
	}
}

// A code that is not in the table is only in the report.
func TestUnlistedCodes(t *testing.T) {
	server := newServer(t)
	te := adapt(t, server.refuse(t, 422, "customer_4711_unknown", "Widgetry"))
	assert.Equal(t, toolerr.KindUpstreamValidationError, te.Kind())
	assert.NotContains(t, te.Payload().String(), "4711")
	assert.NotContains(t, te.Payload().String(), "Widgetry")
	assert.Equal(t, "customer_4711_unknown", te.Extra().VendorCode)
}

func TestReport(t *testing.T) {
	server := newServer(t)
	err := fmt.Errorf("asking: %w", server.refuse(t, 400, "context_length_exceeded", "invalid_request_error"))
	te := adapt(t, err)
	extra := te.Extra()
	assert.Equal(t, "req_1", extra.RequestID)
	assert.Equal(t, http.MethodPost, extra.HTTPMethod)
	assert.Equal(t, server.URL+"/v1/chat/completions", extra.Endpoint)
	assert.Equal(t, "context_length_exceeded", extra.VendorCode)
	require.ErrorIs(t, te, err)

	developer := te.DeveloperMessage()
	assert.Contains(t, developer, "asking: OpenAI API error: 400")
	assert.Contains(t, developer, "context_length_exceeded")
	assert.Contains(t, developer, "message: ")
	assert.Empty(t, faults.Planted().FindCredentials(developer))
	assert.NotContains(t, te.Error()+te.Payload().String(), "asking")
}

func TestOAuth(t *testing.T) {
	te := adapt(t, &OAuthError{StatusCode: 401, ErrorCode: "invalid_subject_token", ErrorDescription: faults.CanaryMessage})
	assert.Equal(t, toolerr.KindUpstreamAuthError, te.Kind())
	assert.True(t, te.RequiresUserAction())
	assert.Equal(t, "invalid_subject_token", te.Payload().Map()["vendor_code"])

	te = adapt(t, &OAuthError{StatusCode: 503})
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.True(t, te.CanRetry())
}

// unsent is a redirect to another origin, which the SDK never follows. net/http wraps the
// error like a lost connection.
var unsent = &url.Error{Op: "Post", URL: "https://api.openai.com/v1", Err: &NoRetryError{errors.New(faults.CanaryMessage)}}

func TestUnsent(t *testing.T) {
	te := adapt(t, unsent)
	assert.Empty(t, te.Extra().VendorCode)
	assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind())
	assert.False(t, te.CanRetry())
	assert.Equal(t, toolerr.GuidanceNone, te.Guidance())
	assert.Empty(t, faults.Planted().Find(te.Payload().String()))

	assert.Nil(t, openaiadapter.Adapter{}.FromError(&NoRetryError{&url.Error{Op: "Get", Err: errors.New("refused")}}),
		"a missing credential belongs to the adapter of its provider")
	te = adapt(t, &NoRetryError{&Error{StatusCode: 404}})
	assert.Equal(t, toolerr.KindUpstreamNotFound, te.Kind(), "the response has more information")
}

func TestDeclines(t *testing.T) {
	var typedNil *Error
	var noStream *StreamError
	for name, err := range map[string]error{
		"nil":                  nil,
		"a typed nil":          typedNil,
		"a nil stream error":   noStream,
		"one that wraps a nil": fmt.Errorf("asking: %w", error(noStream)),
		"another error":        errors.New("OpenAI API error: 429 Too Many Requests"),
		"the zero error":       &Error{},
		"a success":            &Error{StatusCode: 200, Message: "all is well"},
		"a zero token error":   &OAuthError{},
		"an invalid status":    &Error{StatusCode: 1 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, openaiadapter.Adapter{}.FromError(err))
		})
	}
}

// The texts begin like the SDK's, but have no error object of OpenAI.
func TestTexts(t *testing.T) {
	for _, text := range []string{
		"",
		`"a sentence"`,
		"a sentence",
		`["a list"]`,
		"{",
		"null",
		`{"message":"no code"}`,
		`{"message":null,"code":"server_error"}`,
		`{"code":"server_error","type":"server_error"}`,
		`{"message":1,"code":"server_error"}`,
		`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
		`{"message":"` + strings.Repeat("x", 1<<20) + `","code":"server_error"}`,
	} {
		err := fmt.Errorf("asking: %w", errors.New("received error while streaming: "+text))
		assert.Nil(t, openaiadapter.Adapter{}.FromError(err), text[:min(len(text), 80)])
	}
	const object = `{"message":"","code":"server_error"}`
	assert.Nil(t, openaiadapter.Adapter{}.FromError(errors.New("tool: received error while streaming: "+object)), "another program's text")
	assert.NotNil(t, openaiadapter.Adapter{}.FromError(errors.New("received error while streaming: "+object)))
}

// The response is an object of the Responses API whose status is failed: HTTP 200 and a
// code.
func TestFailedResponseWithStatus200(t *testing.T) {
	te := adapt(t, &Error{StatusCode: 200, Code: "server_error", Message: faults.CanaryMessage})
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.Zero(t, te.StatusCode(), "200 is not the status of a failure")
	assert.True(t, te.CanRetry())

	began := &http.Response{Header: http.Header{
		"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"50m0s"}, "X-Should-Retry": {"true"},
	}}
	te = adapt(t, &Error{StatusCode: 200, Code: "quorvex", Response: began})
	assert.False(t, te.CanRetry(), "the headers are those of the success")
	te = adapt(t, &Error{StatusCode: 200, Code: "rate_limit_exceeded", Response: began})
	wait, ok := te.RetryAfter()
	assert.False(t, ok, "the headers are those of the success: %s", wait)

	te = adapt(t, &Error{StatusCode: 200, Code: "429"})
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind(), "the status of a server behind the server")
	assert.Zero(t, te.StatusCode())
}

// The errors could make an adapter fail, or leak data.
func TestHostile(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	tests := map[string]error{
		"no request": &Error{StatusCode: 500, Request: &http.Request{}, Response: &http.Response{}},
		"a huge event": &StreamError{
			Message: huge,
			Event:   Event{Data: []byte(`{"error":{"code":"` + huge + `"}}`)},
		},
		"a deep event": &StreamError{Event: Event{Data: []byte(`{"error":` + strings.Repeat("[", 60_000))}},
		"no event":     &StreamError{},
		"secrets in every word": &Error{
			StatusCode: 400, Code: faults.CredentialAPIKey, Type: faults.CredentialAPIKey,
			Param: faults.CanaryMessage + " " + faults.CredentialAPIKey, Message: "key: " + faults.CredentialAPIKey,
		},
		"a secret in a stream": &StreamError{
			Message: "received: " + faults.CredentialAPIKey,
			Event:   Event{Data: []byte(`{"error":{"code":"` + faults.CredentialAPIKey + `","type":"` + faults.CanaryMessage + `"}}`)},
		},
	}
	for name, err := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, err)
			seen := te.Error() + te.Payload().String() + fmt.Sprintf("%+v %#v", te, te)
			assert.Empty(t, faults.Planted().Find(seen))
			assert.Less(t, len(seen), 4<<10)
			assert.LessOrEqual(t, len(te.DeveloperMessage()), 2<<10)
			report, err := json.Marshal(te.Report())
			require.NoError(t, err)
			assert.NotContains(t, string(report), faults.CredentialAPIKey, "OpenAI's text contains the key that it refuses")
		})
	}
}

// panicking is an error whose Error method panics, like that of a zero Error of openai-go
// v1.
type panicking struct{ error }

func (panicking) Error() string   { panic("no response") }
func (p panicking) Unwrap() error { return p.error }

func TestATextThatPanics(t *testing.T) {
	te := adapt(t, panicking{&Error{StatusCode: 429, Code: "rate_limit_exceeded"}})
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	assert.Contains(t, te.DeveloperMessage(), "panicking")
}

// loop is a join that contains itself: its text never ends.
type loop struct{ parts []error }

func (l *loop) Error() string   { return errors.Join(l.parts...).Error() }
func (l *loop) Unwrap() []error { return l.parts }

func TestATextWithoutEnd(t *testing.T) {
	l := &loop{}
	l.parts = []error{&Error{StatusCode: 400, Message: "said"}, l}
	te := adapt(t, l)
	assert.Equal(t, toolerr.KindUpstreamBadRequest, te.Kind())
	assert.Contains(t, te.DeveloperMessage(), "message: said")
}

// Not more of a huge text is copied than developers see.
func TestNothingHugeIsKept(t *testing.T) {
	const size = 8 << 20
	huge := fmt.Errorf("%s: %w", strings.Repeat("x", size), &Error{StatusCode: 400, Message: strings.Repeat("y", size), Code: strings.Repeat("z", size)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	te := adapt(t, huge)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
	assert.LessOrEqual(t, len(te.DeveloperMessage()), 2<<10)
}

// The result for a response is the same with and without the SDK. The body of a success can
// contain a failure.
func TestFromAnswerMatchesFromError(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	header := http.Header{"X-Should-Retry": {"true"}, "Retry-After": {"7"}}
	for _, status := range []int{200, 400, 409, 429, 503} {
		for code, typ := range map[string]string{"rate_limit_exceeded": "requests", "xyzzy": "insufficient_quota", "429": "", "": "invalid_request_error"} {
			want := openaiadapter.Adapter{}.FromError(&Error{Code: code, Type: typ, StatusCode: status, Response: &http.Response{Header: header}})
			got := spec.Of(openaiadapter.Adapter{}).FromAnswer(cause, status, header, errorBody(code, typ, faults.CanaryMessage))
			meaning.Same(t, want, got, fmt.Sprint(status, code, typ))
			assert.ErrorIs(t, got.Cause(), cause)
		}
	}
}

// FuzzStream reads any event inside a stream.
func FuzzStream(f *testing.F) {
	for _, seed := range streamErrors {
		f.Add(fmt.Appendf(nil, seed.event, "m"))
	}
	f.Add([]byte(`{"error":{"code":1e400,"type":3}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		te := openaiadapter.Adapter{}.FromError(&StreamError{Event: Event{Data: data}})
		require.NotNil(t, te)
		assert.Zero(t, te.StatusCode())
	})
}
