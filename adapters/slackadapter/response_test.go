package slackadapter_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// outside are words that the table does not have: of every family, and of none.
var outside = []string{
	"list_not_found", "invalid_emoji", "missing_argument", "too_many_requests_for_today", "too_many_users", "name_too_long",
	"restricted_action_somewhere", "cant_leave_general", "already_starred", "org_user_not_in_team", "x", "_not_found", "INVALID_AUTH", faults.CanaryMessage,
}

// same says that two errors mean the same to a model and to a program.
func same(t *testing.T, want, got *toolerr.ToolRuntimeError, msg string) {
	t.Helper()
	require.NotNil(t, got, msg)
	assert.JSONEq(t, want.Payload().String(), got.Payload().String(), msg)
	a, b := want.Report(), got.Report()
	a.DeveloperMessage, b.DeveloperMessage, a.Extra.GoType, b.Extra.GoType = "", "", "", ""
	assert.Equal(t, a, b, msg)
}

// TestAnswersAreTheClients: what an answer means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	words := outside
	for _, row := range (slackadapter.Adapter{}).Table().Rows() {
		words = append(words, row.VendorCode)
	}
	err := errors.New(faults.CanaryCause)
	for _, word := range words {
		for _, needed := range []string{"", "x,chat:write"} {
			body, bad := json.Marshal(map[string]any{"ok": false, "error": word, "needed": needed})
			require.NoError(t, bad)
			got := slackadapter.Adapter{}.FromAnswer(err, 200, nil, body)
			same(t, adapt(t, SlackErrorResponse{Err: word, Needed: needed}), got, word)
			assert.ErrorIs(t, got.Cause(), err)
		}
	}
	for _, status := range []int{301, 400, 403, 404, 410, 500, 503, 599} {
		same(t, adapt(t, StatusCodeError{Code: status}), slackadapter.Adapter{}.FromAnswer(err, status, nil, nil), http.StatusText(status))
	}
	limited := slackadapter.Adapter{}.FromAnswer(err, 429, http.Header{"Retry-After": {"30"}}, nil)
	same(t, adapt(t, &RateLimitedError{RetryAfter: 30 * time.Second}), limited, "429")
}

func TestAnswersThatAreSuccesses(t *testing.T) {
	for _, body := range []string{`{"ok":true,"error":"missing_scope"}`, `{"ok":false}`, `{"ok":false,"error":""}`, `{"error":"missing_scope"}`, "ok", "", "null", "[]", `{"ok":"no"}`} {
		assert.Nil(t, slackadapter.Adapter{}.FromAnswer(errors.New("x"), 200, nil, []byte(body)), body)
	}
}

func TestAnswersTakeOptions(t *testing.T) {
	for _, status := range []int{200, 429, 500} {
		te := slackadapter.Adapter{}.FromAnswer(errors.New("x"), status, nil, []byte(`{"ok":false,"error":"list_not_found"}`), toolerr.WithRequestID("r1"))
		assert.Equal(t, "r1", te.Extra().RequestID)
	}
}

// FuzzFromAnswer reads answers that a server may send.
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
