package agent_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// nameless is a model without a working Name method.
type nameless struct{ agent.Model }

func (nameless) Name() string { panic(canary) }

// pointerModel is a model whose Name panics for a nil pointer.
type pointerModel struct{ name string }

func (m *pointerModel) Name() string { return m.name }

func (m *pointerModel) Generate(context.Context, *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return nil
}

func TestModelsWithoutAUsableName(t *testing.T) {
	for name, m := range map[string]agent.Model{
		"a panic":       nameless{agenttest.NewModel()},
		"a nil pointer": (*pointerModel)(nil),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := agent.New(agent.Config{Name: "helper", Model: m})
			require.ErrorIs(t, err, agent.ErrConfig)
			require.ErrorContains(t, err, "Name method panics")
			assert.NotContains(t, err.Error(), canary)

			w := newWorld(t, agenttest.NewModel(agenttest.Say("own")), nil)
			o := w.say("go", agent.WithModel(m))
			require.ErrorIs(t, o.err, agent.ErrConfig)
			assert.Empty(t, o.events)
			assert.Empty(t, w.stored(), "nothing is appended")
			assert.Equal(t, "own", w.say("go", agent.WithModel(nil)).text())
		})
	}
}

func TestModelWithoutASequenceFailsTheRun(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(), nil, func(c *agent.Config, _ *agent.RunnerConfig) { c.Model = &pointerModel{} })
	require.ErrorIs(t, w.say("go").err, agent.ErrProvider)
}

// hollowStore returns nil from Get, or panics.
type hollowStore struct {
	agent.Store
	panics bool
}

func (s hollowStore) Get(context.Context, agent.SessionRef) (*agent.Session, error) {
	if s.panics {
		panic(canary)
	}
	return nil, nil
}

func TestRollbackWithAStoreThatFails(t *testing.T) {
	a := mustAgent(t, agent.Config{Name: "helper", Model: agenttest.NewModel()})
	for _, panics := range []bool{false, true} {
		r, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: hollowStore{panics: panics}})
		require.NoError(t, err)
		err = r.Rollback(t.Context(), session, "x")
		require.ErrorIs(t, err, agent.ErrBackend)
		agenttest.AssertNoCanary(t, canary, err)
		assert.False(t, r.Active(session))
	}
}

func TestIDsThatCannotBeUsed(t *testing.T) {
	for name, broken := range map[string]func() string{
		"a panic":   func() string { panic(canary) },
		"nothing":   func() string { return "" },
		"too long":  func() string { return strings.Repeat("a", 41) },
		"bad bytes": func() string { return "a b" },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			n := 0
			tool := agenttest.NewTool("t", agenttest.Return(1))
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")), []agent.Tool{tool},
				func(_ *agent.Config, rc *agent.RunnerConfig) {
					rc.Logger = slog.New(slog.NewTextHandler(&log, nil))
					rc.NewID = func() string {
						if n++; n%2 == 0 {
							return broken()
						}
						return fmt.Sprint("id", n)
					}
				})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Equal(t, "ok", o.text())
			assert.Equal(t, "id1", o.run.InvocationID())
			assert.Contains(t, log.String(), "NewID")
			assert.NotContains(t, log.String(), canary)
			w.stored()
		})
	}
}
