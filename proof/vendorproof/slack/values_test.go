package slack_test

import (
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
