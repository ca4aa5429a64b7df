// Package asserted_test tests SDKs that require an *http.Transport, with the one of
// httpadapter.NewHTTPTransport.
package asserted_test

import (
	"context"
	"encoding/pem"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	docker "github.com/docker/docker/client"
	"github.com/elastic/elastic-transport-go/v8/elastictransport"
	"github.com/google/go-github/v89/github"
	"github.com/hashicorp/vault/api"
	moby "github.com/moby/moby/client"
	"github.com/opensearch-project/opensearch-go/v4/opensearchtransport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The SDKs accept the transport, and its exchanges are recorded unless the SDK clones it.
func TestSDKsThatAssertTheTransport(t *testing.T) {
	refuse := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusConflict) })
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	require.NoError(t, err)
	unix := &httptest.Server{Listener: listener, Config: &http.Server{Handler: refuse}}
	unix.Start()
	defer unix.Close()
	secure := httptest.NewTLSServer(refuse)
	defer secure.Close()
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})

	get := func(send func(*http.Request) (*http.Response, error)) func(context.Context) error {
		return func(ctx context.Context) error {
			req, _ := http.NewRequestWithContext(ctx, http.MethodGet, secure.URL, http.NoBody)
			resp, err := send(req)
			if err == nil {
				defer resp.Body.Close()
			}
			return err
		}
	}
	vault := func(t *testing.T, hc *http.Client, address string) func(context.Context) error {
		config := api.DefaultConfig()
		config.HttpClient, config.MaxRetries = hc, 0
		require.NoError(t, config.ConfigureTLS(&api.TLSConfig{CACertBytes: certificate}))
		config.Address = address
		c, err := api.NewClient(config)
		require.NoError(t, err)
		return func(ctx context.Context) error { _, err := c.Logical().ReadWithContext(ctx, "secret/x"); return err }
	}
	for name, tt := range map[string]struct {
		call   func(t *testing.T, hc *http.Client) func(context.Context) error
		clones bool
	}{
		"vault, a socket": {func(t *testing.T, hc *http.Client) func(context.Context) error { return vault(t, hc, "unix://"+socket) }, false},
		"vault, TLS":      {func(t *testing.T, hc *http.Client) func(context.Context) error { return vault(t, hc, secure.URL) }, false},
		"docker": {func(t *testing.T, hc *http.Client) func(context.Context) error {
			c, err := docker.NewClientWithOpts(docker.WithHTTPClient(hc), docker.WithHost("unix://"+socket), docker.WithScheme("http"), docker.WithVersion("1.44"))
			require.NoError(t, err)
			return func(ctx context.Context) error { _, err := c.Info(ctx); return err }
		}, false},
		"moby": {func(t *testing.T, hc *http.Client) func(context.Context) error {
			c, err := moby.New(moby.WithHTTPClient(hc), moby.WithHost("unix://"+socket), moby.WithScheme("http"), moby.WithAPIVersion("1.44"))
			require.NoError(t, err)
			return func(ctx context.Context) error { _, err := c.Info(ctx, moby.InfoOptions{}); return err }
		}, true},
		"go-github": {func(t *testing.T, hc *http.Client) func(context.Context) error {
			c, err := github.NewClient(github.WithHTTPClient(hc), github.WithEnvProxy())
			require.NoError(t, err)
			return get(c.Client().Do)
		}, true},
		"elastic": {func(t *testing.T, hc *http.Client) func(context.Context) error {
			c, err := elastictransport.New(elastictransport.Config{Transport: hc.Transport, CACert: certificate}) //nolint:staticcheck // what go-elasticsearch calls
			require.NoError(t, err)
			return get(c.Perform)
		}, true},
		"opensearch": {func(t *testing.T, hc *http.Client) func(context.Context) error {
			c, err := opensearchtransport.New(opensearchtransport.Config{Transport: hc.Transport, CACert: certificate})
			require.NoError(t, err)
			return get(c.Perform) //nolint:staticcheck // what opensearch-go v4 calls
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			transport := httpadapter.NewHTTPTransport(nil)
			defer transport.CloseIdleConnections()
			call := tt.call(t, &http.Client{Transport: transport})
			_, err := adapter.Do(t.Context(), adapters.Default().For("x"), func(ctx context.Context) (int, error) {
				_ = call(ctx)
				return 0, errors.New("the server returned 409")
			})
			te, ok := toolerr.Find(err)
			require.True(t, ok)
			assert.Equal(t, tt.clones, te.StatusCode() == 0)
		})
	}
}
