package adapter_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const ms = time.Millisecond

// after returns a function that returns d after the end of its context.
func after(d time.Duration, n int, err error) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		<-ctx.Done()
		<-time.After(d)
		return n, err
	}
}

// Each call runs in a synctest bubble. Its clock advances only if all goroutines wait, and
// the test fails if a goroutine is left at the end.
func TestBounded(t *testing.T) {
	tests := map[string]struct {
		timeout time.Duration
		cancel  time.Duration // when the caller cancels; 0 means never
		fn      func(context.Context) (int, error)
		value   int
		kind    toolerr.Kind // "" for success
		took    time.Duration
		left    bool
		late    int // errors that reach the observer later
	}{
		"returns in time":         {time.Second, 0, func(context.Context) (int, error) { return 7, nil }, 7, "", 0, false, 0},
		"fails in time":           {time.Second, 0, func(context.Context) (int, error) { return 7, errVendor }, 7, toolerr.KindUpstreamNotFound, 0, false, 0},
		"panics":                  {time.Second, 0, func(context.Context) (int, error) { panic("no") }, 0, toolerr.KindToolFatal, 0, false, 0},
		"calls Goexit":            {time.Second, 0, func(context.Context) (int, error) { runtime.Goexit(); return 7, nil }, 0, toolerr.KindToolFatal, 0, false, 0},
		"returns at its deadline": {time.Second, 0, after(0, 7, context.DeadlineExceeded), 7, toolerr.KindToolTimeout, 1000 * ms, false, 0},
		"returns when canceled":   {time.Second, 100 * ms, after(0, 7, context.Canceled), 7, toolerr.KindToolCanceled, 100 * ms, false, 0},
		"succeeds in the grace":   {time.Second, 0, after(49*ms, 7, nil), 7, "", 1049 * ms, false, 0},
		"fails in the grace":      {time.Second, 100 * ms, after(49*ms, 7, context.Canceled), 7, toolerr.KindToolCanceled, 149 * ms, false, 0},
		"panics in the grace": {time.Second, 0, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			panic("no")
		}, 0, toolerr.KindToolFatal, 1000 * ms, false, 0},
		"succeeds after the grace": {time.Second, 0, after(51*ms, 7, nil), 0, toolerr.KindToolTimeout, 1050 * ms, true, 0},
		"fails after the grace":    {time.Second, 100 * ms, after(time.Hour, 7, errVendor), 0, toolerr.KindToolCanceled, 150 * ms, true, 1},
		"panics after the grace": {time.Second, 0, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			<-time.After(time.Hour)
			panic("no")
		}, 0, toolerr.KindToolTimeout, 1050 * ms, true, 1},
		"calls Goexit after the grace": {time.Second, 0, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			<-time.After(time.Hour)
			runtime.Goexit()
			return 7, nil
		}, 0, toolerr.KindToolTimeout, 1050 * ms, true, 1},
		"is called for a caller that has left": {time.Second, -1, after(time.Hour, 7, nil), 0, toolerr.KindToolCanceled, 50 * ms, true, 0},
		"has no timeout":                       {0, 100 * ms, after(time.Hour, 7, nil), 7, "", time.Hour + 100*ms, false, 0},
		"has a negative timeout":               {-1, 100 * ms, after(time.Hour, 7, context.Canceled), 7, toolerr.KindToolCanceled, time.Hour + 100*ms, false, 0},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if tt.cancel < 0 {
				cancel()
			} else if tt.cancel > 0 {
				time.AfterFunc(tt.cancel, cancel)
			}
			w, bulkhead := &watching{}, &adapter.Bulkhead{}
			vendor := fake{"_a", func(err error) *toolerr.ToolRuntimeError {
				if errors.Is(err, errVendor) {
					return toolerr.Upstream(404, say)
				}
				return nil
			}}
			c := adapter.NewRegistry(vendor).WithObserver(w).For("search")
			start := time.Now()
			got, err := adapter.Do(ctx, c, tt.fn, adapter.Bounded{Timeout: tt.timeout, Bulkhead: bulkhead})
			assert.Equal(t, tt.took, time.Since(start))
			assert.Equal(t, tt.value, got)
			ended := adapter.LeftRunning(err)
			assert.Equal(t, tt.left, ended != nil)
			if tt.kind == "" {
				require.NoError(t, err)
				assert.Empty(t, w.list())
				return
			}
			te := adapted(t, err)
			assert.Equal(t, tt.kind, te.Kind())
			seen := w.list()
			require.Len(t, seen, 1)
			assert.Same(t, te, seen[0].Err)
			assert.Equal(t, "search", seen[0].Tool)
			if !tt.left {
				assert.Zero(t, bulkhead.Left("search", 0))
				return
			}
			assert.Equal(t, toolerr.EffectUnknown, te.Effect())
			assert.Contains(t, te.DeveloperMessage(), "was left running")
			assert.Equal(t, 1, bulkhead.Left("search", 0))
			before := te.Report()
			<-ended
			assert.Zero(t, bulkhead.Left("search", 0))
			assert.Zero(t, got, "late results are dropped")
			assert.Len(t, w.list(), 1+tt.late)
			assert.Equal(t, before, te.Report())
		})
	}
}

func TestContextOfABoundedCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var inside context.Context
		keep := func(ctx context.Context) (any, error) { inside = ctx; return ctx.Value(contextKey{}), nil }
		deadline := func() time.Duration {
			d, ok := inside.Deadline()
			require.True(t, ok)
			return time.Until(d)
		}
		ctx := context.WithValue(t.Context(), contextKey{}, "value")
		got, err := adapter.Do(ctx, adapter.Chain{}, keep, adapter.Bounded{Timeout: time.Minute})
		require.NoError(t, err)
		assert.Equal(t, "value", got)
		assert.Equal(t, time.Minute, deadline())
		require.ErrorIs(t, inside.Err(), context.Canceled, "it ends with the call")

		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_, err = adapter.Do(short, adapter.Chain{}, keep, adapter.Bounded{Timeout: time.Minute})
		require.NoError(t, err)
		assert.Equal(t, time.Second, deadline(), "the caller's, if it is earlier")

		_, err = adapter.Do(nil, adapter.Chain{}, keep, adapter.Bounded{Timeout: time.Minute}) //nolint:staticcheck // a caller's mistake
		require.NoError(t, err)
		assert.Equal(t, time.Minute, deadline())
	})
}

func TestBulkhead(t *testing.T) {
	tests := map[string]struct {
		bounded adapter.Bounded
		started int // how many of five calls that ignore their context start
	}{
		"by default":    {adapter.Bounded{}, 2},
		"one":           {adapter.Bounded{Limit: 1}, 1},
		"four":          {adapter.Bounded{Limit: 4}, 4},
		"any number":    {adapter.Bounded{Limit: -1}, 5},
		"by their name": {adapter.Bounded{Name: "other", Limit: 3}, 3},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			w, bulkhead, release := &watching{}, &adapter.Bulkhead{}, make(chan struct{})
			var started atomic.Int32
			registry := adapter.NewRegistry().WithObserver(w)
			tt.bounded.Timeout, tt.bounded.Bulkhead = time.Second, bulkhead
			search := adapter.Wrap(func(context.Context, in) (out, error) {
				started.Add(1)
				<-release
				return out{Query: "found"}, nil
			}, registry.For("search"), tt.bounded)
			for i := range 5 {
				_, err := search(t.Context(), in{})
				te := adapted(t, err)
				assert.Same(t, te, w.list()[i].Err)
				if i < tt.started {
					assert.Equal(t, toolerr.KindToolTimeout, te.Kind())
					continue
				}
				assert.Equal(t, toolerr.KindToolFatal, te.Kind())
				assert.Equal(t, toolerr.CodeConflict, te.Code())
				assert.Equal(t, toolerr.EffectNone, te.Effect())
				assert.Nil(t, adapter.LeftRunning(err))
			}
			assert.EqualValues(t, tt.started, started.Load())
			counted := "search"
			if tt.bounded.Name != "" {
				counted = tt.bounded.Name
			}
			assert.Equal(t, tt.started, bulkhead.Left(counted, 0))
			assert.Zero(t, bulkhead.Left("", 0))
			_, err := adapter.Do(t.Context(), registry.For("fetch"), func(context.Context) (int, error) { return 1, nil },
				adapter.Bounded{Timeout: time.Second, Bulkhead: bulkhead})
			require.NoError(t, err, "another tool is not refused")

			close(release)
			synctest.Wait()
			assert.Zero(t, bulkhead.Left(counted, 0))
			got, err := search(t.Context(), in{})
			require.NoError(t, err)
			assert.Equal(t, "found", got.Query)
		})
	}
}

func TestLeftCountsByTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bulkhead := &adapter.Bulkhead{}
		for range 3 {
			_, err := adapter.Do(t.Context(), adapter.Chain{}, after(10*time.Second, 0, nil),
				adapter.Bounded{Timeout: time.Second, Bulkhead: bulkhead, Name: "x", Limit: -1})
			require.Error(t, err)
		} // left running for 2100, 1050 and 0 ms
		assert.Equal(t, 3, bulkhead.Left("x", 0))
		assert.Equal(t, 2, bulkhead.Left("x", 1050*ms))
		assert.Equal(t, 1, bulkhead.Left("x", 1051*ms))
		assert.Zero(t, bulkhead.Left("x", time.Minute))
		require.NoError(t, bulkhead.Refusal("x", 4))
		require.Error(t, bulkhead.Refusal("x", 3))
		<-time.After(time.Minute)
		assert.Zero(t, bulkhead.Left("x", 0))
	})
}

func TestNestedBoundedCalls(t *testing.T) {
	run := func(t *testing.T, outer, inner time.Duration, fn func(context.Context) (int, error)) (left [2]int, inside, outside error) {
		t.Helper()
		b := &adapter.Bulkhead{}
		_, outside = adapter.Do(t.Context(), adapter.Chain{}, func(ctx context.Context) (int, error) {
			var n int
			n, inside = adapter.Do(ctx, adapter.Chain{}, fn, adapter.Bounded{Timeout: inner, Bulkhead: b, Name: "inner"})
			return n, inside
		}, adapter.Bounded{Timeout: outer, Bulkhead: b, Name: "outer"})
		return [2]int{b.Left("outer", 0), b.Left("inner", 0)}, inside, outside
	}
	synctest.Test(t, func(t *testing.T) {
		left, inside, outside := run(t, time.Minute, time.Second, after(time.Hour, 0, nil))
		assert.Equal(t, [2]int{0, 1}, left)
		assert.Same(t, adapted(t, inside), adapted(t, outside), "the outer call returns the error of the inner one")
		require.ErrorIs(t, outside, toolerr.KindToolTimeout)
		<-adapter.LeftRunning(outside)

		left, _, outside = run(t, time.Second, time.Minute, after(0, 0, context.Canceled))
		assert.Equal(t, [2]int{0, 0}, left, "the inner context ended with the outer")
		require.ErrorIs(t, outside, toolerr.KindToolTimeout)
	})
}

// stuckObserver does not return before it is released.
type stuckObserver chan struct{}

func (o stuckObserver) Adapted(context.Context, adapter.Observation) { <-o }

// A blocked observer makes a call at most a grace longer.
func TestObserverThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		observer, bulkhead := make(stuckObserver), &adapter.Bulkhead{}
		c := adapter.NewRegistry().WithObserver(observer).For("search")
		for _, want := range []time.Duration{1100 * ms, 50 * ms} { // a call that is left running, and a refused one
			start := time.Now()
			_, err := adapter.Do(t.Context(), c, after(time.Hour, 0, nil), adapter.Bounded{Timeout: time.Second, Bulkhead: bulkhead, Limit: 1})
			require.Error(t, err)
			assert.Equal(t, want, time.Since(start))
		}
		close(observer)
		<-time.After(time.Hour)
	})
}

// The race detector runs this test: functions return at about their deadline.
func TestCallsThatReturnAboutTheirDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bulkhead := &adapter.Bulkhead{}
		var group sync.WaitGroup
		for i := range 200 {
			group.Go(func() {
				got, err := adapter.Do(t.Context(), adapter.Chain{}, after(time.Duration(i%100)*ms, i, nil),
					adapter.Bounded{Timeout: time.Second, Bulkhead: bulkhead, Name: "x", Limit: -1})
				if ended := adapter.LeftRunning(err); ended != nil {
					assert.Zero(t, got)
					<-ended
					return
				}
				assert.NoError(t, err)
				assert.Equal(t, i, got)
			})
		}
		group.Wait()
		assert.Zero(t, bulkhead.Left("x", 0))
	})
}

// A call that was left running is declared like any other.
func TestLeftRunningOfADeclaredTool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, declared := range []bool{false, true} {
			registry := adapter.NewRegistry()
			if declared {
				registry = registry.WithRepeatable("look")
			}
			gate := make(chan struct{})
			_, err := adapter.Do(t.Context(), registry.For("look"), func(context.Context) (int, error) {
				<-gate
				return 0, nil
			}, adapter.Bounded{Timeout: time.Second})
			te, ok := toolerr.Find(err)
			require.True(t, ok)
			assert.Equal(t, declared, te.Repeats())
			close(gate)
		}
	})
}
