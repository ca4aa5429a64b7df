package slackadapter_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// unlisted are codes that the table does not list: of every family, and of none.
var unlisted = []string{
	"list_not_found", "invalid_emoji", "missing_argument", "too_many_requests_for_today", "too_many_users", "name_too_long",
	"restricted_action_somewhere", "cant_leave_general", "already_starred", "org_user_not_in_team", "x", "_not_found", "INVALID_AUTH", faults.CanaryMessage,
}

// TestFromAnswerIsFromError: a response means the same with and without slack-go.
func TestFromAnswerIsFromError(t *testing.T) {
	codes := unlisted
	for _, row := range (slackadapter.Adapter{}).Table().Rows() {
		codes = append(codes, row.VendorCode)
	}
	err := errors.New(faults.CanaryCause)
	for _, code := range codes {
		for _, needed := range []string{"", "x,chat:write"} {
			body, bad := json.Marshal(map[string]any{"ok": false, "error": code, "needed": needed})
			require.NoError(t, bad)
			got := slackadapter.Adapter{}.FromAnswer(err, 200, nil, body)
			meaning.Same(t, adapt(t, SlackErrorResponse{Err: code, Needed: needed}), got, code)
			assert.ErrorIs(t, got.Cause(), err)
		}
	}
	for _, status := range []int{301, 400, 403, 404, 410, 429, 500, 503, 599} {
		meaning.Same(t, adapt(t, StatusCodeError{Code: status}), slackadapter.Adapter{}.FromAnswer(err, status, nil, nil), http.StatusText(status))
	}
	limited := slackadapter.Adapter{}.FromAnswer(err, 429, http.Header{"Retry-After": {"30"}}, nil)
	meaning.Same(t, adapt(t, &RateLimitedError{RetryAfter: 30 * time.Second}), limited, "429")
}

func TestSuccesses(t *testing.T) {
	for _, body := range []string{`{"ok":true,"error":"missing_scope"}`, `{"ok":false}`, `{"ok":false,"error":""}`, `{"error":"missing_scope"}`, "ok", "", "null", "[]", `{"ok":"no","error":"missing_scope"}`} {
		assert.Nil(t, slackadapter.Adapter{}.FromAnswer(errors.New("x"), 200, nil, []byte(body)), body)
	}
}

func TestOptions(t *testing.T) {
	for _, status := range []int{200, 429, 500} {
		te := slackadapter.Adapter{}.FromAnswer(errors.New("x"), status, nil, []byte(`{"ok":false,"error":"list_not_found"}`), toolerr.WithRequestID("r1"))
		assert.Equal(t, "r1", te.Extra().RequestID)
	}
}

// TestPlainResponses: a program that calls Slack with net/http gets Slack's codes.
func TestPlainResponses(t *testing.T) {
	for name, tt := range map[string]struct {
		host, header string
		status       int
		body         string
		service      string
		kind         toolerr.Kind
		code, hint   string
	}{
		"the host":       {"slack.com", "", 429, "", "_slack", toolerr.KindUpstreamRateLimit, "ratelimited", ""},
		"a webhook":      {"hooks.slack.com", "", 404, "no_service", "_slack", toolerr.KindUpstreamNotFound, "", ""},
		"the header":     {"gateway.example.com", "X-Slack-Req-Id", 429, "", "_slack", toolerr.KindUpstreamRateLimit, "ratelimited", ""},
		"a code":         {"slack.com", "", 403, `{"ok":false,"error":"missing_scope","needed":"chat:write"}`, "_slack", toolerr.KindUpstreamAuthError, "missing_scope", "The app lacks the scope chat:write. Someone has to add it and install the app again."},
		"a family":       {"slack.com", "", 503, `{"ok":false,"error":"list_not_found"}`, "_slack", toolerr.KindUpstreamServerError, "", ""},
		"another host":   {"notslack.com", "", 429, `{"ok":false,"error":"ratelimited"}`, "_http", toolerr.KindUpstreamRateLimit, "", ""},
		"another header": {"gateway.example.com", "X-Request-Id", 429, "", "_http", toolerr.KindUpstreamRateLimit, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			resp := &http.Response{
				StatusCode: tt.status, Header: http.Header{"Retry-After": {"30"}}, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: httptest.NewRequest(http.MethodPost, "https://"+tt.host+"/api/chat.postMessage", http.NoBody),
			}
			if tt.header != "" {
				resp.Header.Set(tt.header, "r1")
			}
			te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), httpadapter.CheckResponse(resp)))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.hint, te.Hint().String())
			if wait, _ := te.RetryAfter(); te.CanRetry() {
				assert.Equal(t, 30*time.Second, wait)
			}
		})
	}
}

// FuzzFromAnswer decodes bodies that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(200, []byte(`{"ok":false,"error":"missing_scope","needed":"chat:write"}`))
	f.Add(200, []byte(`{"ok":false,"error":7,"needed":[]}`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := slackadapter.Adapter{}.FromAnswer(errors.New("x"), status, nil, body)
		if te != nil {
			assert.Equal(t, "_slack", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
