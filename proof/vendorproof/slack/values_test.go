package slack_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The client multiplies the seconds of a header without a check.
func TestWaits(t *testing.T) {
	overflowed := time.Duration(18446744074)
	for name, tt := range map[string]struct{ wait, want time.Duration }{
		"some": {30 * time.Second, 30 * time.Second}, "none": {0, 0}, "a negative one": {-time.Second, -1},
		"one that overflowed": {overflowed * time.Second, -1}, "longer than a day": {1000 * time.Hour, 24 * time.Hour},
	} {
		te := slackadapter.Adapter{}.FromError(fmt.Errorf("x: %w", &slack.RateLimitedError{RetryAfter: tt.wait}))
		require.NotNil(t, te, name)
		assert.Equal(t, http.StatusTooManyRequests, te.StatusCode(), name)
		wait, ok := te.RetryAfter()
		assert.Equal(t, tt.want >= 0, ok, name)
		assert.Equal(t, max(tt.want, 0), wait, name)
	}
}

// A status below 300 is not that of a failure.
func TestStatusesOfSuccess(t *testing.T) {
	for status, want := range map[int]int{0: 0, 202: 0, 301: 301} {
		te := slackadapter.Adapter{}.FromError(slack.StatusCodeError{Code: status, Status: faults.CanaryStatusLine})
		require.NotNil(t, te)
		assert.Equal(t, toolerr.KindUpstreamUnmapped, te.Kind())
		assert.Equal(t, want, te.StatusCode())
	}
}

// Values and pointers are read in the same way, and a scope counts only beside its code.
func TestPointers(t *testing.T) {
	for _, err := range []error{
		&slack.SlackErrorResponse{Err: "channel_not_found"},
		slack.SlackErrorResponse{Err: "channel_not_found"},
		errors.Join(errors.New("x"), slack.SlackErrorResponse{Err: "channel_not_found"}),
	} {
		assert.Equal(t, "channel_not_found", slackadapter.Adapter{}.FromError(err).VendorCode())
	}
	assert.Nil(t, slackadapter.Adapter{}.FromError((*slack.SlackErrorResponse)(nil)))
	assert.NotNil(t, slackadapter.Adapter{}.FromError(slack.SlackErrorResponse{}))
	assert.Empty(t, slackadapter.Adapter{}.FromError(slack.SlackErrorResponse{Err: "no_permission", Needed: "chat:write"}).Hint().String())
	assert.Contains(t, slackadapter.Adapter{}.FromError(slack.SlackErrorResponse{Err: "missing_scope"}).Hint().String(), "lacks a scope")
}
