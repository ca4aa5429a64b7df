package microsoftadapter_test

import (
	"bytes"
	"encoding/json"
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

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// outside are codes that the table does not list, of each family and of none.
var outside = []string{"DiskNotFound", "QueueAlreadyExists", "NotFound", "Throttled", "blobnotfound", "", "x y", faults.CanaryMessage}

var statuses = []int{400, 401, 403, 404, 409, 423, 429, 500, 503, 507, 509, 599}

// TestAnswersAreTheClients: what an answer means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	codes := outside
	for _, row := range (microsoftadapter.Adapter{}).Table().Rows() {
		codes = append(codes, row.VendorCode)
	}
	request := &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: "example.com"}}
	headers := []http.Header{{}, {"Retry-After": {"7"}}, {"Www-Authenticate": {`Bearer error="insufficient_claims", claims="x"`}}}
	for _, code := range codes {
		azure, err := json.Marshal(map[string]any{"error": map[string]any{"code": code, "details": []any{map[string]any{"code": "BlobNotFound"}}}})
		require.NoError(t, err)
		graph, err := json.Marshal(map[string]any{"error": map[string]any{"code": code, "innerError": map[string]any{"code": "accessDenied"}}})
		require.NoError(t, err)
		for _, status := range statuses {
			for _, h := range headers {
				for _, a := range []struct {
					body []byte
					made func(*http.Response) error
				}{{azure, answered}, {graph, refusedByGraph}} {
					client := a.made(&http.Response{StatusCode: status, Header: h.Clone(), Body: io.NopCloser(bytes.NewReader(a.body)), Request: request})
					got := microsoftadapter.Adapter{}.FromAnswer(errors.New("x"), status, h, a.body)
					meaning.Same(t, adapt(t, client), got, fmt.Sprint(code, status, h, string(a.body)))
				}
			}
		}
	}
}

// TestTokenAnswersAreTheClients: the same for the authority's responses.
func TestTokenAnswersAreTheClients(t *testing.T) {
	numbers := []string{"1", "7000218", "x"}
	for _, row := range (microsoftadapter.Adapter{}).Table().Rows() {
		if number, ok := strings.CutPrefix(row.VendorCode, "AADSTS"); ok {
			numbers = append(numbers, number)
		}
	}
	for _, number := range numbers {
		for _, word := range []string{"invalid_grant", "interaction_required", "invalid_client", "temporarily_unavailable"} {
			for _, status := range []int{400, 401, 429, 500} {
				raw := []byte(`{"error":"` + word + `","error_codes":[` + number + `]}`)
				if !json.Valid(raw) {
					raw = []byte(`{"error":"` + word + `","error_codes":["` + number + `"]}`)
				}
				resp := authority(status, &body{raw})
				client := &AuthenticationFailedError{RawResponse: resp}
				got := microsoftadapter.Adapter{}.FromAnswer(errors.New("x"), status, resp.Header, raw)
				meaning.Same(t, adapt(t, client), got, fmt.Sprint(status, string(raw)))
			}
		}
	}
}

func TestAnswers(t *testing.T) {
	tests := map[string]struct {
		status int
		header http.Header
		body   string
		code   string
		kind   toolerr.Kind
		effect toolerr.Effect
	}{
		"the header":       {404, http.Header{"X-Ms-Error-Code": {"BlobNotFound"}}, "", "BlobNotFound", notFound, none},
		"an element":       {404, nil, `<?xml version="1.0"?><Error><Code> BlobNotFound </Code></Error>`, "BlobNotFound", notFound, none},
		"in lower case":    {404, nil, `<m:error><code>ResourceNotFound</code></m:error>`, "ResourceNotFound", notFound, none},
		"OData":            {404, nil, `{"odata.error":{"code":"ResourceNotFound"}}`, "ResourceNotFound", notFound, none},
		"bare":             {404, nil, `{"code":"ResourceNotFound"}`, "ResourceNotFound", notFound, none},
		"a broken element": {404, nil, `<Error><Code>`, "", notFound, none},
		"an operation":     {200, nil, `{"status":"Failed","error":{"code":"QuotaExceeded"}}`, "QuotaExceeded", badRequest, unknown},
		"cancelled":        {200, nil, `{"status":"Canceled","error":{"code":"Conflict"}}`, "Conflict", badRequest, unknown},
		"locked":           {423, nil, "", "locked", toolerr.KindToolRetry, none},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := microsoftadapter.Adapter{}.FromAnswer(errors.New("x"), tt.status, tt.header, []byte(tt.body))
			require.NotNil(t, te)
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.effect, te.Effect())
		})
	}
	for _, body := range []string{"", "{}", `{"status":"Succeeded"}`, `{"code":"Failed"}`, `{"error":{"code":"x"}}`, `{"status":"Failed"}`} {
		assert.Nil(t, microsoftadapter.Adapter{}.FromAnswer(errors.New("x"), 200, nil, []byte(body)), body)
	}
}

// TestRecognised: host or headers show that a plain response is Microsoft's.
func TestRecognised(t *testing.T) {
	chain := adapter.NewChain(microsoftadapter.Adapter{}, httpadapter.Adapter{})
	for name, tt := range map[string]struct {
		host    string
		header  http.Header
		body    string
		service string
		want    expected
	}{
		"Graph":          {"graph.microsoft.com", http.Header{"Retry-After": {"7"}}, coded("TooManyRequests"), "_microsoft", expected{status: 429, kind: rateLimit, retry: true, effect: none, code: "TooManyRequests", wait: 7 * time.Second}},
		"Graph, locked":  {"graph.microsoft.com", nil, coded("x"), "_microsoft", expected{status: 423, kind: toolerr.KindToolRetry, retry: true, effect: none, code: "locked"}},
		"storage":        {"acme.blob.core.windows.net", nil, "<Error><Code>LeaseIdMissing</Code></Error>", "_microsoft", expected{status: 412, kind: badRequest, effect: none, code: "LeaseIdMissing"}},
		"a token":        {"login.microsoftonline.com", nil, `{"error":"invalid_grant","error_codes":[65001]}`, "_microsoft", expected{status: 400, kind: authError, effect: none, code: "AADSTS65001", user: true}},
		"a header":       {"acme.example", http.Header{"X-Ms-Error-Code": {"BlobNotFound"}}, "", "_microsoft", expected{status: 404, kind: notFound, effect: none, code: "BlobNotFound"}},
		"a foreign host": {"acme.example", nil, coded("BlobNotFound"), "_http", expected{status: 404, kind: notFound, effect: none}},
	} {
		t.Run(name, func(t *testing.T) {
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: tt.want.status, Header: tt.header, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: tt.host, Path: "/v1", RawQuery: "sig=" + signature}},
			})
			te, ok := toolerr.Find(chain.Adapt(t.Context(), fmt.Errorf("tool: %w", err)))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			tt.want.check(t, te)
			assert.Equal(t, "https://"+tt.host+"/v1", te.Extra().Endpoint)
		})
	}
}

// FuzzFromAnswer reads responses that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(400, "BlobNotFound", []byte(`{"error":{"code":"BlobNotFound","innerError":{}}}`))
	f.Add(400, "", []byte(`{"error":"invalid_grant","error_codes":[50076]}`))
	f.Add(404, "", []byte(`<Code>x</Code>`))
	f.Add(200, "", []byte(`{"status":"Failed","error":{"code":7}}`))
	f.Fuzz(func(t *testing.T, status int, code string, body []byte) {
		te := microsoftadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"X-Ms-Error-Code": {code}}, body)
		if te != nil {
			assert.Equal(t, "_microsoft", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
