package temporalerrand_test

import (
	"context"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// places records where callbacks and tools ran.
type places struct {
	mu  sync.Mutex
	ran map[string]bool
}

// note adds the place of a function, and its call.
func (p *places) note(ctx context.Context, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if call := agent.CallFrom(ctx); call != nil {
		what += " of " + call.Tool
	}
	where := "workflow"
	if activity.IsActivity(ctx) {
		where = "activity"
	}
	if p.ran == nil {
		p.ran = map[string]bool{}
	}
	p.ran[what+": "+where] = true
}

func (p *places) callbacks() agent.Callbacks {
	around := func(what string) []func(context.Context) (*agent.Content, error) {
		return []func(context.Context) (*agent.Content, error){func(ctx context.Context) (*agent.Content, error) {
			p.note(ctx, what)
			return nil, nil
		}}
	}
	return agent.Callbacks{
		BeforeAgent: around("BeforeAgent"), AfterAgent: around("AfterAgent"),
		BeforeModel: []func(context.Context, *agent.ModelRequest) (*agent.ModelResponse, error){
			func(ctx context.Context, _ *agent.ModelRequest) (*agent.ModelResponse, error) {
				p.note(ctx, "BeforeModel")
				return nil, nil
			},
		},
		AfterModel: []func(context.Context, *agent.ModelResponse) (*agent.ModelResponse, error){
			func(ctx context.Context, _ *agent.ModelResponse) (*agent.ModelResponse, error) {
				p.note(ctx, "AfterModel")
				return nil, nil
			},
		},
		OnModelError: []func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error){
			func(ctx context.Context, _ *agent.ModelRequest, _ error) (*agent.ModelResponse, error) {
				p.note(ctx, "OnModelError")
				return nil, nil
			},
		},
		BeforeTool: []func(context.Context, *agent.Call) (any, error){func(ctx context.Context, _ *agent.Call) (any, error) {
			p.note(ctx, "BeforeTool")
			return nil, nil
		}},
		AfterTool: []func(context.Context, *agent.Call, any) (any, error){func(ctx context.Context, _ *agent.Call, _ any) (any, error) {
			p.note(ctx, "AfterTool")
			return nil, nil
		}},
		OnToolError: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) (any, error){
			func(ctx context.Context, _ *agent.Call, _ *toolerr.ToolRuntimeError) (any, error) {
				p.note(ctx, "OnToolError")
				return nil, nil
			},
		},
	}
}

func (p *places) plugin() agent.Plugin {
	return agent.Plugin{
		Name: "places",
		AroundTool: []agent.AroundTool{func(ctx context.Context, _ *agent.Call, next func(context.Context) (any, error)) (any, error) {
			p.note(ctx, "AroundTool")
			return next(ctx)
		}},
		AroundModel: []func(agent.Model) agent.Model{func(m agent.Model) agent.Model { return placedModel{p, m, "AroundModel"} }},
		ToolRan: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) error{func(ctx context.Context, _ *agent.Call, _ *toolerr.ToolRuntimeError) error {
			p.note(ctx, "ToolRan")
			return nil
		}},
		OnEvent: []func(context.Context, *agent.Event) error{func(ctx context.Context, _ *agent.Event) error {
			p.note(ctx, "OnEvent")
			return nil
		}},
		AfterRun: []func(context.Context, error) error{func(ctx context.Context, _ error) error {
			p.note(ctx, "AfterRun")
			return nil
		}},
	}
}

type placedModel struct {
	*places
	agent.Model
	what string
}

func (m placedModel) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	m.note(ctx, m.what)
	return m.Model.Generate(ctx, req)
}

type placedCompactor struct{ *places }

func (c placedCompactor) Compact(ctx context.Context, _ *agent.ModelRequest, _ []*agent.Event) (*agent.Compaction, error) {
	c.note(ctx, "Compactor")
	return nil, nil
}

// TestWhereFunctionsRun lists the functions that run in the workflow, which must behave the
// same in each replay, and those that run in activities.
func TestWhereFunctionsRun(t *testing.T) {
	p := &places{}
	confirm := agent.ConfirmIf(func(ctx context.Context, _ json.RawMessage) (bool, error) {
		p.note(ctx, "ConfirmIf")
		return false, nil
	})
	s := scene{inputs: say("Go"), config: func() agent.Config {
		expert, err := agent.New(agent.Config{Name: "expert", Model: agenttest.NewModel(agenttest.Say("Seven."))})
		require.NoError(t, err)
		other, err := agent.New(agent.Config{Name: "other", Model: agenttest.NewModel(agenttest.Fail(toolerr.Fatal(toolerr.Msg("No."))))})
		require.NoError(t, err)
		model := agenttest.NewModel(
			agenttest.Calls(call("a", "look", `{}`), call("b", "fail", `{}`), call("c", "nobody", `{}`), call("d", "expert", `{"request":"?"}`)),
			agenttest.Calls(call("e", "transfer_to_agent", `{"agent_name":"other"}`)))
		cfg := config(placedModel{p, model, "the model"},
			agenttest.NewTool("look", func(ctx context.Context) (any, error) {
				p.note(ctx, "the tool")
				return nil, nil
			}, confirm),
			agenttest.NewTool("fail", agenttest.ReturnError(toolerr.Fatal(toolerr.Msg("No.")))),
			agent.AgentTool(expert, confirm),
		)
		cfg.SubAgents = []*agent.Agent{other}
		cfg.InstructionFunc = func(ctx context.Context) (string, error) {
			p.note(ctx, "InstructionFunc")
			return "", nil
		}
		return cfg
	}}
	s.runner.Plugins = []agent.Plugin{p.plugin()}
	s.runner.Plugins[0].Callbacks = p.callbacks()
	s.runner.Compactor = placedCompactor{p}
	s.runner.Egress = func(ctx context.Context, _ *agent.ModelRequest) error {
		p.note(ctx, "Egress")
		return nil
	}
	_, err := s.inWorkflow(t)
	require.Error(t, err, "the model of the last agent fails")
	assert.Equal(t, []string{
		"AfterAgent of expert: workflow",
		"AfterAgent: workflow",
		"AfterModel: activity",
		"AfterRun of expert: workflow",
		"AfterRun: workflow",
		"AfterTool of expert: workflow",
		"AfterTool of look: activity",
		"AfterTool of transfer_to_agent: workflow",
		"AroundModel: activity",
		"AroundTool of expert: workflow",
		"AroundTool of fail: activity",
		"AroundTool of look: activity",
		"AroundTool of transfer_to_agent: workflow",
		"BeforeAgent of expert: workflow",
		"BeforeAgent: workflow",
		"BeforeModel: activity",
		"BeforeTool of expert: workflow",
		"BeforeTool of fail: activity",
		"BeforeTool of look: activity",
		"BeforeTool of transfer_to_agent: workflow",
		"Compactor: activity",
		"ConfirmIf of expert: workflow",
		"ConfirmIf of look: activity",
		"Egress: activity",
		"InstructionFunc: workflow",
		"OnEvent of expert: workflow",
		"OnEvent: workflow",
		"OnModelError: activity",
		"OnToolError of fail: activity",
		"OnToolError of nobody: workflow",
		"ToolRan of expert: workflow",
		"ToolRan of fail: activity",
		"ToolRan of look: activity",
		"ToolRan of transfer_to_agent: workflow",
		"the model: activity",
		"the tool of look: activity",
	}, slices.Sorted(maps.Keys(p.ran)))
}
