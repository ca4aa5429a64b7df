package agent_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// shared is a store whose sessions other processes may use. It records its calls.
type shared struct {
	*agent.MemoryStore
	steps   []string
	claim   func() error
	nothing bool // if Claim returns nothing
	release func()
	lose    context.CancelCauseFunc // cancels the run's context
}

func (s *shared) Claim(ctx context.Context, _ agent.SessionRef) (context.Context, func(), error) {
	if s.claim != nil {
		if err := s.claim(); err != nil {
			return nil, nil, err
		}
	}
	if s.nothing {
		return nil, nil, nil
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
		rc.Plugins = []agent.Plugin{{Name: "after", AfterRun: []func(context.Context, error) error{
			func(context.Context, error) error { s.steps = append(s.steps, "after"); return nil },
		}}}
	})
	return w, s
}

func TestARunClaimsItsSession(t *testing.T) {
	w, s := sharing(t, agenttest.NewModel(agenttest.Say("ok")))
	_, err := s.Create(t.Context(), session, nil)
	require.NoError(t, err)
	o := w.say("go")
	require.NoError(t, o.err)
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
		"busy":   {func() error { return agent.ErrSessionBusy }, agent.ErrSessionBusy},
		"down":   {func() error { return errors.New("the database is down") }, agent.ErrBackend},
		"panics": {func() error { panic("no") }, agent.ErrBackend},
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

func TestAClaimWithoutAContext(t *testing.T) {
	w, s := sharing(t, agenttest.NewModel())
	s.nothing = true
	require.ErrorIs(t, w.say("go").err, agent.ErrBackend)
	require.ErrorIs(t, w.runner.Rollback(t.Context(), session, "i"), agent.ErrBackend)
}

func TestARunThatLosesItsSession(t *testing.T) {
	var s *shared
	tool := agent.NewTool("lose", "", func(ctx context.Context, _ struct{}) (string, error) {
		s.lose(errors.New("the claim was not renewed"))
		return "", ctx.Err()
	})
	w, store := sharing(t, agenttest.NewModel(agenttest.Call("lose", `{}`), agenttest.Say("ok")), tool)
	s = store
	o := w.say("go")
	require.NoError(t, o.err)
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
