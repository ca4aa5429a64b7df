package elasticadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// statuses are those that an answer has.
var statuses = []int{301, 400, 401, 403, 404, 409, 429, 500, 503, 599}

// TestAnswersAreTheClients: what an answer means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	setTypes(t)
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

// FuzzFromAnswer reads answers that a server may send.
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
