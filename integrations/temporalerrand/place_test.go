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

// note adds the place of a function, and its call. It returns nil.
func (p *places) note(ctx context.Context, what string) error {
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
	return nil
}

// plugin returns a plugin whose functions are noted.
func (p *places) plugin() agent.Plugin {
	around := func(what string) []func(context.Context) (*agent.Content, error) {
		return []func(context.Context) (*agent.Content, error){func(ctx context.Context) (*agent.Content, error) { return nil, p.note(ctx, what) }}
	}
	return agent.Plugin{
		Callbacks: agent.Callbacks{
			BeforeAgent: around("BeforeAgent"), AfterAgent: around("AfterAgent"),
			BeforeModel: []func(context.Context, *agent.ModelRequest) (*agent.ModelResponse, error){
				func(ctx context.Context, _ *agent.ModelRequest) (*agent.ModelResponse, error) {
					return nil, p.note(ctx, "BeforeModel")
				},
			},
			AfterModel: []func(context.Context, *agent.ModelResponse) (*agent.ModelResponse, error){
				func(ctx context.Context, _ *agent.ModelResponse) (*agent.ModelResponse, error) {
					return nil, p.note(ctx, "AfterModel")
				},
			},
			OnModelError: []func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error){
				func(ctx context.Context, _ *agent.ModelRequest, _ error) (*agent.ModelResponse, error) {
					return nil, p.note(ctx, "OnModelError")
				},
			},
			BeforeTool: []func(context.Context, *agent.Call) (any, error){
				func(ctx context.Context, _ *agent.Call) (any, error) { return nil, p.note(ctx, "BeforeTool") },
			},
			AfterTool: []func(context.Context, *agent.Call, any) (any, error){
				func(ctx context.Context, _ *agent.Call, _ any) (any, error) { return nil, p.note(ctx, "AfterTool") },
			},
			OnToolError: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) (any, error){
				func(ctx context.Context, _ *agent.Call, _ *toolerr.ToolRuntimeError) (any, error) {
					return nil, p.note(ctx, "OnToolError")
				},
			},
		},
		AroundTool: []agent.AroundTool{func(ctx context.Context, _ *agent.Call, next func(context.Context) (any, error)) (any, error) {
			_ = p.note(ctx, "AroundTool")
			return next(ctx)
		}},
		AroundModel: []func(agent.Model) agent.Model{func(m agent.Model) agent.Model { return placedModel{p, m, "AroundModel"} }},
		ToolRan: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) error{
			func(ctx context.Context, _ *agent.Call, _ *toolerr.ToolRuntimeError) error {
				return p.note(ctx, "ToolRan")
			},
		},
		OnEvent:  []func(context.Context, *agent.Event) error{func(ctx context.Context, _ *agent.Event) error { return p.note(ctx, "OnEvent") }},
		AfterRun: []func(context.Context, error) error{func(ctx context.Context, _ error) error { return p.note(ctx, "AfterRun") }},
	}
}

type placedModel struct {
	*places
	agent.Model
	what string
}

func (m placedModel) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	_ = m.note(ctx, m.what)
	return m.Model.Generate(ctx, req)
}

type placedCompactor struct{ *places }

func (c placedCompactor) Compact(ctx context.Context, _ *agent.ModelRequest, _ []*agent.Event) (*agent.Compaction, error) {
	return nil, c.note(ctx, "Compactor")
}

// TestWhereFunctionsRun lists the functions that run in the workflow, which must behave the
// same in each replay, and those that run in activities.
func TestWhereFunctionsRun(t *testing.T) {
	p := &places{}
	confirm := agent.ConfirmIf(func(ctx context.Context, _ json.RawMessage) (bool, error) {
		return false, p.note(ctx, "ConfirmIf")
	})
	s := scene{inputs: say("Go"), config: func() agent.Config {
		expert := made(agent.New(agent.Config{Name: "expert", Model: agenttest.NewModel(agenttest.Say("Seven."))}))
		other := made(agent.New(agent.Config{Name: "other", Model: agenttest.NewModel(agenttest.Fail(toolerr.Fatal(toolerr.Msg("No."))))}))
		model := agenttest.NewModel(
			agenttest.Calls(call("a", "look", `{}`), call("b", "fail", `{}`), call("c", "nobody", `{}`), call("d", "expert", `{"request":"?"}`)),
			agenttest.Calls(call("e", "transfer_to_agent", `{"agent_name":"other"}`)))
		cfg := config(placedModel{p, model, "the model"},
			agenttest.NewTool("look", func(ctx context.Context) (any, error) {
				return nil, p.note(ctx, "the tool")
			}, confirm),
			agenttest.NewTool("fail", agenttest.ReturnError(toolerr.Fatal(toolerr.Msg("No.")))),
			agent.AgentTool(expert, confirm),
		)
		cfg.SubAgents = []*agent.Agent{other}
		cfg.InstructionFunc = func(ctx context.Context) (string, error) {
			return "", p.note(ctx, "InstructionFunc")
		}
		return cfg
	}}
	s.runner.Plugins = []agent.Plugin{p.plugin()}
	s.runner.Compactor = placedCompactor{p}
	s.runner.Egress = func(ctx context.Context, _ *agent.ModelRequest) error { return p.note(ctx, "Egress") }
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
