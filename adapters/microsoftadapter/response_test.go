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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// outside are codes that the table does not have: of every family, and of none.
var outside = []string{"DiskNotFound", "QueueAlreadyExists", "NotFound", "Throttled", "blobnotfound", "", "x y", faults.CanaryMessage}

var statuses = []int{400, 401, 403, 404, 409, 423, 429, 500, 503, 507, 509, 599}

// same says that two errors mean the same to a model and to a program.
func same(t *testing.T, want, got *toolerr.ToolRuntimeError, msg string) {
	t.Helper()
	require.NotNil(t, got, msg)
	assert.JSONEq(t, want.Payload().String(), got.Payload().String(), msg)
	a, b := want.Report(), got.Report()
	a.DeveloperMessage, b.DeveloperMessage, a.Extra.GoType, b.Extra.GoType = "", "", "", ""
	a.Extra.Endpoint, a.Extra.HTTPMethod, a.Extra.RequestID, b.Extra.RequestID = "", "", "", ""
	assert.Equal(t, a, b, msg)
}

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
					same(t, adapt(t, client), got, fmt.Sprint(code, status, h, string(a.body)))
				}
			}
		}
	}
}

// TestTokenAnswersAreTheClients: so is what the authority says.
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
				same(t, adapt(t, client), got, fmt.Sprint(status, string(raw)))
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
		"a header":             {404, http.Header{"X-Ms-Error-Code": {"BlobNotFound"}}, "", "BlobNotFound", notFound, none},
		"an element":           {404, nil, `<?xml version="1.0"?><Error><Code> BlobNotFound </Code></Error>`, "BlobNotFound", notFound, none},
		"in lower case":        {404, nil, `<m:error><code>ResourceNotFound</code></m:error>`, "ResourceNotFound", notFound, none},
		"OData":                {404, nil, `{"odata.error":{"code":"ResourceNotFound"}}`, "ResourceNotFound", notFound, none},
		"bare":                 {404, nil, `{"code":"ResourceNotFound"}`, "ResourceNotFound", notFound, none},
		"a broken element":     {404, nil, `<Error><Code>`, "", notFound, none},
		"an operation":         {200, nil, `{"status":"Failed","error":{"code":"QuotaExceeded"}}`, "QuotaExceeded", badRequest, unknown},
		"Graph, by its header": {423, http.Header{"X-Ms-Ags-Diagnostic": {"{}"}}, "", "locked", toolerr.KindToolRetry, none},
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

// FuzzFromAnswer reads answers that a server may send.
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
