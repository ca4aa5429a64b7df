package vaultadapter_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: what an answer means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	t.Cleanup(vaultadapter.Imitate(shape.TypeOf(&ResponseError{})))
	err := errors.New(faults.CanaryCause)
	for _, status := range []int{301, 400, 401, 403, 404, 405, 412, 429, 472, 473, 500, 502, 503, 599} {
		got := vaultadapter.Adapter{}.FromAnswer(err, status, nil, []byte(`{"errors":["`+faults.CanaryMessage+`"]}`))
		meaning.Same(t, (vaultadapter.Adapter{}).FromError(answer(status)), got, http.StatusText(status))
		assert.ErrorIs(t, got.Cause(), err)
	}
	assert.Nil(t, vaultadapter.Adapter{}.FromAnswer(err, 204, nil, nil))
}

func TestAnswersNameAWait(t *testing.T) {
	for status, want := range map[int]time.Duration{429: 7 * time.Second, 503: 7 * time.Second, 412: 7 * time.Second} {
		te := vaultadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"7"}}, nil, toolerr.WithRequestID("r1"))
		wait, _ := te.RetryAfter()
		assert.Equal(t, want, wait, status)
		assert.Equal(t, "r1", te.Extra().RequestID)
	}
}

// FuzzFromAnswer reads answers that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(412, []byte(`{"errors":[]}`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := vaultadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"3"}}, body)
		if te != nil {
			assert.Equal(t, "_vault", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
