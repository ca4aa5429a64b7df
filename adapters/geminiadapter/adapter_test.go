package geminiadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) {
	geminiadapter.Imitate(shape.TypeOf(apiError{}))
	os.Exit(m.Run())
}

// apiError has the fields of the SDK's error, is a value too, and has its text.
type apiError struct {
	Code    int              `json:"code,omitempty"`
	Message string           `json:"message,omitempty"`
	Status  string           `json:"status,omitempty"`
	Details []map[string]any `json:"details,omitempty"`
}

func (e apiError) Error() string {
	return fmt.Sprintf("Error %d, Message: %s, Status: %s, Details: %v", e.Code, e.Message, e.Status, e.Details)
}

// answered returns the SDK's error for a body.
func answered(code int, status string, details ...string) apiError {
	e := apiError{Code: code, Message: faults.CanaryMessage + " " + faults.CredentialBearer, Status: status}
	for _, d := range details {
		var m map[string]any
		if err := json.Unmarshal([]byte(d), &m); err != nil {
			panic(err)
		}
		e.Details = append(e.Details, m)
	}
	return e
}

func detail(kind, fields string) string {
	return fmt.Sprintf(`{"@type":"type.googleapis.com/google.rpc.%s",%s}`, kind, fields)
}

func reason(r string) string { return detail("ErrorInfo", fmt.Sprintf(`"reason":%q`, r)) }

func delay(d string) string { return detail("RetryInfo", fmt.Sprintf(`"retryDelay":%q`, d)) }

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := geminiadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_gemini", te.Service())
	assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
	assert.NotContains(t, te.DeveloperMessage(), faults.CredentialBearer)
	return te
}

func TestAnswers(t *testing.T) {
	const none = -1 * time.Second
	tests := map[string]struct {
		err    error
		kind   toolerr.Kind
		retry  bool
		wait   time.Duration
		code   string // what the agent sees
		action bool
		check  func(*testing.T, *toolerr.ToolRuntimeError)
	}{
		"too many requests": {
			err:  answered(429, "RESOURCE_EXHAUSTED", delay("17s")),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 17 * time.Second, code: "RESOURCE_EXHAUSTED",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, "Upstream Gemini request failed with status code 429 (Too Many Requests). Retry after 17 seconds.", te.Error())
			},
		},
		"a fraction of a second": {
			err:  answered(429, "RESOURCE_EXHAUSTED", delay("1.500000s"), delay("9s")),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 1500 * time.Millisecond, code: "RESOURCE_EXHAUSTED",
		},
		"a delay of zero": {
			err:  answered(429, "RESOURCE_EXHAUSTED", delay("0s")),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 0, code: "RESOURCE_EXHAUSTED",
		},
		"invalid delays": {
			err:  answered(429, "RESOURCE_EXHAUSTED", delay("-7s"), delay("7"), delay("1m"), delay("s"), detail("RetryInfo", `"retryDelay":7`), delay("1e9s")),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: none, code: "RESOURCE_EXHAUSTED",
		},
		"a daily quota": {
			err: answered(429, "RESOURCE_EXHAUSTED", delay("17s"), detail("QuotaFailure",
				`"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel"},{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]`)),
			kind: toolerr.KindUpstreamRateLimit, wait: none, code: "RESOURCE_EXHAUSTED",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, "A daily quota is used up. It starts anew tomorrow.", te.Hint().String())
			},
		},
		"a daily quota, by an unlisted code": {
			err:  answered(403, "QUORVEX", delay("17s"), detail("QuotaFailure", `"violations":[{"quotaId":"RequestsPerDay"}]`)),
			kind: toolerr.KindUpstreamRateLimit, wait: none,
		},
		"a daily quota, by its unit": {
			err:  answered(429, "RESOURCE_EXHAUSTED", detail("ErrorInfo", `"reason":"RATE_LIMIT_EXCEEDED","metadata":{"quota_unit":"1/d/{project}"}`)),
			kind: toolerr.KindUpstreamRateLimit, wait: none, code: "RATE_LIMIT_EXCEEDED",
		},
		"a quota of a minute": {
			err:  answered(429, "RESOURCE_EXHAUSTED", detail("QuotaFailure", `"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel"}, 7, {"quotaId":7}]`)),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: none, code: "RESOURCE_EXHAUSTED",
		},
		"an invalid key, and a wait that cannot help": {
			err:  answered(400, "INVALID_ARGUMENT", reason("API_KEY_INVALID"), delay("17s")),
			kind: toolerr.KindUpstreamAuthError, wait: none, code: "API_KEY_INVALID", action: true,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, 400, te.StatusCode())
				assert.Equal(t, toolerr.GuidanceNone, te.Guidance())
			},
		},
		"an expired token": {
			err:  answered(401, "UNAUTHENTICATED", reason("ACCESS_TOKEN_EXPIRED")),
			kind: toolerr.KindUpstreamAuthError, wait: none, code: "ACCESS_TOKEN_EXPIRED",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, toolerr.GuidanceRefreshAuthThenRetry, te.Guidance())
			},
		},
		"overloaded": {
			err:  answered(503, "UNAVAILABLE"),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "UNAVAILABLE",
		},
		"overloaded, with a delay": {
			err:  answered(503, "UNAVAILABLE", delay("5s")),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: 5 * time.Second, code: "UNAVAILABLE",
		},
		"a page of a proxy": {
			err:  answered(502, "502 Bad Gateway"),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none,
		},
		"an unlisted reason": {
			err:  answered(403, "PERMISSION_DENIED", reason("QUORVEX")),
			kind: toolerr.KindUpstreamAuthError, wait: none, code: "PERMISSION_DENIED", action: true,
		},
		"an unlisted reason and code": {
			err:  answered(418, "QUORVEX", reason("QUORVEX_REASON")),
			kind: toolerr.KindUpstreamBadRequest, wait: none,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, "QUORVEX_REASON", te.Extra().VendorCode)
			},
		},
		"an unlisted code, and no status": {
			err:  answered(0, "QUORVEX"),
			kind: toolerr.KindUpstreamUnmapped, wait: none,
		},
		"an invalid status": {
			err:  answered(14, "UNAVAILABLE"),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "UNAVAILABLE",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.Zero(t, te.StatusCode()) },
		},
		"a request with an id": {
			err:  answered(500, "INTERNAL", detail("RequestInfo", `"requestId":"req-7"`)),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "INTERNAL",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.Equal(t, "req-7", te.Extra().RequestID) },
		},
		"invalid details": {
			err:  answered(500, "INTERNAL", `{}`, `{"@type":7}`, `{"@type":"x"}`, detail("ErrorInfo", `"reason":7,"metadata":7`), detail("QuotaFailure", `"violations":"x"`)),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "INTERNAL",
		},
		"wrapped": {
			err:  fmt.Errorf("x: %w", answered(503, "UNAVAILABLE")),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "UNAVAILABLE",
		},
		"joined": {
			err:  errors.Join(errors.New("x"), answered(503, "UNAVAILABLE")),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "UNAVAILABLE",
		},
		"a pointer": {
			err:  &apiError{Code: 503, Status: "UNAVAILABLE"},
			kind: toolerr.KindUpstreamServerError, retry: true, wait: none, code: "UNAVAILABLE",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, tt.err)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.retry, te.CanRetry())
			assert.Equal(t, tt.action, te.RequiresUserAction())
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait >= 0, ok, "a wait: %v", wait)
			if ok {
				assert.Equal(t, tt.wait, wait)
			}
			assert.Equal(t, tt.code, te.VendorCode())
			if tt.check != nil {
				tt.check(t, te)
			}
		})
	}
}

func TestManyDetails(t *testing.T) {
	e := answered(429, "RESOURCE_EXHAUSTED")
	e.Details = slices.Repeat([]map[string]any{{}}, 1<<20)
	e.Details = append(e.Details, map[string]any{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"})
	assert.Equal(t, toolerr.KindUpstreamRateLimit, adapt(t, e).Kind(), "not all of a huge list of details is read")
}

func TestDeclines(t *testing.T) {
	var typedNil *apiError
	for name, err := range map[string]error{
		"nil":           nil,
		"a typed nil":   typedNil,
		"zero":          apiError{},
		"another error": errors.New("Error 429, Message: x, Status: RESOURCE_EXHAUSTED, Details: []"),
	} {
		t.Run(name, func(t *testing.T) { assert.Nil(t, geminiadapter.Adapter{}.FromError(err)) })
	}
}

// The result for a response is the same with and without the SDK. If the body of a success
// contains a failure, its status is used.
func TestFromAnswerMatchesFromError(t *testing.T) {
	cause := errors.New(faults.CanaryCause)
	daily := detail("QuotaFailure", `"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]`)
	for _, e := range []apiError{
		answered(429, "RESOURCE_EXHAUSTED", daily, delay("4s")), answered(400, "INVALID_ARGUMENT", reason("API_KEY_INVALID")), answered(503, "XYZZY", delay("4s")),
	} {
		body, err := json.Marshal(map[string]any{"error": e})
		require.NoError(t, err)
		for _, status := range []int{200, e.Code} {
			got := spec.Of(geminiadapter.Adapter{}).FromAnswer(cause, status, http.Header{"Retry-After": {"7"}}, body)
			meaning.Same(t, geminiadapter.Adapter{}.FromError(e), got, e.Error())
			assert.ErrorIs(t, got.Cause(), cause)
		}
	}
	limit := []byte(`{"error":{"code":429,"message":"x"}}`)
	_, waits := spec.Of(geminiadapter.Adapter{}).FromAnswer(cause, 200, http.Header{"Retry-After": {"7"}}, limit).RetryAfter()
	assert.False(t, waits, "the headers are those of the success")
}
