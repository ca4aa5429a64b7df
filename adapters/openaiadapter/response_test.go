package openaiadapter_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: the same response means the same with and without the
// SDK.
func TestAnswersAreTheClients(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	codes := []string{"", "xyzzy", "429"}
	for _, row := range (openaiadapter.Adapter{}).Table().Rows() {
		codes = append(codes, row.VendorCode)
	}
	for _, header := range []http.Header{{}, {"Retry-After": {"7"}}, {"X-Should-Retry": {"true"}}, {"X-Should-Retry": {"false"}, "Retry-After": {"7"}}} {
		for _, status := range []int{301, 400, 401, 403, 404, 409, 422, 429, 500, 503} {
			for _, code := range codes {
				for _, typ := range []string{"", "xyzzy", "invalid_request_error", "insufficient_quota"} {
					want := openaiadapter.Adapter{}.FromError(&Error{Code: code, Type: typ, StatusCode: status, Response: &http.Response{Header: header}})
					body := errorBody(code, typ, faults.CanaryMessage)
					got := openaiadapter.Adapter{}.FromAnswer(cause, status, header, body)
					meaning.Same(t, want, got, fmt.Sprint(status, header, string(body)))
					assert.ErrorIs(t, got.Cause(), cause)
				}
			}
		}
	}
}

// TestFailuresInASuccess: the error in the body of a success, as a stream or a response
// in the background ends with it, means what it means to the SDK.
func TestFailuresInASuccess(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	header := http.Header{"Retry-After": {"7"}, "X-Should-Retry": {"false"}}
	codes := []string{"xyzzy", "429"}
	for _, row := range (openaiadapter.Adapter{}).Table().Rows() {
		codes = append(codes, row.VendorCode)
	}
	for _, code := range codes {
		got := openaiadapter.Adapter{}.FromAnswer(cause, 200, header, errorBody(code, "", faults.CanaryMessage))
		require.NotNil(t, got, code)
		meaning.Same(t, openaiadapter.Adapter{}.FromError(&Error{Code: code, StatusCode: 200, Response: &http.Response{StatusCode: 200, Header: header}}), got, code)
	}
	for _, body := range []string{"", "{}", `{"error":null}`, `{"error":{}}`, `{"object":"fine_tuning.job","error":{"code":null,"message":null}}`} {
		assert.Nil(t, openaiadapter.Adapter{}.FromAnswer(cause, 200, header, []byte(body)), body)
	}
}

// TestPlainResponses are responses to programs that do not use the SDK.
func TestPlainResponses(t *testing.T) {
	limit := errorBody("rate_limit_exceeded", "requests", faults.CanaryMessage)
	tests := map[string]struct {
		host    string
		header  http.Header
		body    []byte
		service string
		kind    toolerr.Kind
		code    string
		hint    string
	}{
		"the host":            {host: "api.openai.com", body: limit, service: "_openai", kind: toolerr.KindUpstreamRateLimit, code: "rate_limit_exceeded"},
		"the host in Europe":  {host: "eu.api.openai.com", body: limit, service: "_openai", kind: toolerr.KindUpstreamRateLimit, code: "rate_limit_exceeded"},
		"a header":            {host: "proxy.example.com", header: http.Header{"Openai-Processing-Ms": {"7"}}, body: limit, service: "_openai", kind: toolerr.KindUpstreamRateLimit, code: "rate_limit_exceeded"},
		"a page":              {host: "api.openai.com", body: []byte("<html>" + faults.CanaryBody), service: "_openai", kind: toolerr.KindUpstreamRateLimit},
		"a code for a number": {host: "api.openai.com", body: []byte(`{"error":{"code":429,"message":"m","type":"insufficient_quota"}}`), service: "_openai", kind: toolerr.KindUpstreamAuthError, code: "insufficient_quota", hint: "no credit left"},
		"a balance":           {host: "api.openai.com", body: errorBody("insufficient_quota", "insufficient_quota", ""), service: "_openai", kind: toolerr.KindUpstreamAuthError, code: "insufficient_quota", hint: "no credit left"},
		"another host":        {host: "api.openai.com.example.com", body: limit, service: "_http", kind: toolerr.KindUpstreamRateLimit},
		"no host":             {body: limit, service: "_http", kind: toolerr.KindUpstreamRateLimit},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			header := http.Header{"Retry-After": {"7"}, "X-Request-Id": {"req_1"}}
			for name, values := range tt.header {
				header[name] = values
			}
			resp := &http.Response{StatusCode: http.StatusTooManyRequests, Header: header, Body: io.NopCloser(bytes.NewReader(tt.body))}
			if tt.host != "" {
				resp.Request = &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: tt.host, Path: "/v1/responses"}}
			}
			err := adapters.Default().For("ask").Adapt(t.Context(), fmt.Errorf("ask: %w", httpadapter.CheckResponse(resp)))
			te, ok := toolerr.Find(err)
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Contains(t, te.Hint().String(), tt.hint)
			assert.Equal(t, "req_1", te.Extra().RequestID)
			wait, _ := te.RetryAfter()
			if te.CanRetry() {
				assert.Equal(t, 7*time.Second, wait)
			} else {
				assert.Zero(t, wait)
			}
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}

// FuzzEvents reads what a server may send: as a body, and inside a stream.
func FuzzEvents(f *testing.F) {
	for _, seed := range streamErrors {
		f.Add(429, fmt.Appendf(nil, seed.event, "m"))
	}
	f.Add(0, []byte(`{"error":{"code":1e400,"type":3}}`))
	f.Add(-1, []byte("[DONE]\n"))
	f.Fuzz(func(t *testing.T, status int, data []byte) {
		if te := (openaiadapter.Adapter{}).FromAnswer(errors.New("x"), status, nil, data); te == nil {
			assert.Less(t, status, 300)
		}
		te := openaiadapter.Adapter{}.FromError(&StreamError{Event: Event{Data: data}})
		require.NotNil(t, te)
		assert.Zero(t, te.StatusCode())
		_ = openaiadapter.Adapter{}.FromError(errors.New("received error while streaming: " + string(data)))
	})
}
