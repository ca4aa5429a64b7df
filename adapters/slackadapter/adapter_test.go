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
	"github.com/errand-go/errand/conformance/faults"
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
