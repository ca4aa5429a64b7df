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
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

// textFaults are the texts that faults lead net/http to, and TestFaults checks the results.
var textFaults = map[string]string{
	`unsupported protocol scheme "`:               "url-unsupported-scheme",
	"http: no Host in request URL":                "url-no-host",
	"net/http: invalid header field ":             "header-invalid-value",
	"net/http: invalid method ":                   "method-invalid",
	"net/http: nil Context":                       "nil-context",
	"http: invalid Host header":                   "host-invalid",
	"http: Request.ContentLength=":                "nil-body-with-length",
	"http: read on closed response body":          "read-after-close",
	"stopped after 10 redirects":                  "redirect-loop-302",
	"net/http: server response headers exceeded ": "oversized-headers",
	`malformed HTTP response "`:                   "not-http",
	`malformed HTTP status code "`:                "malformed-status-line",
	"http2: frame too large":                      "h2-frame-too-large",
}

// The test makes a real client return every text. It fails if a new version changes one.
func TestTexts(t *testing.T) {
	fatal := answer{toolerr.KindToolFatal, false, toolerr.EffectNone}
	broken := answer{toolerr.KindNetworkTransportUnreachable, true, toolerr.EffectUnknown}
	tests := []struct {
		text string // the text of the row
		want answer
		err  func(t *testing.T) error
	}{
		{
			text: "http: nil Request.URL", want: fatal,
			err: func(t *testing.T) error { return errOf(http.DefaultClient.Do(&http.Request{})) },
		},
		{
			text: "net/http: invalid trailer field ", want: fatal,
			err: func(t *testing.T) error {
				return send(t, "http://127.0.0.1/", func(r *http.Request) { r.Trailer = http.Header{"X A": {"a"}} })
			},
		},
		{
			text: "http: Request.RequestURI can't be set in client requests", want: fatal,
			err: func(t *testing.T) error {
				return send(t, "http://127.0.0.1/", func(r *http.Request) { r.RequestURI = "/" })
			},
		},
		{
			text: "http: ContentLength=", want: answer{toolerr.KindToolFatal, false, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				client := &http.Client{Transport: &http.Transport{DialContext: dialHeld(t)}}
				return sendWith(t, client, serve(t, ok), func(r *http.Request) {
					r.Method, r.ContentLength, r.Body = http.MethodPost, 10, io.NopCloser(strings.NewReader("short"))
				})
			},
		},
		{
			text: "http: RoundTripper implementation (", want: answer{toolerr.KindToolFatal, false, toolerr.EffectUnknown},
			err: func(t *testing.T) error { return get("http://127.0.0.1/", &http.Client{Transport: lost{}}) },
		},
		{
			text: `malformed HTTP version "`, want: broken,
			err: func(t *testing.T) error { return get("http://" + listen(t, says("HTTQ/1.1 200 OK\r\n\r\n"))) },
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
			text: "http2: response body closed", want: answer{toolerr.KindToolFatal, false, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				s := httptest.NewUnstartedServer(http.HandlerFunc(ok))
				s.EnableHTTP2 = true
				s.StartTLS()
				return readClosed(t, s, s.Client())
			},
		},
		{
			text: " giving up after n attempt(s)", want: answer{toolerr.KindUpstreamUnmapped, true, toolerr.EffectUnknown},
			err: func(t *testing.T) error {
				return errOf(retryClient(retryablehttp.DefaultRetryPolicy).Get(serve(t, status(429))))
			},
		},
		{
			text: "unexpected HTTP status ", want: answer{toolerr.KindUpstreamServerError, true, toolerr.EffectNone},
			err: func(t *testing.T) error {
				return errOf(retryClient(retryablehttp.ErrorPropagatedRetryPolicy).Get(serve(t, status(503))))
			},
		},
	}
	driven := map[string]bool{}
	server := faults.New(t)
	for text, name := range textFaults {
		t.Run(name, func(t *testing.T) {
			f, ok := faults.Lookup(name)
			require.True(t, ok)
			for range 5 { // on a busy machine the fault's own timer, or the end of the connection, can come first
				target := server.Target(f)
				ctx, cancel := target.Context(t.Context())
				err := call(ctx, target)
				cancel()
				require.Error(t, err)
				for errors.Unwrap(err) != nil {
					err = errors.Unwrap(err)
				}
				if driven[text] = strings.HasPrefix(err.Error(), text); driven[text] {
					return
				}
				t.Log(err)
			}
		})
	}
	for _, tt := range tests {
		driven[tt.text] = true
		t.Run(tt.text, func(t *testing.T) {
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

// A proxy refuses CONNECT, with net/http's transport alone and with errand's.
func TestProxyPhrases(t *testing.T) {
	fatal := answer{toolerr.KindToolFatal, false, toolerr.EffectNone}
	noWay := answer{toolerr.KindNetworkTransportUnreachable, true, toolerr.EffectNone}
	for refusal, want := range map[string]answer{
		"407 Proxy Authentication Required": fatal,
		"403 Forbidden":                     fatal,
		"404 Not Found":                     fatal,
		"408 Request Timeout":               noWay,
		"429 Too Many Requests":             noWay,
		"502 Bad Gateway":                   noWay,
		"302 Found":                         noWay,
		"502":                               noWay,
	} {
		t.Run(refusal, func(t *testing.T) {
			proxy := listen(t, says("HTTP/1.1 "+refusal+"\r\nContent-Length: 0\r\n\r\n"))
			own := 0
			base := &http.Transport{Proxy: http.ProxyURL(parse(t, "http://user:hunter2@"+proxy))}
			withHook := base.Clone()
			withHook.OnProxyConnectResponse = func(context.Context, *url.URL, *http.Request, *http.Response) error { own++; return nil }
			for name, rt := range map[string]http.RoundTripper{"bare": base, "errand's": httpadapter.NewTransport(withHook)} {
				err := get("https://service.invalid/items", &http.Client{Transport: rt})
				require.Error(t, err)
				te := httpadapter.Adapter{}.FromError(err)
				require.NotNil(t, te)
				assert.Equal(t, want, answerOf(te), "%s: %v", name, err)
				assert.Zero(t, te.StatusCode(), "it is not the service's")
				assert.Equal(t, "https://service.invalid/items", te.Extra().Endpoint)
				if name != "bare" {
					assert.Contains(t, te.DeveloperMessage(), "the proxy "+proxy+" refused to connect to service.invalid:443: HTTP status "+refusal[:3])
				}
				assert.NotContains(t, te.DeveloperMessage(), "hunter2")
				assert.NotContains(t, te.Error(), proxy)
			}
			assert.Equal(t, 1, own, "the transport's own hook is called")
		})
	}
	t.Run("its own hook's word counts", func(t *testing.T) {
		mine := errors.New("mine")
		base := &http.Transport{
			Proxy:                  http.ProxyURL(parse(t, serve(t, status(407)))),
			OnProxyConnectResponse: func(context.Context, *url.URL, *http.Request, *http.Response) error { return mine },
		}
		require.ErrorIs(t, get("https://api.example.invalid/", &http.Client{Transport: httpadapter.NewTransport(base)}), mine)
	})
	t.Run("a plain URL has no CONNECT", func(t *testing.T) {
		te := httpadapter.Adapter{}.FromError(&url.Error{Op: "Get", URL: "http://service.invalid/", Err: errors.New("Not Found")})
		assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind())
	})
}

// A RoundTripper that returns nothing is a mistake in the tool, and errand's Transport
// names it.
func TestNoResponse(t *testing.T) {
	for name, rt := range map[string]http.RoundTripper{"bare": lost{}, "in Transport": httpadapter.Transport{Base: lost{}}} {
		te := httpadapter.Adapter{}.FromError(get("http://127.0.0.1/", &http.Client{Transport: rt}))
		require.NotNil(t, te, name)
		assert.Equal(t, answer{toolerr.KindToolFatal, false, toolerr.EffectUnknown}, answerOf(te), name)
		assert.Equal(t, "The tool's own HTTP client returned neither a response nor an error.", te.Message().String())
		assert.Contains(t, te.DeveloperMessage(), "httpadapter_test.lost", name)
		assert.NotContains(t, te.DeveloperMessage(), "httpadapter.Transport", name)
	}
}

// dialHeld dials connections whose reads keep their errors until the test ends. When a
// request could not be written, net/http closes the connection, and its caller gets the
// error of whichever comes first, the write or the read that was ended by it.
func dialHeld(t *testing.T) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return heldConn{c, t.Context().Done()}, nil
	}
}

type heldConn struct {
	net.Conn
	end <-chan struct{}
}

func (c heldConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err != nil {
		<-c.end
	}
	return n, err
}

// lost is a RoundTripper that returns nothing.
type lost struct{}

func (lost) RoundTrip(*http.Request) (*http.Response, error) { return nil, nil }

// net/http sends a method as the caller wrote it.
func TestMethodAsWritten(t *testing.T) {
	for method, want := range map[string]string{"post": "POST", "POST": "POST", "Get": "GET", "PROPFIND": "PROPFIND"} {
		for name, h := range map[string]http.HandlerFunc{"a response": status(404), "no response": hangUp} {
			if method == "PROPFIND" && name == "no response" {
				continue // net/http's error does not contain the original method
			}
			req, err := http.NewRequestWithContext(t.Context(), method, serve(t, h), nil)
			require.NoError(t, err)
			resp, err := http.DefaultClient.Do(req)
			if err == nil {
				err = errOf(resp, httpadapter.CheckResponse(resp))
			}
			te := httpadapter.Adapter{}.FromError(err)
			require.NotNil(t, te)
			assert.Equal(t, want, te.Extra().HTTPMethod, "%s, %s", method, name)
		}
	}
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// The text of go-retryablehttp has method and URL.
func TestGivenUpEndpoint(t *testing.T) {
	base := serve(t, status(503))
	for name, policy := range map[string]retryablehttp.CheckRetry{
		"default": retryablehttp.DefaultRetryPolicy, "propagated": retryablehttp.ErrorPropagatedRetryPolicy,
	} {
		err := errOf(retryClient(policy).Get(strings.Replace(base, "//", "//user:hunter2@", 1) + "/items?key=hunter2"))
		te := httpadapter.Adapter{}.FromError(err)
		require.NotNil(t, te, name)
		assert.Equal(t, base+"/items", te.Extra().Endpoint, name)
		assert.Equal(t, http.MethodGet, te.Extra().HTTPMethod, name)
	}
}

// Texts are matched only in innermost errors without a type.
func TestTextsThatDoNotMatch(t *testing.T) {
	texts := []string{
		"stopped after 10 redirects", "Proxy Authentication Required",
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
		assert.True(t, te.CanRetry(), "another library's error")
	})
	t.Run("around another", func(t *testing.T) {
		err := &url.Error{Op: "Get", URL: "http://example.invalid/", Err: fmt.Errorf("stopped after 10 redirects%w", custom(""))}
		assert.True(t, httpadapter.Adapter{}.FromError(err).CanRetry())
	})
}

type custom string

func (c custom) Error() string { return string(c) }

// An answer is an adapter's result without texts.
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

func retryClient(check retryablehttp.CheckRetry) *retryablehttp.Client {
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

// says returns a server that answers any request with a text.
func says(text string) func(*net.TCPConn) {
	return func(conn *net.TCPConn) {
		_, _ = conn.Read(make([]byte, 4<<10))
		_, _ = io.WriteString(conn, text)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
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
func listen(t *testing.T, serve func(*net.TCPConn)) string {
	t.Helper()
	var s loopback.Server
	t.Cleanup(s.Close)
	return s.Serve(serve)
}

// oldServerHello answers a ClientHello with a ServerHello of TLS 1.1.
func oldServerHello(conn *net.TCPConn) {
	_, _ = bufio.NewReader(conn).Peek(5)
	hello := append([]byte{0x03, 0x02}, make([]byte, 32)...) // version, random
	hello = append(hello, 0, 0xc0, 0x2f, 0)                  // session, cipher suite, compression
	message := append([]byte{2, 0, 0, byte(len(hello))}, hello...)
	_, _ = conn.Write(append([]byte{0x16, 0x03, 0x02, 0, byte(len(message))}, message...))
	_, _ = io.Copy(io.Discard, conn)
}

// A text that is only a status line has a status.
func TestStatusLines(t *testing.T) {
	te := httpadapter.Adapter{}.FromError(fmt.Errorf("get: %w", errors.New("404 Not Found")))
	require.NotNil(t, te)
	assert.Equal(t, 404, te.StatusCode())
	assert.Equal(t, toolerr.KindUpstreamNotFound, te.Kind())
	for _, text := range []string{"404", "404 ", "404 not found", "404 Not Found: x", "200 OK", "404  Not Found", "x404 Not Found", "999 ", "+04 Not Found"} {
		assert.Nil(t, httpadapter.Adapter{}.FromError(errors.New(text)), text)
	}
}
