package anthropicadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) {
	anthropicadapter.Imitate(apiError{}, oauthTokenError{}, noCredentialsError{})
	os.Exit(m.Run())
}

// apiError has the fields of the SDK's Error that the adapter reads, and its text.
type apiError struct {
	StatusCode int
	Request    *http.Request
	Response   *http.Response
	RequestID  string

	raw string
}

func (e apiError) RawJSON() string { return e.raw }

func (e *apiError) Error() string {
	return fmt.Sprintf("%s %q: %d %s %s", e.Request.Method, e.Request.URL, e.Response.StatusCode, e.RequestID, e.raw)
}

type oauthTokenError struct {
	StatusCode int
	Body       string
	RequestID  string
}

func (e *oauthTokenError) Error() string { return e.Body }

type noCredentialsError struct{ Sources []string }

func (e *noCredentialsError) Error() string { return strings.Join(e.Sources, ",") }

// body returns the body of a failure, with code beside the type if it is not "".
func body(typ, code string) string {
	details := ""
	if code != "" {
		details = fmt.Sprintf(`,"details":{"error_code":%q}`, code)
	}
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q%s},"request_id":"req_body"}`, typ, faults.CanaryMessage, details)
}

// answered returns the SDK's error for a response.
func answered(status int, raw string, header http.Header) *apiError {
	if header == nil {
		header = http.Header{}
	}
	u := &url.URL{Scheme: "https", Host: "api.anthropic.com", Path: "/v1/messages", RawQuery: "q=" + faults.CanaryMessage}
	req := &http.Request{Method: http.MethodPost, URL: u, Header: http.Header{"X-Api-Key": {faults.CredentialBearer}}}
	return &apiError{
		StatusCode: status, raw: raw, RequestID: header.Get("Request-Id"),
		Request: req, Response: &http.Response{StatusCode: status, Header: header, Request: req},
	}
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := anthropicadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_anthropic", te.Service())
	assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
	assert.NotContains(t, te.DeveloperMessage(), faults.CredentialBearer)
	return te
}

func TestAnswers(t *testing.T) {
	header := func(pairs ...string) http.Header {
		h := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			h.Set(pairs[i], pairs[i+1])
		}
		return h
	}
	const none = -1 * time.Second
	tests := map[string]struct {
		err   error
		kind  toolerr.Kind
		retry bool
		wait  time.Duration
		code  string // what the agent sees
		check func(*testing.T, *toolerr.ToolRuntimeError)
	}{
		"too many requests": {
			err:  answered(429, body("rate_limit_error", ""), header("Retry-After", "17", "Request-Id", "req_header")),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 17 * time.Second, code: "rate_limit_error",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, "req_header", te.Extra().RequestID)
				assert.Equal(t, "https://api.anthropic.com/v1/messages", te.Extra().Endpoint)
				assert.Equal(t, "Upstream Anthropic request failed with status code 429 (Too Many Requests). Retry after 17 seconds.", te.Error())
			},
		},
		"a quota of tokens": {
			err: answered(429, body("rate_limit_error", ""), header(
				"Date", "Sat, 21 Nov 2026 12:00:00 GMT",
				"Anthropic-Ratelimit-Tokens-Remaining", "0", "Anthropic-Ratelimit-Tokens-Reset", "2026-11-21T12:00:30Z")),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 30 * time.Second, code: "rate_limit_error",
		},
		"a spend cap": {
			err:  answered(429, body("rate_limit_error", "enforced_spend_limit_reached"), nil),
			kind: toolerr.KindUpstreamRateLimit, wait: none, code: "enforced_spend_limit_reached",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.True(t, te.RequiresUserAction())
				assert.Equal(t, toolerr.GuidanceNone, te.Guidance())
			},
		},
		"an unlisted code": {
			err:  answered(429, body("rate_limit_error", "quorvex"), nil),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: none, code: "rate_limit_error",
		},
		"overloaded": {
			err:  answered(529, body("overloaded_error", ""), header("Retry-After-Ms", "1500")),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: 1500 * time.Millisecond, code: "overloaded_error",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, toolerr.EffectNone, te.Effect())
				assert.True(t, te.SafeToRetry(false))
			},
		},
		"overloaded in a stream": {
			err:  answered(200, body("overloaded_error", ""), header("X-Should-Retry", "false")),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "overloaded_error",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Zero(t, te.StatusCode())
				assert.Equal(t, "req_body", te.Extra().RequestID)
			},
		},
		"a rate limit in a stream, with the headers of a success": {
			err:  answered(200, body("rate_limit_error", ""), header("Retry-After", "7", "Anthropic-Ratelimit-Requests-Remaining", "0", "Anthropic-Ratelimit-Requests-Reset", "2099-01-01T00:00:00Z")),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: none, code: "rate_limit_error",
		},
		"an unlisted type in a stream": {
			err:  answered(200, body("quorvex_error", ""), nil),
			kind: toolerr.KindUpstreamUnmapped, wait: none,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, "quorvex_error", te.Extra().VendorCode)
			},
		},
		"a header that forbids a retry": {
			err:  answered(500, body("api_error", ""), header("X-Should-Retry", "false")),
			kind: toolerr.KindUpstreamServerError, wait: none, code: "api_error",
		},
		"an invalid request with another status": {
			err:  answered(422, body("invalid_request_error", ""), nil),
			kind: toolerr.KindUpstreamValidationError, wait: none,
		},
		"an invalid request in a stream": {
			err:  answered(200, body("invalid_request_error", ""), nil),
			kind: toolerr.KindUpstreamBadRequest, wait: none, code: "invalid_request_error",
		},
		"a page of a proxy": {
			err:  answered(502, "<html>"+faults.CanaryMessage, nil),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none,
		},
		"a header that allows a retry": {
			err:  answered(409, "", header("X-Should-Retry", "true")),
			kind: toolerr.KindUpstreamBadRequest, retry: true, wait: none,
		},
		"a huge body": {
			err:  answered(400, body(strings.Repeat("x", 1<<20), ""), nil),
			kind: toolerr.KindUpstreamBadRequest, wait: none,
		},
		"a type like a credential": {
			err:  answered(400, body(faults.CredentialBearer, ""), nil),
			kind: toolerr.KindUpstreamBadRequest, wait: none,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.NotContains(t, fmt.Sprint(te.Report()), faults.CredentialBearer)
			},
		},
		"no token": {
			err:  &oauthTokenError{StatusCode: 400, Body: `{"error":"invalid_grant"}`, RequestID: "req_3"},
			kind: toolerr.KindUpstreamAuthError, wait: none,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.True(t, te.RequiresUserAction())
				assert.Equal(t, toolerr.EffectNone, te.Effect())
				assert.Equal(t, "req_3", te.Extra().RequestID)
			},
		},
		"no token for now": {
			err:  &oauthTokenError{StatusCode: 503},
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.True(t, te.SafeToRetry(false)) },
		},
		"no token, by a rate limit": {
			err:  &oauthTokenError{StatusCode: 429},
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: none,
		},
		"no token, and no status": {
			err:  &oauthTokenError{},
			kind: toolerr.KindUpstreamAuthError, wait: none,
		},
		"no credentials": {
			err:  fmt.Errorf("x: %w", &noCredentialsError{Sources: []string{faults.CanaryMessage}}),
			kind: toolerr.KindToolFatal, wait: none,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.True(t, te.RequiresUserAction())
				assert.Equal(t, toolerr.EffectNone, te.Effect())
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, tt.err)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.retry, te.CanRetry())
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait >= 0 && tt.wait != 0, ok, "a wait: %v", wait)
			if ok {
				assert.Equal(t, tt.wait, wait)
			}
			assert.Equal(t, tt.code, te.VendorCode())
			if tt.check != nil {
				tt.check(t, te)
			}
		})
	}
}

func TestDeclines(t *testing.T) {
	var typedNil *apiError
	for name, err := range map[string]error{
		"nil":               nil,
		"a typed nil":       typedNil,
		"the zero error":    &apiError{},
		"a success":         answered(200, "", nil),
		"another error":     errors.New(body("overloaded_error", "")),
		"a lost connection": &url.Error{Op: "Post", Err: errors.New("x")},
	} {
		t.Run(name, func(t *testing.T) { assert.Nil(t, anthropicadapter.Adapter{}.FromError(err)) })
	}
}

// panicking is an Error with a method that panics.
type panicking struct{ apiError }

func (panicking) RawJSON() string { panic("RawJSON") }

func TestAnErrorThatPanics(t *testing.T) {
	t.Cleanup(anthropicadapter.Imitate(panicking{}, oauthTokenError{}, noCredentialsError{}))
	te := anthropicadapter.Adapter{}.FromError(&panicking{apiError{StatusCode: 503}})
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.NotPanics(t, func() { _ = te.DeveloperMessage() }, "a zero error's Error panics")
}

// Only a text with an event of Anthropic is recognised.
func TestTexts(t *testing.T) {
	const begin = "received error while streaming: "
	for name, text := range map[string]string{
		"nothing":                 "",
		"a sentence":              "Overloaded",
		"half an event":           `{"type":"error","error":`,
		"an error object":         `{"type":"overloaded_error","message":"Overloaded"}`,
		"an event of OpenAI's":    `{"error":{"type":"server_error","message":"","code":"server_error"}}`,
		"an event without a type": `{"type":"error","error":{"message":"Overloaded"}}`,
		"a huge event":            `{"type":"error","error":{"type":"overloaded_error","message":"` + strings.Repeat("x", 1<<20) + `"}}`,
	} {
		assert.Nil(t, anthropicadapter.Adapter{}.FromError(errors.New(begin+text)), name)
	}
	assert.Nil(t, anthropicadapter.Adapter{}.FromError(errors.New("tool: "+begin+body("overloaded_error", ""))), "another program's text")

	te := adapt(t, errors.New(begin+body("rate_limit_error", "enforced_spend_limit_reached")+"\n"))
	assert.Equal(t, "enforced_spend_limit_reached", te.VendorCode())
	assert.Equal(t, "req_body", te.Extra().RequestID)
	assert.False(t, te.CanRetry())
}

// The result for a response is the same with and without the SDK. The body of a success can
// contain a failure.
func TestFromAnswerMatchesFromError(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	header := http.Header{"X-Should-Retry": {"true"}, "Retry-After": {"7"}}
	for _, status := range []int{200, 400, 429, 529} {
		for _, raw := range []string{body("overloaded_error", ""), body("rate_limit_error", "enforced_spend_limit_reached"), body("rate_limit_error", "xyzzy")} {
			got := spec.Of(anthropicadapter.Adapter{}).FromAnswer(cause, status, header, []byte(raw))
			meaning.Same(t, anthropicadapter.Adapter{}.FromError(answered(status, raw, header)), got, fmt.Sprint(status, raw))
			assert.ErrorIs(t, got.Cause(), cause)
		}
	}
}
