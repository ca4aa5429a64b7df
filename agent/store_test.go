package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/storetest"
)

func TestMemoryStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) agent.Store { return agent.NewMemoryStore() })
}

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
		bubble(t, name, func(t *testing.T) {
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
	}
}

func only(fails bool, err error) error {
	if fails {
		return err
	}
	return nil
}

func never(int) (bool, error) { return false, nil }

// shared is a store whose sessions other processes may use. It records its calls.
type shared struct {
	*agent.MemoryStore
	steps   []string
	claim   func() error // a nil error means that Claim returns nothing
	release func()
	lose    context.CancelCauseFunc // cancels the run's context
}

func (s *shared) Claim(ctx context.Context, _ agent.SessionRef) (context.Context, func(), error) {
	if s.claim != nil {
		return nil, nil, s.claim()
	}
	s.steps = append(s.steps, "claim")
	ctx, s.lose = context.WithCancelCause(ctx)
	return ctx, func() {
		s.steps = append(s.steps, "release")
		if s.release != nil {
			s.release()
		}
	}, nil
}

func (s *shared) Recent(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	s.steps = append(s.steps, "read")
	return s.MemoryStore.Recent(ctx, ref)
}

func (s *shared) Append(ctx context.Context, ref agent.SessionRef, version int64, events ...*agent.Event) (int64, error) {
	s.steps = append(s.steps, "append")
	return s.MemoryStore.Append(ctx, ref, version, events...)
}

// sharing returns a world whose store is shared.
func sharing(t *testing.T, model *agenttest.Model, tools ...agent.Tool) (*world, *shared) {
	t.Helper()
	s := &shared{}
	w := newWorld(t, model, tools, func(_ *agent.Config, rc *agent.RunnerConfig) {
		s.MemoryStore, rc.Store = rc.Store.(*agent.MemoryStore), s //nolint:forcetypeassert // a panic fails the test
		rc.Plugins = []agent.Plugin{{AfterRun: []func(context.Context, error) error{
			func(context.Context, error) error { s.steps = append(s.steps, "after"); return nil },
		}}}
	})
	return w, s
}

func TestARunClaimsItsSession(t *testing.T) {
	w, s := sharing(t, agenttest.NewModel(agenttest.Say("ok")))
	_, err := s.Create(t.Context(), session, nil)
	require.NoError(t, err)
	o := w.mustSay("go")
	assert.Equal(t, []string{"claim", "read", "append", "append", "after", "release"}, s.steps)
	s.steps = nil
	require.NoError(t, w.runner.Rollback(t.Context(), session, o.run.InvocationID()))
	assert.Equal(t, []string{"claim", "read", "release"}, s.steps)
}

func TestASessionThatAnotherProcessHas(t *testing.T) {
	for name, tt := range map[string]struct {
		claim func() error
		kind  agent.ErrorKind
	}{
		"busy":       {func() error { return agent.ErrSessionBusy }, agent.ErrSessionBusy},
		"down":       {func() error { return errors.New("the database is down") }, agent.ErrBackend},
		"panics":     {func() error { panic("no") }, agent.ErrBackend},
		"no context": {func() error { return nil }, agent.ErrBackend},
	} {
		t.Run(name, func(t *testing.T) {
			w, s := sharing(t, agenttest.NewModel(agenttest.Say("ok")))
			s.claim = tt.claim
			require.ErrorIs(t, w.say("go").err, tt.kind)
			require.ErrorIs(t, w.runner.Rollback(t.Context(), session, "i"), tt.kind)
			assert.Equal(t, []string{"after"}, s.steps, "nothing is read")
			s.claim = nil
			require.NoError(t, w.say("go").err)
		})
	}
}

func TestARunThatLosesItsSession(t *testing.T) {
	var s *shared
	tool := agent.NewTool("lose", "", func(ctx context.Context, _ struct{}) (string, error) {
		s.lose(errors.New("the claim was not renewed"))
		return "", ctx.Err()
	})
	w, store := sharing(t, agenttest.NewModel(agenttest.Call("lose", `{}`), agenttest.Say("ok")), tool)
	s = store
	o := w.mustSay("go")
	assert.Equal(t, agent.CodeCanceled, o.last().ErrorCode)
	assert.Equal(t, "release", s.steps[len(s.steps)-1])
	w.stored()
}

func TestAReleaseThatPanics(t *testing.T) {
	w, s := sharing(t, agenttest.NewModel(agenttest.Say("ok"), agenttest.Say("ok")))
	s.release = func() { panic("no") }
	require.NoError(t, w.say("go").err)
	require.NoError(t, w.say("again").err)
}

// sharingStore returns its own events from Recent, unmodified.
type sharingStore struct {
	*agent.MemoryStore
	events []*agent.Event
}

func (s sharingStore) Recent(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	session, err := s.Get(ctx, ref)
	if err == nil {
		session.Events = append([]*agent.Event{}, s.events...)
	}
	return session, err
}

// A run corrects invalid events in a copy, because other runs, and Pending, may read the
// same events.
func TestARunWritesToNoEventOfTheStore(t *testing.T) {
	said := agent.TextContent(agent.RoleUser, "go")
	called := agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "a", Name: "ok", Args: json.RawMessage(`[1]`)}}}}
	answered := agent.Content{Role: agent.RoleUser, Parts: []agent.Part{{FunctionResponse: &agent.FunctionResponse{ID: "a", Name: "ok", Response: json.RawMessage(`"no object"`)}}}}
	s := sharingStore{agent.NewMemoryStore(), []*agent.Event{
		{ID: "1", InvocationID: "i", Author: agent.AuthorUser, Content: &said},
		{ID: "2", InvocationID: "i", Author: "helper", Content: &called},
		{ID: "3", InvocationID: "i", Author: "helper", Content: &answered},
	}}
	_, err := s.Create(t.Context(), session, nil)
	require.NoError(t, err)
	before := encoded(t, s.events)
	w := newWorld(t, agenttest.NewModel(agenttest.Say("done")), nil, func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Store = s })
	require.NoError(t, w.say("and?").err)
	_, err = w.runner.Pending(t.Context(), session)
	require.NoError(t, err)
	assert.JSONEq(t, before, encoded(t, s.events))
	contents := w.model.Requests()[0].Contents
	assert.JSONEq(t, `{}`, string(contents[1].Parts[0].FunctionCall.Args))
	assert.NotContains(t, string(contents[2].Parts[0].FunctionResponse.Response), "no object")
}
