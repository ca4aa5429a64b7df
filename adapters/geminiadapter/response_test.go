package geminiadapter_test

import (
	"bytes"
	"encoding/json"
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
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// encoded is the body from which the SDK makes the error.
func encoded(t *testing.T, e apiError) []byte {
	t.Helper()
	body, err := json.Marshal(map[string]any{"error": e})
	require.NoError(t, err)
	return body
}

const daily = `"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]`

// TestAnswersAreTheClients: the same response means the same with and without the
// SDK.
func TestAnswersAreTheClients(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	codes := []string{"", "XYZZY"}
	for _, row := range (geminiadapter.Adapter{}).Table().Rows() {
		codes = append(codes, row.VendorCode)
	}
	for _, status := range []int{301, 400, 401, 403, 404, 429, 500, 503} {
		for _, code := range codes {
			for _, details := range [][]string{nil, {delay("4s")}, {reason(code), delay("4s")}, {detail("QuotaFailure", daily), delay("4s")}} {
				e := answered(status, code, details...)
				got := geminiadapter.Adapter{}.FromAnswer(cause, status, nil, encoded(t, e))
				meaning.Same(t, geminiadapter.Adapter{}.FromError(e), got, e.Error())
				assert.ErrorIs(t, got.Cause(), cause)
			}
		}
	}
}

// TestFailuresInASuccess: the error in the body of a success, as a stream ends with it,
// means what it means to the SDK, with the status that stands in it.
func TestFailuresInASuccess(t *testing.T) {
	header := http.Header{"Retry-After": {"7"}, "X-Request-Id": {"request-1"}}
	for _, row := range (geminiadapter.Adapter{}).Table().Rows() {
		e := answered(429, row.VendorCode, delay("4s"))
		got := geminiadapter.Adapter{}.FromAnswer(e, 200, header, encoded(t, e))
		require.NotNil(t, got, row.VendorCode)
		meaning.Same(t, geminiadapter.Adapter{}.FromError(e), got, row.VendorCode)
		assert.Equal(t, "request-1", got.Extra().RequestID)
	}
	limit := answered(429, "")
	_, named := geminiadapter.Adapter{}.FromAnswer(limit, 200, header, encoded(t, limit)).RetryAfter()
	assert.False(t, named, "the headers are those of the success")
	for _, body := range []string{"", "{}", `{"error":null}`, `{"candidates":[]}`, "data: {}"} {
		assert.Nil(t, geminiadapter.Adapter{}.FromAnswer(limit, 200, header, []byte(body)), body)
	}
}

// TestPlainResponses are responses to programs that do not use the SDK.
func TestPlainResponses(t *testing.T) {
	const host = "generativelanguage.googleapis.com"
	limit := encoded(t, answered(429, "RESOURCE_EXHAUSTED", delay("17s")))
	tests := map[string]struct {
		host    string
		body    []byte
		service string
		code    string
		hint    string
		wait    time.Duration // of a call that can be retried
	}{
		"the host":      {host: host, body: limit, service: "_gemini", code: "RESOURCE_EXHAUSTED", wait: 17 * time.Second},
		"a list":        {host: host, body: fmt.Appendf(nil, "[%s]", limit), service: "_gemini", code: "RESOURCE_EXHAUSTED", wait: 17 * time.Second},
		"a daily quota": {host: host, body: encoded(t, answered(429, "RESOURCE_EXHAUSTED", detail("QuotaFailure", daily), delay("17s"))), service: "_gemini", code: "RESOURCE_EXHAUSTED", hint: "daily quota"},
		"a page":        {host: host, body: []byte("<html>" + faults.CanaryBody), service: "_gemini", wait: 7 * time.Second},
		"another host":  {host: host + ".example.com", body: limit, service: "_http", wait: 7 * time.Second},
		"no host":       {body: limit, service: "_http", wait: 7 * time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			resp := &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"7"}}, Body: io.NopCloser(bytes.NewReader(tt.body))}
			if tt.host != "" {
				resp.Request = &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: tt.host, Path: "/v1beta/models/m:generateContent"}}
			}
			te, ok := toolerr.Find(adapters.Default().For("ask").Adapt(t.Context(), fmt.Errorf("ask: %w", httpadapter.CheckResponse(resp))))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Contains(t, te.Hint().String(), tt.hint)
			assert.Equal(t, tt.wait > 0, te.CanRetry())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}

// FuzzFromAnswer reads bodies that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(429, []byte(`{"error":{"status":"RESOURCE_EXHAUSTED","details":[`+delay("1.5s")+`]}}`))
	f.Add(400, []byte(`[{"error":{"status":7,"details":[7,null,{}]}}]`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := geminiadapter.Adapter{}.FromAnswer(errors.New("x"), status, nil, body)
		if te != nil {
			assert.Equal(t, "_gemini", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
