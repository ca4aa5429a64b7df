package retryable_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/httpadapter/retryable"
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
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
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
		{name: "a limit", resp: answered(getting, 429), want: true},
		{name: "a failure", resp: answered(getting, 500), want: true},
		{name: "a limit of a POST: nothing was done", resp: answered(post(), 429), want: true},
		{name: "a failure of a POST: something may have been", resp: answered(post(), 500)},
		{name: "a failure of a POST with a key of an unknown service", resp: answered(post("Idempotency-Key"), 500)},
		{name: "a failure of a POST with a key that Stripe honours", resp: answered(at("https://api.stripe.com/v1/x", post("Idempotency-Key")), 500), want: true},
		{name: "a failure of a POST with a header that Stripe does not know", resp: answered(at("https://api.stripe.com/v1/x", post("X-Idempotency-Key")), 500)},
		{name: "a failure of a POST with a key of an own rule", resp: answered(at("https://pay.example.com/x", post("X-Key")), 500), want: true},
		{name: "unavailable until later, a POST", resp: answered(post(), 503, "Retry-After", "1"), want: true},
		{name: "an unknown failure", resp: answered(nil, 500)},
		{name: "nothing at all"},

		{name: "refused, a POST", err: in("Post", refused), want: true},
		{name: "lost", err: in("Get", io.EOF), want: true},
		{name: "lost, a POST", err: in("Post", io.EOF)},
		{name: "lost, an unknown method", err: in("Propfind", io.EOF)},
		{name: "lost, a DELETE", err: in("Delete", io.EOF), want: true},
		{name: "an alert", err: in("Get", &net.OpError{Op: "remote error", Net: "tcp", Err: errors.New("tls: bad certificate")})},
		{name: "endless redirects", resp: answered(getting, 302), err: in("Get", errors.New("stopped after 10 redirects"))},
		{name: "a redirect the client does not follow", resp: answered(getting, 302), err: in("Get", errors.New("not there"))},
		{name: "a URL", err: &url.Error{Op: "parse", URL: "x", Err: url.EscapeError("%")}},
		{name: "a handler's own error", resp: answered(getting, 200), err: errors.New("not what I want")},
		{name: "a handler's broken body", resp: answered(getting, 200), err: httpadapter.CheckBody(answered(getting, 200), io.ErrUnexpectedEOF), want: true},
		{name: "a handler's broken body, a POST", resp: answered(post(), 200), err: httpadapter.CheckBody(answered(post(), 200), io.ErrUnexpectedEOF)},
		{name: "hostile", err: hostile{}},
	}
	hooks := retryable.SetHooks(retryablehttp.NewClient(), httpadapter.NewKeys(httpadapter.KeyRule{Host: "pay.example.com", Header: "X-Key", Valid: time.Hour}))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := hooks.CheckRetry(t.Context(), tt.resp, tt.err)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)

			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			got, err = hooks.CheckRetry(ctx, tt.resp, tt.err)
			assert.False(t, got, "the caller has left")
			if tt.err == nil {
				assert.ErrorIs(t, err, context.Canceled)
			} else {
				assert.NoError(t, err, "the client's own error has more information")
			}
		})
	}
}

// address is the address of the servers in these tests.
const address = "http://api.example.com/v1/items"

// now is the time at which the tests of waits begin.
var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// A server sends the same response to every request, over connections in memory, so that
// the time between requests is that of the synctest bubble.
type server struct {
	client http.Client
	times  []time.Time
}

func (s *server) gaps() []time.Duration {
	var gaps []time.Duration
	for i := range s.times[1:] {
		gaps = append(gaps, s.times[i+1].Sub(s.times[i]))
	}
	return gaps
}

// serve starts a server. {now+n} in a header means n seconds from now.
func serve(t *testing.T, status int, headers ...string) *server {
	t.Helper()
	<-time.After(time.Until(now)) // at once: epoch seconds at a bubble's start are too small for the parser
	s, conns := &server{}, make(chan net.Conn)
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		conns <- theirs
		return ours, nil
	}}
	s.client.Transport = transport
	inMemory := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.times = append(s.times, time.Now())
		for i := 0; i < len(headers); i += 2 {
			value := headers[i+1]
			if n, ok := strings.CutPrefix(value, "now+"); ok {
				seconds, err := strconv.Atoi(n)
				assert.NoError(t, err)
				value = strconv.FormatInt(time.Now().Unix()+int64(seconds), 10)
			}
			w.Header().Set(headers[i], value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "slow down")
	})}
	done := make(chan error)
	go func() { done <- inMemory.Serve(listener(conns)) }()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		assert.NoError(t, inMemory.Close())
		assert.ErrorIs(t, <-done, http.ErrServerClosed)
	})
	return s
}

// A listener accepts the connections that are sent to it.
type listener chan net.Conn

func (l listener) Accept() (net.Conn, error) {
	if conn, ok := <-l; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (l listener) Close() error   { close(l); return nil }
func (l listener) Addr() net.Addr { return &net.TCPAddr{} }

// The client's own waits, used if no response has one.
const (
	first  = time.Second
	second = 2 * time.Second
)

func newClient(s *server, retries int) *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.HTTPClient, client.Logger, client.RetryMax = &s.client, nil, retries
	return retryable.SetHooks(client)
}

// The responses include those that go-retryablehttp's own Backoff retries after its
// RetryWaitMin.
func TestWaits(t *testing.T) {
	const s5 = 5 * time.Second
	tests := []struct {
		name    string
		status  int
		headers []string
		want    []time.Duration
	}{
		{"429", 429, nil, []time.Duration{first, second}},
		{"429 Retry-After", 429, []string{"Retry-After", "5"}, []time.Duration{s5, s5}},
		{"429 Retry-After: 0", 429, []string{"Retry-After", "0"}, []time.Duration{0, 0}},
		{"429 X-RateLimit-Reset in the past", 429, []string{"X-RateLimit-Reset", "now+-5"}, []time.Duration{first, second}},
		{"429 Retry-After-Ms", 429, []string{"Retry-After-Ms", "5000"}, []time.Duration{s5, s5}},
		{"429 RateLimit-Reset", 429, []string{"RateLimit-Reset", "5"}, []time.Duration{s5, s5}},
		{"403 Retry-After", 403, []string{"Retry-After", "5"}, []time.Duration{s5, s5}},
		{"403 X-RateLimit-Reset", 403, []string{"X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "5"}, []time.Duration{s5, s5}},
		{"500", 500, nil, []time.Duration{first, second}},
		{"503 Retry-After", 503, []string{"Retry-After", "30"}, []time.Duration{30 * time.Second, 30 * time.Second}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, tt.status, tt.headers...)
				resp, err := newClient(s, 2).Get(address)
				assert.Nil(t, resp)
				assert.Equal(t, tt.want, s.gaps())
				te := httpadapter.Adapter{}.FromError(err)
				require.NotNilf(t, te, "%v", err)
				assert.Equal(t, tt.status, te.StatusCode())
				assert.Contains(t, err.Error(), "gave up after 3 attempt(s): GET "+address+": HTTP status ")
				assert.Contains(t, te.DeveloperMessage(), "slow down")
			})
		})
	}
}

func TestNoRetryAfterTooLongAWait(t *testing.T) {
	const longest = 30 * time.Second // go-retryablehttp's RetryWaitMax
	tests := []struct {
		name     string
		status   int
		headers  []string
		deadline time.Duration // 0: none
		wait     time.Duration
		text     string
	}{
		{"longer than the maximum", 503, []string{"Retry-After", "31"}, 0, longest + time.Second, "asks for a wait of 31s, and RetryWaitMax is 30s"},
		{"after the deadline", 429, []string{"Retry-After", "30"}, longest, longest, "asks for a wait of 30s, which the context's deadline does not allow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, tt.status, tt.headers...)
				ctx := t.Context()
				if tt.deadline > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, tt.deadline)
					defer cancel()
				}
				req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, address, nil)
				require.NoError(t, err)
				resp, err := newClient(s, 4).Do(req)
				assert.Nil(t, resp)
				assert.Len(t, s.times, 1)
				assert.ErrorContains(t, err, tt.text)
				te := httpadapter.Adapter{}.FromError(err)
				require.NotNilf(t, te, "%v", err)
				assert.Equal(t, tt.status, te.StatusCode())
				wait, ok := te.RetryAfter()
				assert.True(t, ok)
				assert.Equal(t, tt.wait, wait)
				assert.True(t, te.CanRetry())
			})
		})
	}
}

// The maximum may be set after the hooks, and the client's own Backoff before them.
func TestSetHooksReadsTheClientLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, 429, "Retry-After", "40")
		client := newClient(s, 1)
		client.RetryWaitMax = time.Minute
		_, err := client.Get(address)
		assert.Error(t, err)
		assert.Equal(t, []time.Duration{40 * time.Second}, s.gaps())
	})
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, 429)
		client := &retryablehttp.Client{HTTPClient: &s.client, RetryMax: 2, RetryWaitMin: time.Second, RetryWaitMax: time.Minute}
		client.Backoff = func(shortest, longest time.Duration, attempt int, _ *http.Response) time.Duration {
			return shortest + longest + time.Duration(attempt)
		}
		_, err := retryable.SetHooks(client).Get(address)
		assert.Error(t, err)
		assert.Equal(t, []time.Duration{61 * time.Second, 61*time.Second + 1}, s.gaps())
	})
}

// The client can wait as long as a response states, but not as long as an error of the
// handler states.
func TestWaitsOfAResponseHandler(t *testing.T) {
	limited := func(*http.Response) error {
		return toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(5*time.Second))
	}
	for wait, want := range map[string]int{"5": 2, "4": 1} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, 200, "Retry-After", wait)
			req, err := retryablehttp.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
			require.NoError(t, err)
			req.SetResponseHandler(limited)
			_, err = newClient(s, 1).Do(req)
			assert.Equal(t, toolerr.KindUpstreamRateLimit, toolerr.KindOf(err))
			assert.Len(t, s.times, want)
		})
	}
}

func TestResponsesThatMustNotBeRetriedAreReturned(t *testing.T) {
	for _, code := range []int{200, 404, 501} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, code)
			resp, err := newClient(s, 2).Get(address)
			require.NoError(t, err)
			assert.Equal(t, code, resp.StatusCode)
			require.NoError(t, resp.Body.Close())
			assert.Len(t, s.times, 1)
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, 500)
		resp, err := newClient(s, 2).Post(address, "", []byte("pay"))
		require.NoError(t, err)
		assert.Equal(t, 500, resp.StatusCode, "the payment may have been made")
		require.NoError(t, resp.Body.Close())
		assert.Len(t, s.times, 1)
	})
}

func TestErrorHandler(t *testing.T) {
	boom := errors.New("boom")
	lost := func(err error) error { return &url.Error{Op: "Get", URL: address, Err: err} }
	tests := []struct {
		name   string
		status int // 0: no response
		err    error
		want   toolerr.Kind
		code   int
	}{
		{"an answer", 503, nil, toolerr.KindUpstreamServerError, 503},
		{"an answer and an error: the status wins", 503, context.DeadlineExceeded, toolerr.KindUpstreamServerError, 503},
		{"a redirect that was not followed", 302, lost(boom), toolerr.KindNetworkTransportUnmapped, 0},
		{"a success that was not accepted", 200, nil, toolerr.KindNetworkTransportUnmapped, 0},
		{"an error", 0, lost(io.EOF), toolerr.KindNetworkTransportUnreachable, 0},
	}
	hooks := retryable.SetHooks(retryablehttp.NewClient(), httpadapter.NewKeys(httpadapter.KeyRule{Host: "pay.example.com", Header: "X-Key", Valid: time.Hour}))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var resp *http.Response
			rest := &body{Reader: strings.NewReader("the rest is read")}
			if tt.status != 0 {
				resp = &http.Response{StatusCode: tt.status, Body: rest, Request: post()}
			}
			got, err := hooks.ErrorHandler(resp, tt.err, 2)
			assert.Nil(t, got)
			te := httpadapter.Adapter{}.FromError(err)
			require.NotNilf(t, te, "%v", err)
			assert.Equal(t, tt.want, te.Kind())
			assert.Equal(t, tt.code, te.StatusCode())
			if tt.err != nil {
				require.ErrorIs(t, err, tt.err)
			}
			if resp != nil {
				assert.True(t, rest.closed)
				assert.Zero(t, rest.Len())
			}
		})
	}
	_, err := hooks.ErrorHandler(nil, nil, 1)
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(err))
}

// A body is a response's body that records whether it was closed.
type body struct {
	*strings.Reader
	closed bool
}

func (b *body) Close() error {
	b.closed = true
	return nil
}

// hostile is an error whose methods panic.
type hostile struct{}

func (hostile) Error() string   { panic("Error") }
func (hostile) Unwrap() []error { panic("Unwrap") }
func (hostile) Timeout() bool   { panic("Timeout") }

func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

// at returns a request to another URL.
func at(rawURL string, r *http.Request) *http.Request {
	r.URL, _ = url.Parse(rawURL)
	return r
}
