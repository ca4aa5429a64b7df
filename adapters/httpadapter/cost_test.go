package httpadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
)

// limitedResponse returns the error of a 429 with a wait among other headers.
func limitedResponse() error {
	return httpadapter.CheckResponse(&http.Response{
		StatusCode: http.StatusTooManyRequests,
		Header: http.Header{
			"Content-Type": {"application/json"}, "Content-Length": {"57"}, "Date": {"Fri, 20 Nov 2026 12:00:00 GMT"},
			"Retry-After": {"30"}, "X-Request-Id": {"req_123"}, "Cache-Control": {"no-store"}, "Server": {"nginx"},
			"X-Ratelimit-Limit": {"60"}, "X-Ratelimit-Remaining": {"0"}, "Vary": {"Accept"},
		},
		Body:    io.NopCloser(strings.NewReader(`{"error":{"message":"slow down"}}`)),
		Request: httptest.NewRequest(http.MethodGet, "https://api.example.com/v1/items/12345?key=value", nil),
	})
}

func TestCost(t *testing.T) {
	limited, foreign := limitedResponse(), fmt.Errorf("listing: %w", errors.New("boom"))
	chain := adapter.NewChain(httpadapter.Adapter{})
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = httpadapter.Adapter{}.FromError(limited) }), 2.0)
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = chain.Adapt(t.Context(), limited) }), 2.0)
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = httpadapter.Adapter{}.FromError(foreign) }), "declining costs nothing")
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = httpadapter.Adapter{}.FromError(nil) }))
}

// The transport allocates only the body that wraps the response's body.
func TestCostOfTheTransport(t *testing.T) {
	req := httptest.NewRequest(http.MethodGet, "http://api.example.com/v1/items", nil)
	req.Header.Set("Authorization", "Bearer x")
	body := io.NopCloser(strings.NewReader("x"))
	resp := &http.Response{StatusCode: 200, Request: req}
	base := roundTripper(func(*http.Request) (*http.Response, error) {
		resp.Body = body
		return resp, nil
	})
	var rt http.RoundTripper = httpadapter.Transport{Base: base}
	got := testing.AllocsPerRun(100, func() {
		if _, err := rt.RoundTrip(req); err != nil {
			t.Error(err)
		}
	})
	assert.LessOrEqual(t, got, 1.0)
	resp.StatusCode = http.StatusSwitchingProtocols
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = rt.RoundTrip(req) }))
	require.Equal(t, body, resp.Body)
}
