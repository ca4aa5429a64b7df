package httpadapter_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
)

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
