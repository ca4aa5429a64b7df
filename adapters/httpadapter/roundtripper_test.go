package httpadapter_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
