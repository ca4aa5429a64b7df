package httpadapter_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

func TestFromStatus(t *testing.T) {
	const (
		refresh = toolerr.GuidanceRefreshAuthThenRetry
		backoff = toolerr.GuidanceRetryWithBackoff
		nothing = toolerr.GuidanceNone
	)
	tests := []struct {
		name     string
		status   int
		h        http.Header
		kind     toolerr.Kind
		canRetry bool
		wait     time.Duration
		effect   toolerr.Effect
		guidance toolerr.Guidance
		user     bool
	}{
		{"a failure", 500, nil, toolerr.KindUpstreamServerError, true, unknown, unclear, backoff, false},
		{"a redirect", 302, nil, toolerr.KindUpstreamUnmapped, false, unknown, unclear, nothing, false},

		{"a limit", 429, nil, toolerr.KindUpstreamRateLimit, true, unknown, none, backoff, false},
		{"a limit with a wait", 429, header("retry-after", "30"), toolerr.KindUpstreamRateLimit, true, 30 * time.Second, none, backoff, false},
		{"a limit with a reset", 429, header("X-RateLimit-Reset", "30"), toolerr.KindUpstreamRateLimit, true, 30 * time.Second, none, backoff, false},
		{"a failure with a wait", 500, header("Retry-After", "30"), toolerr.KindUpstreamServerError, true, 30 * time.Second, unclear, backoff, false},
		{"unavailable with a wait", 503, header("Retry-After", "30"), toolerr.KindUpstreamServerError, true, 30 * time.Second, none, backoff, false},
		{"unavailable with an unreadable wait", 503, header("Retry-After", "soon"), toolerr.KindUpstreamServerError, true, unknown, unclear, backoff, false},
		{"unavailable with a reset", 503, header("X-RateLimit-Reset", "30"), toolerr.KindUpstreamServerError, true, unknown, unclear, backoff, false},
		{"a redirect with a wait", 301, header("Retry-After", "30"), toolerr.KindUpstreamUnmapped, false, 30 * time.Second, unclear, nothing, false},

		{"forbidden", 403, nil, toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},
		{"forbidden, quota left", 403, header("X-RateLimit-Remaining", "5"), toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},
		{"forbidden, reset only", 403, header("X-RateLimit-Reset", "30"), toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},
		{"forbidden, quota used up", 403, header("x-ratelimit-remaining", "0"), toolerr.KindUpstreamRateLimit, true, unknown, none, backoff, false},
		{"forbidden, quota used up and a reset", 403, header("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "30"), toolerr.KindUpstreamRateLimit, true, 30 * time.Second, none, backoff, false},
		{"forbidden, one quota of several", 403, header("X-RateLimit-Remaining-Minute", "0"), toolerr.KindUpstreamRateLimit, true, unknown, none, backoff, false},
		{"forbidden, by a field", 403, header("RateLimit", `"a";r=0;t=30`), toolerr.KindUpstreamRateLimit, true, 30 * time.Second, none, backoff, false},
		{"forbidden, a word like it", 403, header("X-Remainingness", "0"), toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},
		{"forbidden, with a wait", 403, header("Retry-After", "60"), toolerr.KindUpstreamRateLimit, true, time.Minute, none, backoff, false},
		{"forbidden, with an unreadable wait", 403, header("Retry-After", "soon"), toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},

		{"unauthorized", 401, nil, toolerr.KindUpstreamAuthError, false, unknown, none, refresh, false},
		{"unauthorized, a scope", 401, header("Www-Authenticate", `Bearer error="insufficient_scope"`), toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},
		{"forbidden, a bad token", 403, header("www-authenticate", `Bearer realm="a", error="invalid_token"`), toolerr.KindUpstreamAuthError, false, unknown, none, refresh, true},
		{"forbidden, a scope", 403, header("WWW-Authenticate", `Bearer scope="a b", error=insufficient_scope`), toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},
		{"another challenge", 403, header("WWW-Authenticate", `Basic error="invalid_token"`), toolerr.KindUpstreamAuthError, false, unknown, none, nothing, true},
		{"a challenge where none belongs", 500, header("WWW-Authenticate", `Bearer error="invalid_token"`), toolerr.KindUpstreamServerError, true, unknown, unclear, backoff, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cause := errors.New("cause")
			te := httpadapter.FromStatus(cause, tt.status, tt.h, now)
			require.NotNil(t, te)
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.canRetry, te.CanRetry())
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait != unknown, ok)
			assert.Equal(t, max(tt.wait, 0), wait)
			assert.Equal(t, tt.effect, te.Effect())
			assert.Equal(t, tt.guidance, te.Guidance())
			assert.Equal(t, tt.user, te.RequiresUserAction())
			assert.Equal(t, cause, te.Cause())
			assert.True(t, strings.HasPrefix(te.Error(), "Upstream HTTP request failed with status code "), te.Error())
			assert.Empty(t, te.Service(), "the adapter sets it")
		})
	}
}

func TestFromStatusOfSuccess(t *testing.T) {
	for _, status := range []int{-1, 0, 100, 101, 200, 204, 299} {
		assert.Nil(t, httpadapter.FromStatus(nil, status, nil, now), "%d", status)
	}
}

func TestFromStatusOptionsWin(t *testing.T) {
	te := httpadapter.FromStatus(nil, 429, header("Retry-After", "30", "X-Request-Id", "r1"), now,
		toolerr.WithUpstreamName(toolerr.Name("Acme")), toolerr.WithService("_acme"), toolerr.WithRetryAfter(time.Second), toolerr.WithRequestID("r2"))
	assert.Equal(t, "Upstream Acme request failed with status code 429 (Too Many Requests). Retry after 1 second.", te.Error())
	assert.Equal(t, "_acme", te.Service())
	assert.Equal(t, "r2", te.Extra().RequestID)
}

func TestRequestID(t *testing.T) {
	tests := []struct {
		name string
		h    http.Header
		want string
	}{
		{"none", header("Content-Type", "x"), ""},
		{"any case", header("x-amzn-REQUESTID", "r1"), "r1"},
		{"the service before its proxy", header("Cf-Ray", "ray", "Request-Id", "r1"), "r1"},
		{"empty ones do not count", header("X-Request-Id", " ", "Request-Id", "", "Cf-Ray", "ray"), "ray"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, httpadapter.RequestID(tt.h))
			assert.Equal(t, tt.want, httpadapter.FromStatus(nil, 500, tt.h, now).Extra().RequestID)
		})
	}
}

// The words of a Bearer or DPoP challenge are read, and none of another scheme.
func TestChallenge(t *testing.T) {
	tests := map[string]string{
		``:                                  "",
		`bearer SCOPE = read`:               "read",
		`Basic realm="a", Bearer scope="b"`: "b",
		`DPoP algs="ES256", scope="b"`:      "b",
		`Bearer realm="a", scope="b", Basic realm="c"`:               "b",
		`Bearer error_description="scope=\"x\", scope=y", scope="z"`: "z",
		`Bearer realm="a", Basic scope="b"`:                          "",
		`Negotiate abc==, Bearer scope="b"`:                          "b",
		`Bearer "scope"="b"`:                                         "",
		`Bearer scope="open`:                                         "",
		`Bearer scope="a\"b"`:                                        `a\"b`,
		`scope="b"`:                                                  "",
	}
	for value, want := range tests {
		t.Run(value, func(t *testing.T) {
			for _, h := range []http.Header{{"Www-Authenticate": {value}}, {"WWW-AUTHENTICATE": {`Basic realm="a"`, value}}} {
				got := httpadapter.Challenge(401, h)
				assert.Equal(t, want, strings.Join(got.Scopes, " "))
				assert.Empty(t, got.Fact)
				assert.Equal(t, toolerr.Access{}, httpadapter.Challenge(500, h))
			}
		})
	}
	assert.Equal(t, toolerr.Access{Fact: toolerr.FactMissingScope, Scopes: []string{"a", "b"}, ResourceMetadata: "https://x.example/"},
		httpadapter.Challenge(403, http.Header{"Www-Authenticate": {`Bearer error="insufficient_scope", scope="a b", resource_metadata="https://x.example/"`}}))
}

// Errors with the methods of libraries that this module does not require.
type (
	withStatusCode     struct{ failed }
	withHTTPStatusCode struct{ failed }
	withHTTPCode       struct{ failed }
	withGetStatusCode  struct{ failed }

	withHeader        struct{ withHTTPStatusCode }
	withResponse      struct{ withStatusCode }
	withRequestID     struct{ withStatusCode }
	withServiceReqID  struct{ withHTTPStatusCode }
	withPanickyHeader struct{ withStatusCode }
	withPanickyID     struct{ withStatusCode }
	withPanic         struct{ failed }
	wrapsPanic        struct {
		withPanic
		inner error
	}
	embedsAdapted struct{ *toolerr.ToolRuntimeError }
)

type failed struct{ status int }

func (failed) Error() string { return "the vendor's words" }

func (e withStatusCode) StatusCode() int         { return e.status }
func (e withHTTPStatusCode) HTTPStatusCode() int { return e.status }
func (e withHTTPCode) HTTPCode() int             { return e.status }
func (e withGetStatusCode) GetStatusCode() int   { return e.status }

var waits = http.Header{"Retry-After": {"7"}, "X-Request-Id": {"header-1"}}

func (withHeader) Header() http.Header            { return waits }
func (withResponse) Response() *http.Response     { return &http.Response{Header: waits} }
func (withRequestID) RequestID() string           { return "method-1" }
func (withServiceReqID) ServiceRequestID() string { return "method-2" }
func (withPanickyHeader) Header() http.Header     { panic("header") }
func (withPanickyID) RequestID() string           { panic("id") }
func (withPanic) StatusCode() int                 { panic("status") }
func (e wrapsPanic) Unwrap() error                { return e.inner }

func TestErrorsThatExposeAStatus(t *testing.T) {
	at := func(status int) withStatusCode { return withStatusCode{failed{status}} }
	at2 := func(status int) withHTTPStatusCode { return withHTTPStatusCode{failed{status}} }
	tests := []struct {
		name string
		err  error
		want int // 0: declined
		wait time.Duration
		id   string
	}{
		{name: "StatusCode", err: at(404), want: 404},
		{name: "HTTPStatusCode", err: at2(503), want: 503},
		{name: "HTTPCode", err: withHTTPCode{failed{400}}, want: 400},
		{name: "GetStatusCode", err: withGetStatusCode{failed{422}}, want: 422},
		{name: "the first that is an answer", err: at(300), want: 300},
		{name: "the last that is none", err: at(299)},
		{name: "outside the standard", err: at(999), want: 999},
		{name: "negative", err: at(-1)},
		{name: "an exit code, or worse", err: at(4040)},

		{name: "Header", err: withHeader{at2(503)}, want: 503, wait: 7 * time.Second, id: "header-1"},
		{name: "Response", err: withResponse{at(429)}, want: 429, wait: 7 * time.Second, id: "header-1"},
		{name: "RequestID", err: withRequestID{at(500)}, want: 500, id: "method-1"},
		{name: "ServiceRequestID", err: withServiceReqID{at2(500)}, want: 500, id: "method-2"},
		{name: "Header that panics", err: withPanickyHeader{at(429)}, want: 429},
		{name: "RequestID that panics", err: withPanickyID{at(429)}, want: 429},
		{name: "StatusCode that panics", err: withPanic{}},
		{name: "StatusCode that panics, with more below", err: wrapsPanic{inner: at(404)}, want: 404},

		{name: "status 0 around one", err: errors.Join(at(0), at(404)), want: 404},
		{name: "a status beside a lost connection", err: errors.Join(wrapURL(op("read", errors.New("x"))), at(503)), want: 503},
		{name: "the first of two", err: errors.Join(at(404), at(503)), want: 404},
		{name: "an error of errand's, embedded", err: embedsAdapted{toolerr.Upstream(404, toolerr.Message{})}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			te := httpadapter.Adapter{}.FromError(wrap(tt.err))
			if tt.want == 0 {
				require.Nil(t, te)
				return
			}
			require.NotNil(t, te)
			rule := toolerr.StatusRuleOf(tt.want)
			assert.Equal(t, tt.want, te.StatusCode())
			assert.Equal(t, rule.Kind, te.Kind())
			assert.Equal(t, rule.CanRetry, te.CanRetry())
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, tt.wait != 0, ok)
			assert.Equal(t, tt.id, te.Extra().RequestID)
			assert.NotContains(t, te.Error(), "vendor")
		})
	}
}
