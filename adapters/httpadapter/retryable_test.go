package httpadapter_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

func post(key ...string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "http://api.example.com/", nil)
	for _, k := range key {
		r.Header.Set(k, "1")
	}
	return r
}

func TestCheckRetry(t *testing.T) {
	getting := httptest.NewRequest(http.MethodGet, "http://api.example.com/", nil)
	answered := func(req *http.Request, status int, headers ...string) *http.Response {
		return &http.Response{StatusCode: status, Header: header(headers...), Request: req}
	}
	in := func(method string, err error) error {
		return &url.Error{Op: method, URL: "http://api.example.com/", Err: err}
	}
	tests := []struct {
		name string
		resp *http.Response
		err  error
		want bool
	}{
		{name: "a success", resp: answered(getting, 200)},
		{name: "a redirect", resp: answered(getting, 302)},
		{name: "a refusal", resp: answered(getting, 404)},
		{name: "a limit", resp: answered(getting, 429), want: true},
		{name: "a limit under 403", resp: answered(getting, 403, "Retry-After", "1"), want: true},
		{name: "forbidden", resp: answered(getting, 403)},
		{name: "a failure", resp: answered(getting, 500), want: true},
		{name: "not implemented", resp: answered(getting, 501)},
		{name: "too slow", resp: answered(getting, 408), want: true},
		{name: "a limit of a POST: nothing was done", resp: answered(post(), 429), want: true},
		{name: "a failure of a POST: something may have been", resp: answered(post(), 500)},
		{name: "a failure of a POST with a key", resp: answered(post("Idempotency-Key"), 500), want: true},
		{name: "a failure of a POST with another key", resp: answered(post("X-Idempotency-Key"), 500), want: true},
		{name: "unavailable, a POST", resp: answered(post(), 503)},
		{name: "unavailable until later, a POST", resp: answered(post(), 503, "Retry-After", "1"), want: true},
		{name: "a failure of nobody knows what", resp: answered(nil, 500)},
		{name: "nothing at all"},

		{name: "refused", err: in("Get", op("dial", sys(syscall.ECONNREFUSED))), want: true},
		{name: "refused, a POST", err: in("Post", op("dial", sys(syscall.ECONNREFUSED))), want: true},
		{name: "lost", err: in("Get", io.EOF), want: true},
		{name: "lost, a POST", err: in("Post", io.EOF)},
		{name: "lost, an unknown method", err: in("Propfind", io.EOF)},
		{name: "lost, a DELETE", err: in("Delete", io.EOF), want: true},
		{name: "a certificate", err: in("Get", &tls.CertificateVerificationError{})},
		{name: "an alert", err: in("Get", op("remote error", errors.New("tls: bad certificate")))},
		{name: "the wrong protocol", err: in("Get", http.ErrSchemeMismatch)},
		{name: "endless redirects", resp: answered(getting, 302), err: in("Get", errors.New("stopped after 10 redirects"))},
		{name: "a redirect the client does not follow", resp: answered(getting, 302), err: in("Get", errors.New("not there"))},
		{name: "a scheme", err: in("Get", errors.New(`unsupported protocol scheme "ftp"`))},
		{name: "a URL", err: &url.Error{Op: "parse", URL: "x", Err: url.EscapeError("%")}},
		{name: "a handler's own error", resp: answered(getting, 200), err: errors.New("not what I want")},
		{name: "a handler's broken body", resp: answered(getting, 200), err: httpadapter.CheckBody(answered(getting, 200), io.ErrUnexpectedEOF), want: true},
		{name: "a handler's broken body, a POST", resp: answered(post(), 200), err: httpadapter.CheckBody(answered(post(), 200), io.ErrUnexpectedEOF)},
		{name: "hostile", err: allPanics{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := httpadapter.CheckRetry(t.Context(), tt.resp, tt.err)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)

			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			got, err = httpadapter.CheckRetry(ctx, tt.resp, tt.err)
			assert.False(t, got, "the caller has left")
			if tt.err == nil {
				assert.ErrorIs(t, err, context.Canceled)
			} else {
				assert.NoError(t, err, "the client's own error says more")
			}
		})
	}
}

func TestCheckRetryKnowsTheDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for wait, want := range map[string]bool{"30": true, "90": false} {
		resp := &http.Response{StatusCode: 429, Header: header("Retry-After", wait)}
		got, err := httpadapter.CheckRetry(ctx, resp, nil)
		require.NoError(t, err)
		assert.Equal(t, want, got, "a wait of %s s", wait)
	}
}

func newClient(retries int) *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient: &http.Client{}, RetryMax: retries, CheckRetry: httpadapter.CheckRetry, ErrorHandler: httpadapter.ErrorHandler,
		Backoff: func(time.Duration, time.Duration, int, *http.Response) time.Duration { return 0 },
	}
}

func TestErrorHandlerKeepsTheAnswer(t *testing.T) {
	var calls atomic.Int32
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.Header().Set("Retry-After", "7")
		w.Header().Set("X-Request-Id", "r1")
		w.WriteHeader(429)
		_, _ = io.WriteString(w, "slow down")
	})
	resp, err := newClient(2).Get(server + "/v1/items")
	assert.Nil(t, resp)
	assert.EqualValues(t, 3, calls.Load())
	assert.Contains(t, err.Error(), "gave up after 3 attempt(s): GET "+server+"/v1/items: HTTP status 429")
	te := httpadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	assert.Equal(t, 429, te.StatusCode())
	wait, ok := te.RetryAfter()
	assert.True(t, ok)
	assert.Equal(t, 7*time.Second, wait)
	assert.Equal(t, "r1", te.Extra().RequestID)
	assert.Contains(t, te.DeveloperMessage(), "slow down")
}

func TestErrorHandlerLeavesFinalAnswersToTheTool(t *testing.T) {
	for _, code := range []int{200, 404, 501} {
		resp, err := newClient(2).Get(serve(t, status(code)))
		require.NoError(t, err)
		assert.Equal(t, code, resp.StatusCode)
		require.NoError(t, resp.Body.Close())
	}
}

func TestErrorHandler(t *testing.T) {
	boom := errors.New("boom")
	tests := []struct {
		name   string
		status int // 0: no response
		err    error
		want   toolerr.Kind
		code   int
	}{
		{"an answer", 503, nil, toolerr.KindUpstreamServerError, 503},
		{"an answer and an error: the status wins", 503, context.DeadlineExceeded, toolerr.KindUpstreamServerError, 503},
		{"a redirect that was not followed", 302, wrapURL(boom), toolerr.KindNetworkTransportUnmapped, 0},
		{"a success that was not accepted", 200, nil, toolerr.KindNetworkTransportUnmapped, 0},
		{"an error", 0, wrapURL(io.EOF), toolerr.KindNetworkTransportUnreachable, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var resp *http.Response
			var b *body
			if tt.status != 0 {
				resp, b = response(tt.status, "the rest is read")
			}
			got, err := httpadapter.ErrorHandler(resp, tt.err, 2)
			assert.Nil(t, got)
			te := httpadapter.Adapter{}.FromError(err)
			require.NotNilf(t, te, "%v", err)
			assert.Equal(t, tt.want, te.Kind())
			assert.Equal(t, tt.code, te.StatusCode())
			if tt.err != nil {
				require.ErrorIs(t, err, tt.err)
			}
			if b != nil {
				assert.True(t, b.closed)
			}
		})
	}
	_, err := httpadapter.ErrorHandler(nil, nil, 1)
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(err))
}
