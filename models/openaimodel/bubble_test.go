package openaimodel_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// TestOneRetryer: the loop repeats, as long apart as it was asked to in OpenAI's
// own headers; the SDK does not.
func TestOneRetryer(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		s := agenttest.NewScript(t,
			refusal(429, canaryText, "requests", "rate_limit_exceeded", "Retry-After-Ms", "30000"),
			refusal(429, canaryText, "tokens", "rate_limit_exceeded",
				"X-Ratelimit-Reset-Tokens", "20s", "X-Ratelimit-Remaining-Tokens", "0", "X-Ratelimit-Reset-Requests", "6h"),
			refusal(503, canaryText, "service_unavailable_error", "server_is_overloaded"),
			d.answer(words{text: "Hello there."}),
		)
		agenttest.Bubble(t, s, func(t *testing.T, client *http.Client) {
			start := time.Now()
			c := run(t, d.model(bubbled(client, canaryKey)), d.stream)
			require.NoError(t, c.Err)
			assert.Equal(t, "Hello there.", c.Last().Content.Text())
			for _, r := range s.Requests() {
				assert.Equal(t, "0", r.Header.Get("X-Stainless-Retry-Count"))
			}
			assert.Len(t, s.Requests(), 4)
			// The loop waits a little longer than asked, so that not everybody
			// comes back at once.
			assert.GreaterOrEqual(t, time.Since(start), 50*time.Second)
			assert.Less(t, time.Since(start), 62*time.Second)
		})
	})
}

// TestDeadlines: that of the caller ends the run; the SDK's own is a failure of
// the network, which may be tried again.
func TestDeadlines(t *testing.T) {
	tests := map[string]struct {
		callers, sdks time.Duration
		want          toolerr.Kind
	}{
		"the caller's": {time.Minute, time.Hour, toolerr.KindToolTimeout},
		"the SDK's":    {time.Hour, time.Minute, toolerr.KindNetworkTransportTimeout},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, d dialect) {
				silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
				agenttest.Bubble(t, agenttest.NewScript(t, silent), func(t *testing.T, client *http.Client) {
					ctx, cancel := context.WithTimeout(t.Context(), tt.callers)
					defer cancel()
					m := d.model(bubbled(client, canaryKey, option.WithRequestTimeout(tt.sdks)))
					require.ErrorIs(t, agenttest.AssertModelSound(ctx, t, m, question(d)).Err, tt.want)
				})
			})
		})
	}
}
