package throttle_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/throttle"
	"github.com/errand-go/errand/toolerr"
)

// leave leaves n functions of a name running, until release is closed.
func leave(t *testing.T, b *adapter.Bulkhead, name string, n int, release <-chan struct{}) {
	t.Helper()
	for range n {
		_, err := adapter.Do(t.Context(), adapter.Chain{}, func(context.Context) (struct{}, error) {
			<-release
			return struct{}{}, nil
		}, adapter.Bounded{Timeout: time.Second, Bulkhead: b, Limit: -1, Name: name})
		require.Error(t, err)
	}
}

// waits reports whether a call has to wait.
func waits(t *testing.T, th *throttle.Throttle, name string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	err := th.Acquire(ctx, name)
	if err != nil {
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	return err != nil
}

func TestThrottle(t *testing.T) {
	tests := map[string]struct {
		left     int // functions that were left running
		parallel bool
		started  int // of three calls that do not end
		refused  bool
	}{
		"nothing is left":           {parallel: true, started: 3},
		"one is left":               {left: 1, parallel: true, started: 1},
		"two are left":              {left: 2, parallel: true, refused: true},
		"in order, nothing is left": {started: 3},
		"in order, one is left":     {left: 1, started: 3},
		"in order, two are left":    {left: 2, refused: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer synctest.Wait()
				defer close(release)
				th := &throttle.Throttle{Running: &adapter.Bulkhead{}, Limit: 2, Parallel: tt.parallel}
				leave(t, th.Running, "t", tt.left, release)
				if tt.refused {
					te, ok := toolerr.Find(th.Acquire(t.Context(), "t"))
					require.True(t, ok)
					assert.Equal(t, toolerr.CodeConflict, te.Code())
				} else {
					for i := range 3 {
						assert.Equal(t, i >= tt.started, waits(t, th, "t"))
					}
				}
				assert.False(t, waits(t, th, "other"), "another name does not count")
			})
		})
	}
}

func TestACallStartsWhenAnotherEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer synctest.Wait()
		defer close(release)
		th := &throttle.Throttle{Running: &adapter.Bulkhead{}, Limit: 2, Parallel: true}
		leave(t, th.Running, "t", 1, release)
		require.NoError(t, th.Acquire(t.Context(), "t"))
		started := 0
		for range 2 {
			go func() {
				if th.Acquire(t.Context(), "t") == nil {
					started++
				}
			}()
		}
		for i := range 3 {
			synctest.Wait()
			assert.Equal(t, min(i, 2), started)
			th.Release("t")
		}
	})
}
