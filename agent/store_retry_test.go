package agent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// shaky is a store in which some writes fail, before or after they are stored.
type shaky struct {
	agent.Store
	writes int
	fails  func(n int) (done bool, err error)
	slow   time.Duration
}

func (s *shaky) Append(ctx context.Context, ref agent.SessionRef, version int64, events ...*agent.Event) (int64, error) {
	s.writes++
	if s.slow > 0 {
		select {
		case <-time.After(s.slow):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	done, err := s.fails(s.writes)
	if err == nil || done {
		v, failed := s.Store.Append(ctx, ref, version, events...)
		if err == nil || failed != nil {
			return v, failed
		}
	}
	return 0, err
}

func TestWritesAreRepeated(t *testing.T) {
	errDown := errors.New("the database is restarting")
	const result = 3 // the write of the results of the turn
	tests := map[string]struct {
		fails  func(n int) (bool, error)
		limits agent.Limits
		slow   time.Duration
		kind   agent.ErrorKind
		writes int
		took   time.Duration
	}{
		"one fails":                        {fails: func(n int) (bool, error) { return false, only(n == result, errDown) }, writes: 5, took: 100 * time.Millisecond},
		"one is stored but fails":          {fails: func(n int) (bool, error) { return true, only(n == result, errDown) }, writes: 5, took: 100 * time.Millisecond},
		"all fail":                         {fails: func(n int) (bool, error) { return false, only(n >= result, errDown) }, kind: agent.ErrBackend, writes: 6, took: 700 * time.Millisecond},
		"retries are off":                  {fails: func(n int) (bool, error) { return false, only(n >= result, errDown) }, limits: agent.Limits{StoreRetries: -1}, kind: agent.ErrBackend, writes: 3},
		"an error that a retry cannot fix": {fails: func(n int) (bool, error) { return false, only(n >= result, agent.ErrStaleSession) }, kind: agent.ErrStaleSession, writes: 3},
		"too slow":                         {fails: never, slow: 8 * time.Second, kind: agent.ErrBackend, writes: 4, took: 4*5*time.Second + 700*time.Millisecond},
		"slow, with more time":             {fails: never, slow: 8 * time.Second, limits: agent.Limits{StoreTimeout: 10 * time.Second}, writes: 4, took: 32 * time.Second},
		"longer than the run":              {fails: never, slow: 8 * time.Second, limits: agent.Limits{WallClock: 3 * time.Second}, kind: agent.ErrBackend, writes: 1, took: 5 * time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tool := agenttest.NewTool("t", agenttest.Return(1))
				store := &shaky{fails: tt.fails, slow: tt.slow}
				w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")), []agent.Tool{tool}, limits(tt.limits),
					func(_ *agent.Config, rc *agent.RunnerConfig) { store.Store, rc.Store = rc.Store, store })
				start := time.Now()
				o := w.say("go")
				assert.Equal(t, tt.took, time.Since(start))
				assert.Equal(t, tt.writes, store.writes)
				if tt.kind != "" {
					require.ErrorIs(t, o.err, tt.kind)
					return
				}
				require.NoError(t, o.err)
				assert.Equal(t, 1, tool.Count())
				assert.Len(t, w.stored(), 4, "nothing is stored twice")
			})
		})
	}
}

func only(fails bool, err error) error {
	if fails {
		return err
	}
	return nil
}

func never(int) (bool, error) { return false, nil }
