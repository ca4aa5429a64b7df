package twilioadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestFromAnswerIsFromError: a response means the same with and without the SDK.
func TestFromAnswerIsFromError(t *testing.T) {
	types(t)
	err := errors.New(faults.CanaryCause)
	numbers := []int{0, 1, -1, 99999}
	numbers = slices.AppendSeq(numbers, maps.Keys(twilioadapter.Numbers()))
	for _, number := range numbers {
		for _, status := range []int{301, 400, 401, 404, 429, 500, 503, 599} {
			old, bad := json.Marshal(map[string]any{"code": number, "message": phone, "status": status})
			require.NoError(t, bad)
			got := twilioadapter.Adapter{}.FromAnswer(err, status, nil, old)
			meaning.Same(t, adapt(t, restError(status, number)), got, string(old))
			assert.ErrorIs(t, got.Cause(), err)
			assert.Equal(t, adapt(t, restError(status, number)).Extra().VendorCode, got.Extra().VendorCode)
			standard := fmt.Appendf(nil, `{"code":%d,"httpStatusCode":%d,"params":{"to":%q},"userError":true}`, number, status, phone)
			meaning.Same(t, adapt(t, restErrorV1(status, number)), twilioadapter.Adapter{}.FromAnswer(err, status, nil, standard), string(standard))
		}
	}
	for _, body := range []string{"", "<html>", "{}", `{"code":"x"}`, "null", "[]"} {
		te := twilioadapter.Adapter{}.FromAnswer(err, 502, nil, []byte(body))
		meaning.Same(t, adapt(t, restError(502, 0)), te, body)
	}
}

func TestSuccesses(t *testing.T) {
	assert.Nil(t, twilioadapter.Adapter{}.FromAnswer(errors.New("x"), 201, nil, []byte(`{"code":21610}`)))
}

func TestWaits(t *testing.T) {
	header := http.Header{"Retry-After": {"7"}}
	for number, waits := range map[int]bool{20429: true, 0: true, 63038: false} {
		te := twilioadapter.Adapter{}.FromAnswer(errors.New("x"), 429, header, fmt.Appendf(nil, `{"code":%d}`, number), toolerr.WithRequestID("r1"))
		wait, ok := te.RetryAfter()
		assert.Equal(t, waits, ok, number)
		assert.Equal(t, waits, wait == 7*time.Second, number)
		assert.Equal(t, "r1", te.Extra().RequestID)
	}
}

// TestPlainResponses: a program that calls Twilio with net/http gets Twilio's codes.
func TestPlainResponses(t *testing.T) {
	const limited, linked = `{"code":20429}`, `{"code":20429,"more_info":"https://www.twilio.com/docs/errors/20429"}`
	for name, tt := range map[string]struct {
		host, body string
		service    string
	}{
		"the host":         {"api.twilio.com", limited, "_twilio"},
		"a region":         {"api.dublin.ie1.twilio.com:443", limited, "_twilio"},
		"the link":         {"gateway.example.com", linked, "_twilio"},
		"another host":     {"twilio.com.example.com", limited, "_http"},
		"a link elsewhere": {"gateway.example.com", `{"code":20429,"inner":` + linked + `}`, "_http"},
	} {
		t.Run(name, func(t *testing.T) {
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: 429, Header: http.Header{"Retry-After": {"7"}}, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: httptest.NewRequest(http.MethodPost, "https://"+tt.host+"/2010-04-01/Accounts", http.NoBody),
			})
			te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), err))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			wait, _ := te.RetryAfter()
			assert.Equal(t, 7*time.Second, wait)
			if tt.service == "_twilio" {
				assert.Equal(t, "too_many_requests", te.VendorCode())
				assert.Equal(t, "20429", te.Extra().VendorCode)
			}
		})
	}
}

// FuzzFromAnswer decodes bodies that a server may send.
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
