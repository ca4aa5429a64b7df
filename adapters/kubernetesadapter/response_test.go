package kubernetesadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: what an answer means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	t.Cleanup(kubernetesadapter.Imitate(shape.TypeOf(&StatusError{})))
	err := errors.New(faults.CanaryCause)
	reasons := []Reason{"", "xyzzy"}
	for _, row := range (kubernetesadapter.Adapter{}).Table().Rows() {
		reasons = append(reasons, Reason(row.VendorCode))
	}
	for _, reason := range reasons {
		for _, code := range []int32{301, 400, 401, 403, 404, 409, 422, 429, 500, 503} {
			for _, cause := range []Reason{"", "FieldValueRequired", "FieldManagerConflict", "DisruptionBudget", "x"} {
				body := fmt.Appendf(nil, `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"m","reason":%q,"code":%d,`+
					`"details":{"name":"n","causes":[{"reason":%q,"field":"f"}],"retryAfterSeconds":4}}`, reason, code, cause)
				got := kubernetesadapter.Adapter{}.FromAnswer(err, int(code), nil, body)
				meaning.Same(t, (kubernetesadapter.Adapter{}).FromError(status(code, reason, &StatusDetails{Causes: []StatusCause{{Type: cause}}, RetryAfterSeconds: 4})), got, string(body))
				assert.ErrorIs(t, got.Cause(), err)
			}
		}
	}
	for _, body := range []string{"", "<html>", "{}", `{"reason":7,"details":[]}`, "null"} {
		meaning.Same(t, (kubernetesadapter.Adapter{}).FromError(status(502, "", nil)), kubernetesadapter.Adapter{}.FromAnswer(err, 502, nil, []byte(body)), body)
	}
	assert.Nil(t, kubernetesadapter.Adapter{}.FromAnswer(err, 200, nil, []byte(`{"reason":"NotFound"}`)))
}

func TestAnswersNameAWait(t *testing.T) {
	header := http.Header{"Retry-After": {"7"}}
	for body, want := range map[string]time.Duration{
		`{"reason":"TooManyRequests"}`: 7 * time.Second, `{"reason":"TooManyRequests","details":{"retryAfterSeconds":4}}`: 4 * time.Second, "": 7 * time.Second, `{"reason":"Forbidden"}`: 0,
	} {
		te := kubernetesadapter.Adapter{}.FromAnswer(errors.New("x"), 429, header, []byte(body), toolerr.WithRequestID("r1"))
		wait, _ := te.RetryAfter()
		assert.Equal(t, want, wait, body)
		assert.Equal(t, "r1", te.Extra().RequestID)
	}
}

// FuzzFromAnswer reads answers that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(422, []byte(`{"reason":"Invalid","details":{"causes":[{"reason":"FieldValueRequired"}]}}`))
	f.Add(429, []byte(`{"details":{"retryAfterSeconds":-1,"causes":null}}`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := kubernetesadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"3"}}, body)
		if te != nil {
			assert.Equal(t, "_kubernetes", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
