package gateway_test

import (
	"bytes"
	"context"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/gateway"
	"github.com/errand-go/errand/toolerr"
)

// upstream starts a service, whose authority the gateway trusts.
func upstream(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/429", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	mux.HandleFunc("/422", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"detail":[{"type":"string_too_long","loc":["body","text"],"msg":"String should have at most 5 characters","ctx":{"max_length":5}}]}`)
	})
	mux.HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/cut", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Seen", r.Proto+" "+r.URL.RawQuery+" "+r.Header.Get("User-Agent")+r.Header.Get("Accept-Encoding"))
		control := http.NewResponseController(w)
		_ = control.EnableFullDuplex()
		_ = control.Flush()
		part := make([]byte, 1<<16)
		for n, err := 0, error(nil); err == nil; _ = control.Flush() {
			n, err = r.Body.Read(part)
			_, _ = w.Write(part[:n])
		}
	})
	mux.HandleFunc("/socket", func(w http.ResponseWriter, r *http.Request) {
		conn, both, err := http.NewResponseController(w).Hijack()
		assert.NoError(t, err)
		defer func() { _ = conn.Close() }()
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "+r.Header.Get("Upgrade")+"\r\n\r\n")
		line, _ := both.ReadString('\n')
		_, _ = io.WriteString(conn, "got "+line)
	})
	server := httptest.NewUnstartedServer(mux)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	roots := filepath.Join(t.TempDir(), "roots.pem")
	require.NoError(t, os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600))
	t.Setenv("SSL_CERT_FILE", roots)
	return server
}

func observing(unobserved ...string) gateway.Config {
	c := config()
	c.Observe, c.Unobserved = true, unobserved
	return c
}

// What the server does not tell about a failure is known from its exchange.
func TestObserved(t *testing.T) {
	server := upstream(t)
	for name, tt := range map[string]struct {
		conf gateway.Config
		text string
		want map[string]any
	}{
		"a rate limit": {observing(), "POST " + server.URL + "/429", map[string]any{"status_code": 429.0, "retry_after_ms": 30_000.0, "can_retry": true}},
		"a refusal":    {observing(), "POST " + server.URL + "/422", map[string]any{"status_code": 422.0}},
		"not found":    {observing(), "GET " + server.URL + "/none", map[string]any{"status_code": 404.0}},
		"a lost connection that may have acted": {
			observing(), "POST " + server.URL + "/cut", map[string]any{"kind": "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE", "effect": "unknown"},
		},
		"a lost connection of a request that changes nothing": {observing(), "GET " + server.URL + "/cut", map[string]any{"can_retry": true}},
		"unobserved": {observing("127.0.0.1"), "POST " + server.URL + "/429", map[string]any{"status_code": nil}},
	} {
		t.Run(name, func(t *testing.T) {
			all, meta := texts(t, connect(t, tt.conf).open().call("fetch", tt.text))
			assert.Equal(t, name == "a refusal", strings.Contains(all[0], "at most 5"), all)
			for key, want := range tt.want {
				assert.Equal(t, want, meta[key], "%s of %v", key, meta)
			}
		})
	}
}

// The proxy passes bodies in both directions at the same time, HTTP/2 and other protocols,
// and serves only the server of its run.
func TestProxy(t *testing.T) {
	server := upstream(t)
	c := connect(t, observing("closed.example")).open()
	proxy, roots, _ := strings.Cut(strings.Split(c.call("env", ""), `"`)[11], " ")
	client := through(proxy, roots)

	in, body := io.Pipe()
	request, err := http.NewRequest(http.MethodPost, server.URL+"/echo?a=1;b", in)
	require.NoError(t, err)
	request.Header.Set("Accept-Encoding", "br")
	request.Header["User-Agent"] = nil
	response, err := client.Do(request)
	require.NoError(t, err)
	assert.Equal(t, "HTTP/2.0 a=1;b br", response.Header.Get("Seen"))
	got := make([]byte, 4)
	for range 3 { // each part comes back before the next is sent
		_, _ = io.WriteString(body, "part")
		_, err = io.ReadFull(response.Body, got)
		require.NoError(t, err)
	}
	go func() {
		_, _ = body.Write(bytes.Repeat([]byte("x"), 3<<20))
		_ = body.Close()
	}()
	rest, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	assert.Len(t, rest, 3<<20)

	request, err = http.NewRequest(http.MethodGet, server.URL+"/socket", nil)
	require.NoError(t, err)
	request.Header.Set("Connection", "Upgrade")
	request.Header.Set("Upgrade", "websocket")
	response, err = client.Do(request)
	require.NoError(t, err)
	socket, ok := response.Body.(io.ReadWriteCloser)
	require.True(t, ok, response.Status)
	_, _ = io.WriteString(socket, "hello\n")
	text, err := io.ReadAll(socket)
	require.NoError(t, err)
	assert.Equal(t, "got hello\n", string(text))

	_, err = through(proxy[:7]+proxy[strings.Index(proxy, "@")+1:], roots).Get(server.URL + "/echo")
	assert.ErrorContains(t, err, "Proxy Authentication Required")
	_, err = client.Get("https://closed.example/")
	assert.ErrorContains(t, err, "Forbidden", "nobody opens its traffic")
	info, err := os.Stat(roots)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode())
	require.NoError(t, c.in.Close())
	c.code <- <-c.code
	assert.NoFileExists(t, roots)
}

// A call that hangs after requests that change nothing had no effect. One whose requests are
// refused tells why. Nothing is known of one
// that was not seen to send a request.
func TestHung(t *testing.T) {
	te, ok := toolerr.Find(gateway.Hung(nil, 0, "GET", "HEAD"))
	require.True(t, ok)
	assert.True(t, te.CanRetry() && te.Effect() == toolerr.EffectNone)
	require.ErrorIs(t, gateway.Hung(io.ErrNoProgress, http.StatusTooManyRequests, "POST"), io.ErrNoProgress)
	require.ErrorIs(t, gateway.Hung(io.ErrNoProgress, http.StatusInternalServerError, "POST"), context.DeadlineExceeded)
	for _, methods := range [][]string{{}, {"GET", "POST"}} {
		require.ErrorIs(t, gateway.Hung(nil, 0, methods...), context.DeadlineExceeded)
	}
}
