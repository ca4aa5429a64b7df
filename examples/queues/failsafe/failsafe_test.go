package failsafe_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/examples/queues/failsafe"
	"github.com/errand-go/errand/toolerr"
)

func TestRun(t *testing.T) {
	tests := map[string]struct {
		answers []error // errors of consecutive attempts; then nil
		runs    int
		took    time.Duration
		kind    toolerr.Kind
	}{
		"a success":               {nil, 1, 0, ""},
		"a wait":                  {[]error{toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(7*time.Second))}, 2, 7 * time.Second, ""},
		"a wait that is too long": {[]error{toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Hour))}, 1, 0, toolerr.KindUpstreamRateLimit},
		"a backoff":               {[]error{toolerr.RateLimit(toolerr.Message{}), toolerr.RateLimit(toolerr.Message{})}, 3, 3 * time.Second, ""},
		"a refusal":               {[]error{toolerr.Upstream(422, toolerr.Message{})}, 1, 0, toolerr.KindUpstreamValidationError},
		"an unknown effect":       {[]error{toolerr.Upstream(502, toolerr.Message{})}, 1, 0, toolerr.KindUpstreamServerError},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				runs, start := 0, time.Now()
				tool := adapter.Wrap(func(context.Context, string) (string, error) {
					runs++
					if runs <= len(tt.answers) {
						return "", tt.answers[runs-1]
					}
					return "done", nil
				}, adapter.NewChain())
				out, err := failsafe.Run(t.Context(), failsafe.New[string](false), func(ctx context.Context) (string, error) { return tool(ctx, "") })
				assert.Equal(t, tt.runs, runs)
				assert.Equal(t, tt.took, time.Since(start))
				assert.Equal(t, tt.kind == "", err == nil)
				assert.Equal(t, tt.kind == "", out == "done")
				te, _ := toolerr.Find(err)
				if tt.kind != "" {
					assert.Equal(t, tt.kind, te.Kind())
				}
			})
		})
	}
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		executor, runs := failsafe.New[int](false), 0
		call := func(err error) error {
			_, err = failsafe.Run(t.Context(), executor, func(context.Context) (int, error) { runs++; return 0, err })
			return err
		}
		for range 10 {
			_ = call(toolerr.Upstream(422, toolerr.Message{}))
		}
		assert.Equal(t, 10, runs, "refusals do not open the breaker")
		for range 10 {
			_ = call(toolerr.Upstream(502, toolerr.Message{}))
		}
		assert.Equal(t, 15, runs)
		te, _ := toolerr.Find(call(nil))
		assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
		assert.Equal(t, toolerr.EffectNone, te.Effect())
		<-time.After(30 * time.Second)
		assert.NoError(t, call(nil))
	})
}

func TestTheCallerLeavesInAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := failsafe.Run(ctx, failsafe.New[int](false), func(context.Context) (int, error) {
			return 0, toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(7*time.Second))
		})
		require.IsType(t, &toolerr.ToolRuntimeError{}, err)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	})
}
