package anthropicadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: the same response means the same with and without the
// SDK.
func TestAnswersAreTheClients(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	bodies := []string{"", "<html>", "{}", `{"error":"x"}`, `{"error":{"type":7}}`, body("xyzzy", ""), body("rate_limit_error", "xyzzy")}
	for _, row := range (anthropicadapter.Adapter{}).Table().Rows() {
		bodies = append(bodies, body(row.VendorCode, ""), body("rate_limit_error", row.VendorCode))
	}
	for _, header := range []http.Header{{}, {"Retry-After": {"7"}}, {"X-Should-Retry": {"true"}}, {"X-Should-Retry": {"false"}, "Retry-After": {"7"}}} {
		for _, status := range []int{301, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 529} {
			for _, raw := range bodies {
				got := anthropicadapter.Adapter{}.FromAnswer(cause, status, header, []byte(raw))
				meaning.Same(t, anthropicadapter.Adapter{}.FromError(answered(status, raw, header)), got, fmt.Sprint(status, header, raw))
				assert.ErrorIs(t, got.Cause(), cause)
			}
		}
	}
}

// TestFailuresInASuccess: the error in the body of a success, as a stream ends with it,
// means what it means to the SDK.
func TestFailuresInASuccess(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	header := http.Header{"Retry-After": {"7"}, "X-Should-Retry": {"false"}}
	for _, row := range (anthropicadapter.Adapter{}).Table().Rows() {
		raw := body(row.VendorCode, "")
		got := anthropicadapter.Adapter{}.FromAnswer(cause, 200, header, []byte(raw))
		require.NotNil(t, got, raw)
		meaning.Same(t, anthropicadapter.Adapter{}.FromError(answered(200, raw, header)), got, raw)
		assert.Equal(t, row.VendorCode, got.VendorCode())
	}
	for _, raw := range []string{"", "{}", `{"type":"message","error":null}`, `{"error":"x"}`} {
		assert.Nil(t, anthropicadapter.Adapter{}.FromAnswer(cause, 200, header, []byte(raw)), raw)
	}
}

// TestPlainResponses are responses to programs that do not use the SDK.
func TestPlainResponses(t *testing.T) {
	const limit, spend = "rate_limit_error", "enforced_spend_limit_reached"
	tests := map[string]struct {
		host    string
		header  http.Header
		body    string
		service string
		code    string
		hint    string
		retry   bool
	}{
		"the host":     {host: "api.anthropic.com", body: body(limit, ""), service: "_anthropic", code: limit, retry: true},
		"a header":     {host: "proxy.example.com", header: http.Header{"Anthropic-Organization-Id": {"org"}}, body: body(limit, ""), service: "_anthropic", code: limit, retry: true},
		"a spend cap":  {host: "api.anthropic.com", body: body(limit, spend), service: "_anthropic", code: spend, hint: "spend cap"},
		"a page":       {host: "api.anthropic.com", body: "<html>" + faults.CanaryBody, service: "_anthropic", retry: true},
		"another host": {host: "notapi.anthropic.com", body: body(limit, ""), service: "_http", retry: true},
		"no host":      {body: body(limit, ""), service: "_http", retry: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			resp := &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"7"}}, Body: io.NopCloser(strings.NewReader(tt.body))}
			for name, values := range tt.header {
				resp.Header[name] = values
			}
			if tt.host != "" {
				resp.Request = &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: tt.host, Path: "/v1/messages"}}
			}
			te, ok := toolerr.Find(adapters.Default().For("ask").Adapt(t.Context(), fmt.Errorf("ask: %w", httpadapter.CheckResponse(resp))))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Contains(t, te.Hint().String(), tt.hint)
			assert.Equal(t, tt.retry, te.CanRetry())
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.retry, ok)
			if ok {
				assert.Equal(t, 7*time.Second, wait)
			}
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}

// FuzzEvents reads what a server may send: as a body, and inside a stream.
func FuzzEvents(f *testing.F) {
	f.Add(429, body("rate_limit_error", "enforced_spend_limit_reached"))
	f.Add(0, `{"type":"error","error":[]}`)
	f.Add(-1, "\xff")
	f.Fuzz(func(t *testing.T, status int, raw string) {
		if te := (anthropicadapter.Adapter{}).FromAnswer(errors.New("x"), status, nil, []byte(raw)); te == nil {
			assert.Less(t, status, 300)
		}
		if te := (anthropicadapter.Adapter{}).FromError(errors.New("received error while streaming: " + raw)); te != nil {
			assert.Zero(t, te.StatusCode())
		}
	})
}
