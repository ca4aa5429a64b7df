package slackadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := slackadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_slack", te.Service())
	payload := te.Payload().String()
	assert.Empty(t, faults.Planted().Find(payload), payload)
	assert.Empty(t, faults.Planted().FindCredentials(te.DeveloperMessage()))
	return te
}

// No row has most of these codes; conformance/vendorproof tests the rows.
func TestCodes(t *testing.T) {
	tests := map[string]struct {
		code, needed string
		kind         toolerr.Kind
		retry        bool
		effect       toolerr.Effect
		hint         string
		user         bool
		unlisted     bool
	}{
		"a scope":            {code: "missing_scope", needed: "chat:write,channels:read", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, hint: "the scope chat:write.", user: true},
		"an unknown scope":   {code: "missing_scope", needed: faults.CanaryHeader, kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, hint: "lacks a scope", user: true},
		"a scope, no more":   {code: "missing_scope", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, hint: "lacks a scope", user: true},
		"another's needed":   {code: "no_permission", needed: "chat:write", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone},
		"not found, of many": {code: "canvas_not_found", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone, unlisted: true},
		"invalid, of many":   {code: "invalid_emoji_name", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, unlisted: true},
		"missing, of many":   {code: "missing_duration", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, unlisted: true},
		"too many, of many":  {code: "too_many_users", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, unlisted: true},
		"too many requests":  {code: "too_many_requests", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone, unlisted: true},
		"too long, of many":  {code: "topic_too_long", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, unlisted: true},
		"restricted, of many": {
			code: "restricted_action_of_tomorrow", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, unlisted: true,
		},
		"cannot, of many":  {code: "cant_unarchive", kind: toolerr.KindUpstreamBadRequest, effect: toolerr.EffectNone, unlisted: true},
		"already, of many": {code: "already_starred", kind: toolerr.KindUpstreamBadRequest, effect: toolerr.EffectNone, unlisted: true},
		"no family":        {code: faults.CanaryCode, kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown, unlisted: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("tool: %w", SlackErrorResponse{Err: tt.code, Needed: tt.needed}))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.retry, te.CanRetry())
			assert.Equal(t, tt.effect, te.Effect())
			assert.Zero(t, te.StatusCode(), "200 is the status of a success")
			assert.Equal(t, tt.user, te.RequiresUserAction())
			assert.Contains(t, te.Hint().String(), tt.hint)
			assert.Equal(t, tt.code, te.Extra().VendorCode)
			if tt.unlisted {
				assert.Empty(t, te.VendorCode())
			} else {
				assert.Equal(t, tt.code, te.VendorCode())
			}
		})
	}
}

// overflowed returns the client's value for a number of seconds.
func overflowed(seconds int64) time.Duration { return time.Duration(seconds) * time.Second }

func TestLimits(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		wait time.Duration
	}{
		"some":                {&RateLimitedError{30 * time.Second}, 30 * time.Second},
		"none":                {&RateLimitedError{}, 0},
		"a negative one":      {&RateLimitedError{-time.Second}, -1},
		"one that overflowed": {&RateLimitedError{overflowed(18446744074)}, -1},
		"longer than a day":   {&RateLimitedError{1000 * time.Hour}, 24 * time.Hour},
		"of a value, wrapped": {fmt.Errorf("x: %w", &RateLimitedError{time.Second}), time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, tt.err)
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			assert.Equal(t, "ratelimited", te.VendorCode())
			assert.Equal(t, http.StatusTooManyRequests, te.StatusCode())
			assert.Equal(t, toolerr.EffectNone, te.Effect())
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait >= 0, ok)
			if ok {
				assert.Equal(t, tt.wait, wait)
			}
		})
	}
}

func TestStatuses(t *testing.T) {
	for status, kind := range map[int]toolerr.Kind{
		400: toolerr.KindUpstreamBadRequest, 403: toolerr.KindUpstreamAuthError, 404: toolerr.KindUpstreamNotFound,
		410: toolerr.KindUpstreamNotFound, 429: toolerr.KindUpstreamRateLimit, 502: toolerr.KindUpstreamServerError,
		301: toolerr.KindUpstreamUnmapped, 202: toolerr.KindUpstreamUnmapped, 0: toolerr.KindUpstreamUnmapped,
	} {
		te := adapt(t, StatusCodeError{Code: status, Status: faults.CanaryStatusLine})
		assert.Equal(t, kind, te.Kind(), status)
		if status < 300 {
			status = 0 // not the status of a failure
		}
		assert.Equal(t, status, te.StatusCode())
		assert.Equal(t, kind.CanRetry(), te.CanRetry())
	}
}

func TestConstants(t *testing.T) {
	for text, code := range slackadapter.Constants() {
		te := adapt(t, fmt.Errorf("tool: %w", String(text)))
		assert.Equal(t, code, te.VendorCode())
		assert.Equal(t, toolerr.EffectNone, te.Effect())
	}
	assert.Nil(t, slackadapter.Adapter{}.FromError(String("goodbye detected")))
}

// Values and pointers are read in the same way.
func TestPointers(t *testing.T) {
	for _, err := range []error{
		&SlackErrorResponse{Err: "channel_not_found"},
		SlackErrorResponse{Err: "channel_not_found"},
		errors.Join(errors.New("x"), SlackErrorResponse{Err: "channel_not_found", Errors: []any{1}}),
	} {
		assert.Equal(t, "channel_not_found", adapt(t, err).VendorCode())
	}
	assert.Nil(t, slackadapter.Adapter{}.FromError((*SlackErrorResponse)(nil)))
	assert.NotNil(t, adapt(t, SlackErrorResponse{}))
}

// The result for a response is the same with and without slack-go.
func TestFromAnswerMatchesFromError(t *testing.T) {
	err := errors.New(faults.CanaryCause)
	for _, code := range []string{"missing_scope", "ratelimited", "internal_error", "list_not_found", "x", faults.CanaryMessage} {
		body := fmt.Appendf(nil, `{"ok":false,"error":%q,"needed":"x,chat:write"}`, code)
		got := spec.Of(slackadapter.Adapter{}).FromAnswer(err, 200, nil, body)
		meaning.Same(t, adapt(t, SlackErrorResponse{Err: code, Needed: "x,chat:write"}), got, code)
		assert.ErrorIs(t, got.Cause(), err)
	}
	for _, status := range []int{301, 403, 404, 429, 503} {
		meaning.Same(t, adapt(t, StatusCodeError{Code: status}), spec.Of(slackadapter.Adapter{}).FromAnswer(err, status, nil, nil), http.StatusText(status))
	}
	limited := spec.Of(slackadapter.Adapter{}).FromAnswer(err, 429, http.Header{"Retry-After": {"30"}}, nil)
	meaning.Same(t, adapt(t, &RateLimitedError{RetryAfter: 30 * time.Second}), limited, "429")
}
