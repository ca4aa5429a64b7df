package elasticadapter_test

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
	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// statuses are those that an answer has.
var statuses = []int{301, 400, 401, 403, 404, 409, 429, 500, 503, 599}

// TestAnswersAreTheClients: what a response means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	imitate(t)
	err := errors.New(faults.CanaryCause)
	words := []string{"", "xyzzy", faults.CanaryMessage}
	for _, row := range (elasticadapter.Adapter{}).Table().Rows() {
		words = append(words, row.VendorCode)
	}
	reason := "[7]: version conflict, document already exists (current version [1])"
	for _, word := range words {
		for _, status := range statuses {
			for raw, e := range map[string]*ElasticsearchError{
				fmt.Sprintf(`{"error":{"type":%q},"status":%d}`, word, status):                               {ErrorCause{Type: word}, status},
				fmt.Sprintf(`{"error":{"type":%q,"reason":%q}}`, word, reason):                               {ErrorCause{Type: word, Reason: &reason}, status},
				fmt.Sprintf(`{"error":{"type":"x","root_cause":[{"type":"y"},{"type":%q}]}}`, word):          {ErrorCause{Type: "x", RootCause: []ErrorCause{{Type: "y"}, {Type: word}}}, status},
				fmt.Sprintf(`{"error":{"type":"x","caused_by":{"type":%q}}}`, word):                          {ErrorCause{Type: "x", CausedBy: &ErrorCause{Type: word}}, status},
				fmt.Sprintf(`{"error":{"type":"x","caused_by":{"type":"y","caused_by":{"type":%q}}}}`, word): {ErrorCause{Type: "x", CausedBy: &ErrorCause{Type: "y", CausedBy: &ErrorCause{Type: word}}}, status},
			} {
				got := elasticadapter.Adapter{}.FromAnswer(err, status, nil, []byte(raw))
				meaning.Same(t, adapt(t, e), got, raw)
				assert.ErrorIs(t, got.Cause(), err)
			}
		}
	}
	for _, body := range []string{"", "<html>", `{"error":"Incorrect HTTP method","status":405}`, `{"found":false}`, `{"error":{"type":7}}`, `{"error":{"root_cause":{}}}`, "null"} {
		for _, status := range statuses {
			meaning.Same(t, adapt(t, elastic(status, "")), elasticadapter.Adapter{}.FromAnswer(err, status, nil, []byte(body)), body)
		}
	}
}

func TestAnswersThatAreSuccesses(t *testing.T) {
	for _, body := range []string{"", `{"errors":true,"items":[{"index":{"status":429,"error":{"type":"es_rejected_execution_exception"}}}]}`} {
		assert.Nil(t, elasticadapter.Adapter{}.FromAnswer(errors.New("x"), 200, nil, []byte(body)))
	}
}

func TestAnswersNameAWait(t *testing.T) {
	header := http.Header{"Retry-After": {"7"}}
	for word, waits := range map[string]bool{"circuit_breaking_exception": true, "": true, "security_exception": false} {
		te := elasticadapter.Adapter{}.FromAnswer(errors.New("x"), 429, header, fmt.Appendf(nil, `{"error":{"type":%q}}`, word), toolerr.WithRequestID("r1"))
		wait, ok := te.RetryAfter()
		assert.Equal(t, waits, ok, word)
		assert.Equal(t, waits, wait == 7*time.Second, word)
		assert.Equal(t, "r1", te.Extra().RequestID)
	}
}

// TestPlainResponses: a response is recognised without its client.
func TestPlainResponses(t *testing.T) {
	const refused = `{"error":{"root_cause":[{"type":"es_rejected_execution_exception","reason":"` + faults.CanaryMessage + `"}],"type":"es_rejected_execution_exception"},"status":429}`
	product := http.Header{"X-Elastic-Product": {"Elasticsearch"}, "Retry-After": {"7"}}
	for name, tt := range map[string]struct {
		host   string
		status int
		header http.Header
		body   string
		slug   string
		kind   toolerr.Kind
		code   string
		wait   time.Duration
	}{
		"a header":                 {"search.example", 429, product, refused, "_elastic", toolerr.KindUpstreamRateLimit, "es_rejected_execution_exception", 7 * time.Second},
		"a header, without a type": {"search.example", 503, product, "", "_elastic", toolerr.KindUpstreamServerError, "", 7 * time.Second},
		"a body, OpenSearch's":     {"search.example", 429, nil, refused, "_elastic", toolerr.KindUpstreamRateLimit, "es_rejected_execution_exception", 0},
		"a body, at AWS":           {"search-x.us-east-1.es.amazonaws.com", 429, nil, refused, "_elastic", toolerr.KindUpstreamRateLimit, "es_rejected_execution_exception", 0},
		"another service":          {"search.example", 404, nil, `{"error":{"type":"index_not_found_exception"},"status":404}`, "_http", toolerr.KindUpstreamNotFound, "", 0},
		"root causes of another":   {"search.example", 404, nil, `{"error":{"root_cause":"x"}}`, "_http", toolerr.KindUpstreamNotFound, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: tt.status, Header: tt.header, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: tt.host, Path: "/_search"}},
			})
			te, ok := toolerr.Find(adapters.Default().For("search").Adapt(t.Context(), fmt.Errorf("search: %w", err)))
			require.True(t, ok)
			assert.Equal(t, tt.slug, te.Service())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.status, te.StatusCode())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}

// FuzzFromAnswer reads responses that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(404, []byte(`{"error":{"type":"index_not_found_exception","root_cause":[{"type":"x"}]},"status":404}`))
	f.Add(409, []byte(`{"error":"x"}`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := elasticadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"3"}}, body)
		if te != nil {
			assert.Equal(t, "_elastic", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
