package httpadapter_test

import (
	"context"
	"fmt"
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
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

func TestTransportRefuses(t *testing.T) {
	tests := []struct {
		name   string
		url    string
		spoil  func(*http.Request)
		defect httpadapter.Defect
		header string
	}{
		{name: "scheme", url: "ftp://example.invalid/", defect: httpadapter.DefectScheme},
		{name: "relative", url: "/path", defect: httpadapter.DefectScheme},
		{name: "host", url: "http:///path", defect: httpadapter.DefectHost},
		{name: "method", url: "http://example.invalid/", spoil: func(r *http.Request) { r.Method = "GET IT" }, defect: httpadapter.DefectMethod},
		{name: "value", url: "http://example.invalid/", spoil: func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+secret+"\n") }, defect: httpadapter.DefectHeader, header: "Authorization"},
		{name: "delete", url: "http://example.invalid/", spoil: func(r *http.Request) { r.Header.Set("X-A", "\x7f") }, defect: httpadapter.DefectHeader, header: "X-A"},
		{name: "name", url: "http://example.invalid/", spoil: func(r *http.Request) { r.Header["X A"] = []string{"a"} }, defect: httpadapter.DefectHeader},
		{name: "no name", url: "http://example.invalid/", spoil: func(r *http.Request) { r.Header[""] = []string{"a"} }, defect: httpadapter.DefectHeader},
		{name: "trailer", url: "http://example.invalid/", spoil: func(r *http.Request) { r.Trailer = http.Header{"X A": {"a"}} }, defect: httpadapter.DefectHeader},
		{name: "content", url: "http://example.invalid/", spoil: func(r *http.Request) { r.Body, r.ContentLength = nil, 10 }, defect: httpadapter.DefectContent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &body{Reader: strings.NewReader("upload")}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, tt.url, b)
			require.NoError(t, err)
			if tt.spoil != nil {
				tt.spoil(req)
			}
			closes := req.Body != nil
			client := &http.Client{Transport: httpadapter.Transport{}}
			_, err = client.Do(req)
			wrapped := fmt.Errorf("an SDK's words: %w", err)
			refused, ok := go126.AsType[*httpadapter.RequestError](wrapped)
			require.Truef(t, ok, "%v", err)
			assert.Equal(t, tt.defect, refused.Defect)
			assert.Equal(t, tt.header, refused.Header)
			assert.NotContains(t, refused.Error(), secret)
			assert.Equal(t, closes, b.closed, "a round tripper closes the body")
			assert.False(t, b.read)

			te := httpadapter.Adapter{}.FromError(wrapped)
			require.NotNil(t, te)
			assert.Equal(t, answer{toolerr.KindToolFatal, false, none}, answerOf(te))
		})
	}
	t.Run("no URL", func(t *testing.T) {
		_, err := httpadapter.Transport{}.RoundTrip(&http.Request{})
		refused, ok := go126.AsType[*httpadapter.RequestError](err)
		require.True(t, ok)
		assert.Equal(t, httpadapter.DefectURL, refused.Defect)
	})
	t.Run("route", func(t *testing.T) {
		_, err := (&http.Client{Transport: httpadapter.Transport{}}).Get("ftp://user:" + secret + "@example.com/v1/items/12345")
		refused, _ := go126.AsType[*httpadapter.RequestError](err)
		assert.Equal(t, "GET ftp://example.com/v1/items/…: "+string(httpadapter.DefectScheme), refused.Error())
	})
}

// roundTripper is a base other than net/http's.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestTransportLeavesSchemesToOthers(t *testing.T) {
	fine := roundTripper(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 204, Body: http.NoBody, Request: r}, nil
	})
	resp, err := (&http.Client{Transport: httpadapter.Transport{Base: fine}}).Get("unix:///socket")
	require.NoError(t, err)
	assert.Equal(t, http.NoBody, resp.Body)

	registered := &http.Transport{}
	registered.RegisterProtocol("file", fine)
	_, err = (&http.Client{Transport: httpadapter.Transport{Base: registered}}).Get("file:///etc/hosts")
	require.Error(t, err)
	_, err = (&http.Client{Transport: httpadapter.Transport{Base: registered, Schemes: []string{"file"}}}).Get("file:///etc/hosts")
	require.NoError(t, err)
}

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
