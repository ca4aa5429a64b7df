package httpadapter_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

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
