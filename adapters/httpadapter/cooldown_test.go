package httpadapter_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// closing is a body that records whether it was closed.
type closing struct {
	*strings.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

// Tools without a key share the wait of the host of their requests, if they use the
// transport.
func TestCooldownOfAHost(t *testing.T) {
	var asked atomic.Int64
	limited := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer limited.Close()
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer other.Close()

	client := &http.Client{Transport: httpadapter.NewTransport(nil)}
	send := func(ctx context.Context, client *http.Client, method, url string) error {
		req, err := http.NewRequestWithContext(ctx, method, url, nil)
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		return httpadapter.CheckResponse(resp)
	}
	registry := adapter.NewRegistry(httpadapter.Adapter{}).WithCooldown(&adapter.Cooldown{})
	call := func(tool string, fn func(ctx context.Context) error) *toolerr.ToolRuntimeError {
		p := adapter.Serve(t.Context(), registry, tool, adapter.Call{}, func(ctx context.Context) (int, error) { return 0, fn(ctx) })
		te, _ := toolerr.Find(p.Err())
		return te
	}
	first := call("search", func(ctx context.Context) error { return send(ctx, client, "GET", limited.URL+"/a") })
	require.Equal(t, 429, first.StatusCode())
	require.False(t, adapter.HeldBack(first))

	te := call("mail", func(ctx context.Context) error { return send(ctx, client, "POST", limited.URL+"/b") })
	assert.EqualValues(t, 1, asked.Load(), "the request was not sent")
	assert.True(t, adapter.HeldBack(te))
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	assert.Equal(t, "_http", te.Service())
	assert.Equal(t, toolerr.EffectNone, te.Effect())
	assert.Equal(t, "The service asked callers to wait, so the request was not sent.", te.Message().String())
	wait, _ := te.RetryAfter()
	assert.InDelta(t, time.Minute, wait, float64(30*time.Second))

	assert.Nil(t, call("mail", func(ctx context.Context) error { return send(ctx, client, "GET", other.URL) }), "another host")
	te = call("mail", func(ctx context.Context) error {
		return errors.Join(send(ctx, client, "POST", other.URL), send(ctx, client, "GET", limited.URL))
	})
	assert.Equal(t, toolerr.EffectUnknown, te.Effect(), "the call has acted before")
	te = call("mail", func(ctx context.Context) error {
		err := send(ctx, client, "GET", limited.URL)
		assert.NoError(t, send(ctx, client, "POST", other.URL))
		return err
	})
	assert.True(t, adapter.HeldBack(te))
	assert.EqualValues(t, 1, asked.Load())

	body := &closing{Reader: strings.NewReader("x")}
	te = call("mail", func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, limited.URL, body)
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err == nil {
			_ = resp.Body.Close()
		}
		return err
	})
	assert.True(t, adapter.HeldBack(te))
	assert.True(t, body.closed)

	te = call("mail", func(ctx context.Context) error { return send(ctx, http.DefaultClient, "GET", limited.URL) })
	assert.False(t, adapter.HeldBack(te), "another client")
	te = call("mail", func(ctx context.Context) error { return send(resolve.WithoutCall(ctx), client, "GET", limited.URL) })
	assert.False(t, adapter.HeldBack(te), "what makes calls of its own")
	registry = registry.WithCooldown(&adapter.Cooldown{Key: func(context.Context, string) string { return "its own" }})
	te = call("mail", func(ctx context.Context) error { return send(ctx, client, "GET", limited.URL) })
	assert.False(t, adapter.HeldBack(te), "a tool with a key")
	assert.EqualValues(t, 4, asked.Load())
}
