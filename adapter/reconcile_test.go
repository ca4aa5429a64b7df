package adapter_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

func TestWithReconcile(t *testing.T) {
	lost := toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown))
	refused := toolerr.Upstream(404, toolerr.Message{})
	tests := map[string]struct {
		err     error
		outcome adapter.Outcome
		failure error
		asked   bool
		out     string
		effect  toolerr.Effect
	}{
		"a success":           {nil, adapter.OutcomeNever, nil, false, "own", ""},
		"a refusal":           {refused, adapter.OutcomeDone, nil, false, "own", toolerr.EffectNone},
		"done":                {lost, adapter.OutcomeDone, nil, true, "found 7", ""},
		"never":               {lost, adapter.OutcomeNever, nil, true, "own", toolerr.EffectNone},
		"not found":           {lost, adapter.OutcomeNotFound, nil, true, "own", toolerr.EffectUnknown},
		"unknown":             {lost, adapter.OutcomeUnknown, nil, true, "own", toolerr.EffectUnknown},
		"done, with an error": {lost, adapter.OutcomeDone, errors.New("down"), true, "own", toolerr.EffectUnknown},
		"another word":        {lost, "perhaps", nil, true, "own", toolerr.EffectUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			asked, call := 0, &adapter.KeyedCall{ID: "1"}
			pay := adapter.Wrap(func(context.Context, int) (string, error) { return "own", tt.err }, adapter.Chain{},
				adapter.WithReconcile(func(ctx context.Context, in int, key string) (string, adapter.Outcome, error) {
					asked++
					assert.NoError(t, ctx.Err(), "the caller's context has ended")
					assert.Empty(t, adapter.CallKey(ctx), "its requests are not the call's")
					want, err := call.Value(ctx)
					require.NoError(t, err)
					assert.Equal(t, want, key)
					assert.Equal(t, 7, in)
					return "found 7", tt.outcome, tt.failure
				}))
			ctx, cancel := context.WithCancel(adapter.WithCallKey(t.Context(), call))
			cancel()
			out, err := pay(ctx, 7)
			assert.Equal(t, tt.asked, asked == 1)
			assert.Equal(t, tt.out, out)
			te, failed := toolerr.Find(err)
			assert.Equal(t, tt.effect != "", failed)
			if failed {
				assert.Equal(t, tt.effect, te.Effect())
			}
		})
	}
}

// A function that finds out has ten seconds, and knows how old the call is.
func TestReconcileTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		_, err := adapter.Do(t.Context(), adapter.Chain{}, func(context.Context) (int, error) {
			time.Sleep(time.Minute) //nolint:forbidigo // in a bubble
			return 0, toolerr.Upstream(500, toolerr.Message{})
		}, adapter.WithReconcile(func(ctx context.Context, _ any, _ string) (int, adapter.Outcome, error) {
			assert.Zero(t, adapter.CallAge(ctx), "it may have sent something at its end")
			<-ctx.Done()
			assert.Equal(t, 10*time.Second, adapter.CallAge(ctx))
			return 1, adapter.OutcomeDone, ctx.Err()
		}))
		te, _ := toolerr.Find(err)
		assert.Equal(t, 500, te.StatusCode())
		assert.Equal(t, time.Minute+10*time.Second, time.Since(begun))
		assert.Zero(t, adapter.CallAge(t.Context()))
	})
}

// A function that was left running may still do what was never done.
func TestReconcileOfAFunctionThatIsLeftRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		_, err := adapter.Do(t.Context(), adapter.Chain{}, func(context.Context) (int, error) {
			<-release
			return 0, nil
		}, adapter.Bounded{Timeout: time.Second}, adapter.WithReconcile(func(context.Context, any, string) (int, adapter.Outcome, error) {
			return 0, adapter.OutcomeNever, nil
		}))
		te, _ := toolerr.Find(err)
		assert.Equal(t, toolerr.EffectUnknown, te.Effect())
		close(release)
		synctest.Wait()
	})
}

// Without a key, a failing call costs what it did.
func TestCallsWithoutKeysAllocateNothingMore(t *testing.T) {
	ctx := t.Context()
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = adapter.CallKey(ctx) }))
}
