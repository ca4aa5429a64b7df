package twilioadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: what an answer means does not depend on the SDK.
func TestAnswersAreTheClients(t *testing.T) {
	types(t)
	err := errors.New(faults.CanaryCause)
	numbers := []int{0, 1, -1, 99999}
	for _, n := range twilioadapter.Numbers() {
		numbers = append(numbers, n.Number)
	}
	for _, number := range numbers {
		for _, status := range []int{301, 400, 401, 404, 429, 500, 503, 599} {
			old, bad := json.Marshal(map[string]any{"code": number, "message": phone, "status": status})
			require.NoError(t, bad)
			got := twilioadapter.Adapter{}.FromAnswer(err, status, nil, old)
			meaning.Same(t, adapt(t, refused(status, number)), got, string(old))
			assert.ErrorIs(t, got.Cause(), err)
			assert.Equal(t, adapt(t, refused(status, number)).Extra().VendorCode, got.Extra().VendorCode)
			standard := fmt.Appendf(nil, `{"code":%d,"httpStatusCode":%d,"params":{"to":%q},"userError":true}`, number, status, phone)
			meaning.Same(t, adapt(t, refusedAnew(status, number)), twilioadapter.Adapter{}.FromAnswer(err, status, nil, standard), string(standard))
		}
	}
	for _, body := range []string{"", "<html>", "{}", `{"code":"x"}`, "null", "[]"} {
		te := twilioadapter.Adapter{}.FromAnswer(err, 502, nil, []byte(body))
		meaning.Same(t, adapt(t, refused(502, 0)), te, body)
	}
}

func TestAnswersThatAreSuccesses(t *testing.T) {
	assert.Nil(t, twilioadapter.Adapter{}.FromAnswer(errors.New("x"), 201, nil, []byte(`{"code":21610}`)))
}

func TestAnswersNameAWait(t *testing.T) {
	header := http.Header{"Retry-After": {"7"}}
	for number, waits := range map[int]bool{20429: true, 0: true, 63038: false} {
		te := twilioadapter.Adapter{}.FromAnswer(errors.New("x"), 429, header, fmt.Appendf(nil, `{"code":%d}`, number), toolerr.WithRequestID("r1"))
		wait, ok := te.RetryAfter()
		assert.Equal(t, waits, ok, number)
		assert.Equal(t, waits, wait == 7*time.Second, number)
		assert.Equal(t, "r1", te.Extra().RequestID)
	}
}

// FuzzFromAnswer reads answers that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(400, []byte(`{"code":21211,"status":400}`))
	f.Add(400, []byte(`{"code":1e99}`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := twilioadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"3"}}, body)
		if te != nil {
			assert.Equal(t, "_twilio", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
