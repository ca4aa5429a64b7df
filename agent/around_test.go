package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

type colour struct{}

// around returns a plugin that records the calls and results it sees.
func around(name string, notes *[]string) agent.Plugin {
	return agent.Plugin{Name: name, AroundTool: []agent.AroundTool{
		func(ctx context.Context, call *agent.Call, next func(context.Context) (any, error)) (any, error) {
			*notes = append(*notes, fmt.Sprint(name, " begins ", call.Tool, " ", call.Attempt))
			out, err := next(context.WithValue(ctx, colour{}, name))
			te, _ := toolerr.Find(err)
			*notes = append(*notes, fmt.Sprint(name, " ends ", out, " ", te != nil))
			return out, err
		},
	}}
}

func TestAroundTool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var notes []string
		var observed int
		tool := agenttest.NewTool("t", agenttest.Sequence(
			agenttest.ReturnError(toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))),
			func(ctx context.Context) (any, error) { return ctx.Value(colour{}), nil },
		), agent.ReadOnly())
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("done")), []agent.Tool{tool},
			func(c *agent.Config, rc *agent.RunnerConfig) {
				rc.Plugins = []agent.Plugin{around("outer", &notes), {Name: "none"}, around("inner", &notes)}
				c.Adapters = adapter.NewRegistry().WithObserver(observer(func(adapter.Observation) { observed++ }))
			})
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Equal(t, []string{
			"outer begins t 1", "inner begins t 1", "inner ends <nil> true", "outer ends <nil> true",
			"outer begins t 2", "inner begins t 2", "inner ends inner false", "outer ends inner false",
		}, notes)
		assert.Equal(t, "inner", fields(t, o.responses()[0])["data"])
		assert.Equal(t, 1, observed, "an error is observed once for any number of plugins")
	})
}

func TestAroundToolAndCrashes(t *testing.T) {
	plugin := func(f agent.AroundTool) agent.Plugin {
		return agent.Plugin{Name: "p", AroundTool: []agent.AroundTool{f}}
	}
	var seen error
	tests := map[string]struct {
		does   agenttest.Behavior
		around agent.AroundTool
		data   any
		fails  bool
	}{
		"the tool panics": {agenttest.Panic("token=hunter2"), func(ctx context.Context, _ *agent.Call, next func(context.Context) (any, error)) (any, error) {
			out, err := next(ctx)
			seen = err
			return out, err
		}, nil, true},
		"the plugin panics": {agenttest.Return(1), func(context.Context, *agent.Call, func(context.Context) (any, error)) (any, error) {
			panic("token=hunter2")
		}, nil, true},
		"the plugin fails": {agenttest.Return(1), func(context.Context, *agent.Call, func(context.Context) (any, error)) (any, error) {
			return nil, errors.New("token=hunter2")
		}, nil, true},
		"the plugin answers": {agenttest.Panic("token=hunter2"), func(context.Context, *agent.Call, func(context.Context) (any, error)) (any, error) {
			return "cached", nil
		}, "cached", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("done")),
				[]agent.Tool{agenttest.NewTool("t", tt.does)},
				func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Plugins = []agent.Plugin{plugin(tt.around)} })
			o := w.say("go")
			require.NoError(t, o.err)
			got := fields(t, o.responses()[0])
			assert.Equal(t, tt.fails, got["success"] == false)
			assert.Equal(t, tt.data, got["data"])
			agenttest.AssertNoCanary(t, "hunter2", o.events)
		})
	}
	te, ok := toolerr.Find(seen)
	require.True(t, ok, "a panic is an error for the plugin")
	assert.True(t, strings.Contains(te.DeveloperMessage(), "panic"))
}
