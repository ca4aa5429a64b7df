package proxy_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
)

type setup struct {
	proxy  *proxy.Proxy
	client *http.Client
}

func newSetup(t *testing.T, answers ...proxy.Answer) setup {
	t.Helper()
	authority := proxy.NewAuthority()
	p, err := proxy.Start(authority, answers)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(authority.PEM()))
	transport := &http.Transport{
		Proxy:           http.ProxyURL(&url.URL{Scheme: "http", Host: p.Address()}),
		TLSClientConfig: &tls.Config{RootCAs: pool},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return setup{p, &http.Client{Transport: transport}}
}

// target returns a fault of the table.
func target(t *testing.T, name string) proxy.Target {
	t.Helper()
	f, ok := faults.Lookup(name)
	require.True(t, ok)
	at, err := url.Parse(faults.New(t).Target(f).URL)
	require.NoError(t, err)
	return proxy.Target{Address: at.Host, TLS: at.Scheme == "https"}
}

func (s setup) get(t *testing.T, address string) (status int, body string, err error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	resp, err := s.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

func TestFault(t *testing.T) {
	s := newSetup(t)
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			act := s.proxy.Begin(target(t, "status-418"))
			status, body, err := s.get(t, scheme+"://api.example.com/v1/items?q=1")
			require.NoError(t, err)
			assert.Equal(t, 418, status)
			assert.Contains(t, body, faults.CanaryMessage)
			<-act.Arrived()
			exchanges := act.Exchanges()
			require.Len(t, exchanges, 1)
			assert.Equal(t, "GET "+scheme+"://api.example.com/v1/items?q=1", exchanges[0].Method+" "+exchanges[0].URL)
			assert.Equal(t, []string{"api.example.com"}, s.proxy.Hosts())
		})
	}
	t.Run("an address", func(t *testing.T) {
		s.proxy.Begin(target(t, "status-418"))
		status, _, err := s.get(t, "https://192.0.2.1:8443/")
		require.NoError(t, err)
		assert.Equal(t, 418, status)
		_, _, err = s.get(t, "https://192.0.2.1:8443/")
		require.NoError(t, err, "the same certificate")
	})
	t.Run("none", func(t *testing.T) {
		s.proxy.End()
		status, body, err := s.get(t, "https://api.example.com/")
		require.NoError(t, err)
		assert.Equal(t, 200, status)
		assert.JSONEq(t, "{}", body)
	})
	t.Run("as the base URL", func(t *testing.T) {
		s.proxy.Begin(target(t, "status-418"))
		direct := setup{client: &http.Client{Transport: &http.Transport{DialContext: loopback.Dial, DisableKeepAlives: true}}}
		status, _, err := direct.get(t, "http://"+s.proxy.Address()+"/v1")
		require.NoError(t, err)
		assert.Equal(t, 418, status)
	})
}

// Broken connections reach the client unchanged.
func TestBrokenConnections(t *testing.T) {
	s := newSetup(t)
	for name, want := range map[string]string{
		"conn-reset-before-headers": "reset by peer",
		"empty-reply":               "EOF",
		"truncated-body":            "unexpected EOF",
		"malformed-status-line":     "malformed HTTP",
		"tls-hostname":              "not api.example.com",
		"tls-reset-in-handshake":    "reset by peer",
	} {
		t.Run(name, func(t *testing.T) {
			act := s.proxy.Begin(target(t, name))
			_, _, err := s.get(t, "https://api.example.com/")
			require.ErrorContains(t, err, want)
			assert.Len(t, act.Exchanges(), 1)
		})
	}
	t.Run("refused", func(t *testing.T) {
		s.proxy.Begin(proxy.Target{Refuse: true})
		_, _, err := s.get(t, "https://api.example.com/")
		require.ErrorContains(t, err, "refused")
		moved, err := s.proxy.Reopen()
		require.NoError(t, err)
		if !moved {
			_, _, err = s.get(t, "https://api.example.com/")
			require.NoError(t, err)
		}
	})
}

// The end of a fault releases a waiting client.
func TestEndFreesTheClient(t *testing.T) {
	s := newSetup(t)
	act := s.proxy.Begin(target(t, "client-timeout"))
	done := make(chan error)
	go func() {
		_, _, err := s.get(t, "https://api.example.com/")
		done <- err
	}()
	<-act.Arrived()
	s.proxy.End()
	require.Error(t, <-done)
}

func TestAnswers(t *testing.T) {
	s := newSetup(t, proxy.Answer{Method: "GET", Path: "/first", Status: 201, Body: json.RawMessage(`{"n":1}`)})
	act := s.proxy.Begin(target(t, "status-500"))
	status, body, err := s.get(t, "https://api.example.com/first?page=2")
	require.NoError(t, err)
	assert.Equal(t, 201, status)
	assert.JSONEq(t, `{"n":1}`, body)
	status, _, err = s.get(t, "https://api.example.com/second")
	require.NoError(t, err)
	assert.Equal(t, 500, status)
	assert.Equal(t, []int{201, 0}, []int{act.Exchanges()[0].Status, act.Exchanges()[1].Status})
}

// A Kubernetes client learns that there are pods.
func TestDiscovery(t *testing.T) {
	s := newSetup(t)
	s.proxy.Begin(target(t, "status-500"))
	for path, want := range map[string]string{"/api": "Pod", "/apis": "Deployment"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://cluster.example.com"+path, nil)
		require.NoError(t, err)
		r.Header.Set("Accept", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json")
		resp, err := s.client.Do(r)
		require.NoError(t, err)
		b, err := io.ReadAll(resp.Body)
		require.NoError(t, errors.Join(err, resp.Body.Close()))
		assert.Equal(t, 200, resp.StatusCode)
		assert.Contains(t, resp.Header.Get("Content-Type"), "apidiscovery.k8s.io")
		assert.Contains(t, string(b), `"kind":"`+want+`"`)
	}
	status, _, err := s.get(t, "https://cluster.example.com/api")
	require.NoError(t, err)
	assert.Equal(t, 500, status, "another client's")
}

// A client that does not trust the authority is reported.
func TestDistrust(t *testing.T) {
	s := newSetup(t)
	s.client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: x509.NewCertPool()}
	act := s.proxy.Begin(target(t, "status-500"))
	_, _, err := s.get(t, "https://api.example.com/")
	require.Error(t, err)
	assert.Eventually(t, s.proxy.Distrusted, faults.DefaultTimeout*40, faults.DefaultTimeout/50)
	assert.Empty(t, act.Exchanges())
}
