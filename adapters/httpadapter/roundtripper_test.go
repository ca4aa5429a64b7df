package httpadapter_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// roundTripper is a base other than net/http's.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestTransportLeavesConnectionsAlone(t *testing.T) {
	type connection struct {
		io.Writer
		io.ReadCloser
	}
	for _, resp := range []*http.Response{
		{StatusCode: 101, Body: io.NopCloser(strings.NewReader(""))},
		{StatusCode: 200, Body: connection{io.Discard, io.NopCloser(strings.NewReader(""))}},
		{StatusCode: 204, Body: http.NoBody},
		{StatusCode: 200},
	} {
		before := resp.Body
		rt := httpadapter.Transport{Base: roundTripper(func(*http.Request) (*http.Response, error) { return resp, nil })}
		got, err := rt.RoundTrip(httptest.NewRequest(http.MethodGet, "http://example.invalid/", nil))
		require.NoError(t, err)
		assert.Equal(t, before, got.Body)
	}
}

type idler struct {
	roundTripper
	closed bool
}

func (i *idler) CloseIdleConnections() { i.closed = true }

func TestTransportClosesIdleConnections(t *testing.T) {
	base := &idler{}
	(&http.Client{Transport: httpadapter.Transport{Base: base}}).CloseIdleConnections()
	assert.True(t, base.closed)
	httpadapter.Transport{Base: base.roundTripper}.CloseIdleConnections()
}

func TestNewTransportOfNil(t *testing.T) {
	rt := httpadapter.NewTransport(nil)
	base, ok := rt.Base.(*http.Transport)
	require.True(t, ok)
	assert.NotSame(t, http.DefaultTransport, base)
	assert.NotNil(t, base.OnProxyConnectResponse)
	assert.Nil(t, http.DefaultTransport.(*http.Transport).OnProxyConnectResponse, "the default transport is unchanged")
	resp, err := (&http.Client{Transport: rt}).Get(serve(t, ok204))
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	base.CloseIdleConnections()
	assert.NoError(t, httpadapter.OnProxyConnectResponse(t.Context(), nil, nil, &http.Response{StatusCode: 200}))
	assert.Error(t, httpadapter.OnProxyConnectResponse(t.Context(), nil, nil, &http.Response{StatusCode: 407}))
}

func ok204(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// net/http closes the connection of a request at its deadline, and a read can fail on the
// closed connection before the deadline is known (go1.26.8).
func TestTransportTimeoutOfAClosedConnection(t *testing.T) {
	tests := []struct {
		name string
		end  func(context.Context) (context.Context, context.CancelFunc)
		kind toolerr.Kind
	}{
		{"the context goes on", context.WithCancel, toolerr.KindNetworkTransportUnmapped},
		{"its deadline is past", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithDeadline(ctx, time.Unix(0, 0))
		}, toolerr.KindNetworkTransportTimeout},
		{"it is cancelled", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return ctx, cancel
		}, toolerr.KindToolCanceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := tt.end(t.Context())
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://example.invalid/", nil)
			require.NoError(t, err)
			closed := &net.OpError{Op: "read", Net: "tcp", Err: net.ErrClosed}
			resp, err := httpadapter.Transport{Base: roundTripper(func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(iotest.ErrReader(closed)), Request: r}, nil
			})}.RoundTrip(req)
			require.NoError(t, err)
			_, err = io.ReadAll(resp.Body)
			require.NoError(t, resp.Body.Close())
			assert.ErrorIs(t, err, net.ErrClosed)
			te := httpadapter.Adapter{}.FromError(err)
			require.NotNil(t, te)
			assert.Equal(t, tt.kind, te.Kind())
		})
	}
}

// An *http.Transport that an SDK asserts and changes records what it sends, over sockets,
// proxies and HTTP/2 alike.
func TestHTTPTransport(t *testing.T) {
	limited := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.Copy(w, r.Body)
	})
	plain := httptest.NewServer(limited)
	defer plain.Close()
	h2 := httptest.NewUnstartedServer(limited)
	h2.EnableHTTP2 = true
	h2.StartTLS()
	defer h2.Close()
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	require.NoError(t, err)
	unix := &httptest.Server{Listener: listener, Config: &http.Server{Handler: limited}}
	unix.Start()
	defer unix.Close()
	proxied := 0
	forward := httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) { proxied++ }}
	proxy := httptest.NewServer(&forward)
	defer proxy.Close()
	for name, tt := range map[string]struct {
		base   *http.Transport
		url    string
		change func(sdk *http.Transport)
		major  int
	}{
		"plain":  {nil, plain.URL, func(*http.Transport) {}, 1},
		"HTTP/2": {h2.Client().Transport.(*http.Transport), h2.URL, func(*http.Transport) {}, 2},
		"TLS that is set later": {nil, h2.URL, func(sdk *http.Transport) {
			sdk.TLSClientConfig = &tls.Config{RootCAs: h2.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
		}, 1},
		"a socket": {nil, "http://unix.example", func(sdk *http.Transport) {
			sdk.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "unix", socket)
			}
		}, 1},
		"a proxy": {nil, "http://upstream.example", func(sdk *http.Transport) {
			u, _ := url.Parse(proxy.URL)
			sdk.Proxy = http.ProxyURL(u)
			forward.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				r.URL.Host = strings.TrimPrefix(plain.URL, "http://")
				return http.DefaultTransport.RoundTrip(r)
			})
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			client := &http.Client{Transport: httpadapter.NewHTTPTransport(tt.base)}
			sdk, ok := client.Transport.(*http.Transport)
			require.True(t, ok)
			tt.change(sdk)
			for range 2 {
				_, err := adapter.Do(t.Context(), adapter.NewChain(), func(ctx context.Context) (int, error) {
					req, err := http.NewRequestWithContext(ctx, http.MethodPost, tt.url, strings.NewReader("body"))
					require.NoError(t, err)
					resp, err := client.Do(req)
					require.NoError(t, err)
					defer resp.Body.Close()
					assert.Equal(t, tt.major, resp.ProtoMajor)
					text, err := io.ReadAll(resp.Body)
					require.NoError(t, err)
					assert.Equal(t, "body", string(text))
					return 0, assert.AnError // as after "status %d"
				})
				te, ok := toolerr.Find(err)
				require.True(t, ok)
				assert.Equal(t, toolerr.KindToolFatal, te.Kind())

				_, err = adapter.Do(t.Context(), adapter.NewChain(), func(ctx context.Context) (int, error) {
					req, err := http.NewRequestWithContext(ctx, http.MethodGet, tt.url, nil)
					require.NoError(t, err)
					resp, err := client.Do(req)
					require.NoError(t, err)
					require.NoError(t, resp.Body.Close())
					return 0, errWords("API returned 429")
				})
				te, ok = toolerr.Find(err)
				require.True(t, ok)
				assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
				wait, _ := te.RetryAfter()
				assert.Equal(t, 7*time.Second, wait)
			}
			client.CloseIdleConnections()
		})
	}
	assert.Equal(t, 4, proxied)
}

type errWords string

func (e errWords) Error() string { return string(e) }
