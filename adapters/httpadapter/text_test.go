package httpadapter_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// TestTexts drives a real client into every text that is matched: when a new
// version words one differently, it is this test that breaks.
func TestTexts(t *testing.T) {
	fatal := answer{toolerr.KindToolFatal, false, toolerr.EffectNone}
	tests := []struct {
		text string // the row
		name string
		want answer
		err  func(t *testing.T) error
	}{
		{
			text: `unsupported protocol scheme "`, want: fatal,
			err: func(t *testing.T) error { return get("ftp://127.0.0.1/") },
		},
		{
			text: "http: no Host in request URL", want: fatal,
			err: func(t *testing.T) error { return get("http:///path") },
		},
		{
			text: "http: nil Request.URL", want: fatal,
			err: func(t *testing.T) error { return errOf(http.DefaultClient.Do(&http.Request{})) },
		},
		{
			text: "net/http: invalid header field ", name: "value", want: fatal,
			err: func(t *testing.T) error {
				return send(t, "http://127.0.0.1/", func(r *http.Request) { r.Header.Set("X-A", "a\nb") })
			},
		},
		{
			text: "net/http: invalid header field ", name: "name", want: fatal,
			err: func(t *testing.T) error {
				return send(t, "http://127.0.0.1/", func(r *http.Request) { r.Header["X A"] = []string{"a"} })
			},
		},
		{
			text: "net/http: invalid trailer field ", want: fatal,
			err: func(t *testing.T) error {
				return send(t, "http://127.0.0.1/", func(r *http.Request) { r.Trailer = http.Header{"X A": {"a"}} })
			},
		},
		{
			text: "net/http: invalid method ", name: "when made", want: fatal,
			err: func(t *testing.T) error {
				_, err := http.NewRequestWithContext(t.Context(), "GET IT", "http://127.0.0.1/", nil)
				return err
			},
		},
		{
			text: "net/http: invalid method ", name: "when sent", want: fatal,
			err: func(t *testing.T) error {
				return send(t, "http://127.0.0.1/", func(r *http.Request) { r.Method = "GET IT" })
			},
		},
		{
			text: "net/http: nil Context", want: fatal,
			err: func(t *testing.T) error {
				var none context.Context
				_, err := http.NewRequestWithContext(none, http.MethodGet, "http://127.0.0.1/", nil)
				return err
			},
		},
		{
			text: "http: invalid Host header", want: fatal,
			err: func(t *testing.T) error {
				proxy := httptest.NewServer(http.NotFoundHandler())
				t.Cleanup(proxy.Close)
				client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(parse(t, proxy.URL))}}
				return sendWith(t, client, "http://example.invalid/", func(r *http.Request) { r.Host = "a/b" })
			},
		},
		{
			text: "http: Request.RequestURI can't be set in client requests", want: fatal,
			err: func(t *testing.T) error {
				return send(t, "http://127.0.0.1/", func(r *http.Request) { r.RequestURI = "/" })
			},
		},
		{
			text: "http: Request.ContentLength=", want: fatal,
			err: func(t *testing.T) error {
				return send(t, serve(t, ok), func(r *http.Request) { r.Method, r.ContentLength = http.MethodPost, 10 })
			},
		},
		{
			text: "http: ContentLength=", want: answer{toolerr.KindToolFatal, false, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				return send(t, serve(t, ok), func(r *http.Request) {
					r.Method, r.ContentLength, r.Body = http.MethodPost, 10, io.NopCloser(strings.NewReader("short"))
				})
			},
		},
		{
			text: "Proxy Authentication Required", want: fatal,
			err: func(t *testing.T) error { return get("https://example.invalid/", viaProxy(t, 407)) },
		},
		{
			text: "tls: no supported versions satisfy MinVersion and MaxVersion", want: fatal,
			err: func(t *testing.T) error {
				s := httptest.NewTLSServer(http.HandlerFunc(ok))
				t.Cleanup(s.Close)
				return get(s.URL, &http.Client{Transport: &http.Transport{
					TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS13, MaxVersion: tls.VersionTLS12},
				}})
			},
		},
		{
			text: "tls: server selected unsupported protocol version ", want: fatal,
			err: func(t *testing.T) error { return get("https://" + listen(t, oldServerHello)) },
		},
		{
			text: "http: read on closed response body", want: answer{toolerr.KindToolFatal, false, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				return readClosed(t, httptest.NewServer(http.HandlerFunc(ok)), http.DefaultClient)
			},
		},
		{
			text: "http2: response body closed", want: answer{toolerr.KindToolFatal, false, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				s := httptest.NewUnstartedServer(http.HandlerFunc(ok))
				s.EnableHTTP2 = true
				s.StartTLS()
				return readClosed(t, s, s.Client())
			},
		},
		{
			text: "stopped after 10 redirects", want: answer{toolerr.KindNetworkTransportUnmapped, false, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				return get(serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) }))
			},
		},
		{
			text: " giving up after n attempt(s)", want: answer{toolerr.KindUpstreamUnmapped, true, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				return errOf(retryable(retryablehttp.DefaultRetryPolicy).Get(serve(t, status(429))))
			},
		},
		{
			text: "unexpected HTTP status ", want: answer{toolerr.KindUpstreamServerError, true, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				return errOf(retryable(retryablehttp.ErrorPropagatedRetryPolicy).Get(serve(t, status(503))))
			},
		},
	}
	driven := map[string]bool{}
	for _, tt := range tests {
		driven[tt.text] = true
		t.Run(strings.TrimSpace(tt.text+" "+tt.name), func(t *testing.T) {
			err := tt.err(t)
			require.Error(t, err)
			te := httpadapter.Adapter{}.FromError(err)
			require.NotNilf(t, te, "%T %v", err, err)
			assert.Equal(t, tt.want, answerOf(te), "%v", err)
			assert.NotContains(t, te.Error(), "127.0.0.1")
		})
	}
	for _, text := range httpadapter.TextRules() {
		assert.Truef(t, driven[text], "no client is driven into %q", text)
	}
}

// Texts count only as what they are: innermost errors without a type.
func TestTextsThatAreNot(t *testing.T) {
	texts := []string{
		"unsupported protocol scheme \"ftp\"", "stopped after 10 redirects", "Proxy Authentication Required",
		"unexpected HTTP status 503 Service Unavailable", "the tool is giving up after a while", "http: no Host in request URL at all",
	}
	for _, text := range texts {
		t.Run(text, func(t *testing.T) {
			assert.Nil(t, httpadapter.Adapter{}.FromError(errors.New(text)))
		})
	}
	t.Run("with a type", func(t *testing.T) {
		err := &url.Error{Op: "Get", URL: "http://example.invalid/", Err: custom("stopped after 10 redirects")}
		te := httpadapter.Adapter{}.FromError(err)
		require.NotNil(t, te)
		assert.True(t, te.CanRetry(), "somebody else's error")
	})
	t.Run("around another", func(t *testing.T) {
		err := &url.Error{Op: "Get", URL: "http://example.invalid/", Err: fmt.Errorf("stopped after 10 redirects%w", custom(""))}
		assert.True(t, httpadapter.Adapter{}.FromError(err).CanRetry())
	})
}

type custom string

func (c custom) Error() string { return string(c) }

// An answer is what an adapter says, without words.
type answer struct {
	kind     toolerr.Kind
	canRetry bool
	effect   toolerr.Effect
}

func answerOf(te *toolerr.ToolRuntimeError) answer {
	return answer{te.Kind(), te.CanRetry(), te.Effect()}
}

func errOf(resp *http.Response, err error) error {
	if resp != nil {
		_ = resp.Body.Close()
	}
	return err
}

func get(url string, client ...*http.Client) error {
	return errOf(append(client, http.DefaultClient)[0].Get(url))
}

func send(t *testing.T, url string, spoil func(*http.Request)) error {
	t.Helper()
	return sendWith(t, http.DefaultClient, url, spoil)
}

func sendWith(t *testing.T, client *http.Client, url string, spoil func(*http.Request)) error {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	spoil(req)
	return errOf(client.Do(req))
}

func retryable(check retryablehttp.CheckRetry) *retryablehttp.Client {
	return &retryablehttp.Client{HTTPClient: &http.Client{}, RetryMax: 1, CheckRetry: check, Backoff: retryablehttp.DefaultBackoff}
}

func parse(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	require.NoError(t, err)
	return u
}

// serve starts a server and returns its URL.
func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func ok(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"id":"item-1"}`) }

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// viaProxy returns a client whose proxy answers CONNECT with a status.
func viaProxy(t *testing.T, code int) *http.Client {
	t.Helper()
	return &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(parse(t, serve(t, status(code))))}}
}

func readClosed(t *testing.T, s *httptest.Server, client *http.Client) error {
	t.Helper()
	t.Cleanup(s.Close)
	resp, err := client.Get(s.URL)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	_, err = io.ReadAll(resp.Body)
	return err
}

// listen serves raw connections, and returns the address.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	ln, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			serve(conn)
			_ = conn.Close()
		}
	}()
	t.Cleanup(func() { _ = ln.Close(); <-done })
	return ln.Addr().String()
}

// oldServerHello answers a ClientHello with a ServerHello of TLS 1.1.
func oldServerHello(conn net.Conn) {
	_, _ = bufio.NewReader(conn).Peek(5)
	hello := append([]byte{0x03, 0x02}, make([]byte, 32)...) // version, random
	hello = append(hello, 0, 0xc0, 0x2f, 0)                  // session, cipher suite, compression
	message := append([]byte{2, 0, 0, byte(len(hello))}, hello...)
	_, _ = conn.Write(append([]byte{0x16, 0x03, 0x02, 0, byte(len(message))}, message...))
	_, _ = io.Copy(io.Discard, conn)
}
