package otelerrand_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/compact"
	"github.com/errand-go/errand/integrations/otelerrand"
	"github.com/errand-go/errand/toolerr"
)

// starts records the order in which spans start.
type starts struct {
	sdktrace.SpanProcessor
	mu  sync.Mutex
	ids []trace.SpanID
}

func (s *starts) OnStart(_ context.Context, span sdktrace.ReadWriteSpan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids = append(s.ids, span.SpanContext().SpanID())
}

// tree draws the spans: kind, name, tokens and error of each, below its parent.
func (b *backend) tree() []string {
	all := b.spans.GetSpans()
	slices.SortFunc(all, func(x, y tracetest.SpanStub) int {
		return cmp.Compare(slices.Index(b.order.ids, x.SpanContext.SpanID()), slices.Index(b.order.ids, y.SpanContext.SpanID()))
	})
	depth := map[trace.SpanID]int{}
	var lines []string
	for _, s := range all {
		id := s.SpanContext.SpanID()
		if s.Parent.IsValid() {
			depth[id] = depth[s.Parent.SpanID()] + 1
		}
		got := attributes(s)
		line := strings.Repeat("  ", depth[id]) + fmt.Sprint(s.SpanKind) + " " + s.Name
		if in, ok := got["gen_ai.usage.input_tokens"]; ok {
			line += fmt.Sprint(" ", in, "+", got["gen_ai.usage.output_tokens"])
		}
		if kind, ok := got["error.type"]; ok {
			line += fmt.Sprint(" ", kind, " ", s.Status.Code)
		}
		lines = append(lines, line)
	}
	return lines
}

// using returns an answer with usage.
func using(in, out int, turn agenttest.Turn) agenttest.Turn {
	return func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		turn(ctx, req, func(resp *agent.ModelResponse, err error) bool {
			if resp != nil && !resp.Partial {
				resp.Usage = &agent.Usage{InputTokens: in, OutputTokens: out}
			}
			return yield(resp, err)
		})
	}
}

const canary = "canary-4242"

// world returns an agent with a tool that fails once, a nested agent whose model fails
// once, and a tool that a person must approve.
func world(t *testing.T, b *backend) *agent.Runner {
	t.Helper()
	busy := func() error {
		return toolerr.Upstream(503, toolerr.Message{}, toolerr.WithCause(errors.New(canary)))
	}
	look := agenttest.NewTool("look", agenttest.Sequence(agenttest.ReturnError(busy()), agenttest.Return(canary)), agent.ReadOnly())
	pay := agenttest.NewTool("pay", agenttest.Return(canary), agent.Confirm())
	researcher := newAgent(t, agent.Config{Name: "researcher", Instruction: canary, Model: agenttest.NewModel(
		agenttest.Fail(busy()), using(7, 70, agenttest.Say(canary)),
	)})
	a := newAgent(t, agent.Config{Name: "helper", Instruction: canary, Tools: []agent.Tool{look, pay, agent.AgentTool(researcher)}, Model: agenttest.NewModel(
		using(1, 10, agenttest.Call("look", `{"card":"`+canary+`"}`)),
		using(2, 20, agenttest.Call("researcher", `{"request":"`+canary+`"}`)),
		using(3, 30, agenttest.Calls(agent.FunctionCall{ID: "p", Name: "pay", Args: json.RawMessage(`{}`)})),
		using(4, 40, agenttest.Stream(canary, canary)),
		agenttest.Fail(toolerr.Upstream(401, toolerr.Message{}, toolerr.WithCause(errors.New(canary)))),
	)})
	return b.newRunner(agent.RunnerConfig{Agent: a})
}

var conversation = agent.SessionRef{User: "ada", ID: "c1"}

// newAgent returns an agent of the configuration, and newRunner a runner with the plugin.
func newAgent(t *testing.T, c agent.Config) *agent.Agent {
	t.Helper()
	a, err := agent.New(c)
	require.NoError(t, err)
	return a
}

func (b *backend) newRunner(c agent.RunnerConfig) *agent.Runner {
	b.t.Helper()
	c.CreateSessions, c.Plugins = true, []agent.Plugin{b.Plugin()}
	r, err := agent.NewRunner(c)
	require.NoError(b.t, err)
	return r
}

func events(r *agent.Runner, in agent.Input, opts ...agent.RunOption) (last error) {
	for _, err := range r.Run(context.Background(), conversation, in, opts...) {
		last = err
	}
	return last
}

// A run with a nested agent, a retry of a tool and of a model, and an approval.
func TestATrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBackend(t)
		r := world(t, b)
		ctx, around := b.tracers.Tracer("test").Start(t.Context(), "request")
		for _, err := range r.Run(ctx, conversation, agent.Say(canary)) {
			require.NoError(t, err)
		}
		around.End()
		assert.Equal(t, []string{
			"internal request",
			"  internal invoke_agent helper 13+130",
			"    client chat scripted 1+10",
			"    internal execute_tool look UPSTREAM_RUNTIME_SERVER_ERROR Error",
			"    internal execute_tool look",
			"    client chat scripted 2+20",
			"    internal execute_tool researcher",
			"      internal invoke_agent researcher 7+70",
			"        client chat scripted UPSTREAM_RUNTIME_SERVER_ERROR Error",
			"        client chat scripted 7+70",
			"    client chat scripted 3+30",
		}, b.tree())
		assert.Zero(t, otelerrand.Agents(b.Telemetry), "a run that pauses keeps nothing")
		agenttest.AssertNoCanary(t, canary, fmt.Sprintf("%+v", b.spans.GetSpans()))

		b.spans.Reset()
		require.NoError(t, events(r, agent.Approve("p"), agent.WithStreaming()))
		assert.Equal(t, []string{
			"internal invoke_agent helper 4+40",
			"  internal execute_tool pay",
			"  client chat scripted 4+40",
		}, b.tree())
		agent, chat := attributes(b.span("invoke_agent helper")), attributes(b.span("chat scripted"))
		assert.Equal(t, map[string]any{
			"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "helper", "gen_ai.conversation.id": "c1",
			"gen_ai.usage.input_tokens": int64(4), "gen_ai.usage.output_tokens": int64(40),
		}, agent)
		assert.Equal(t, map[string]any{
			"gen_ai.operation.name": "chat", "gen_ai.provider.name": "_OTHER", "gen_ai.request.model": "scripted",
			"gen_ai.conversation.id": "c1", "gen_ai.request.stream": true, "gen_ai.response.finish_reasons": []string{"stop"},
			"gen_ai.usage.input_tokens": int64(4), "gen_ai.usage.output_tokens": int64(40),
		}, chat)
		assert.Equal(t, semconv.SchemaURL, b.span("chat scripted").InstrumentationScope.SchemaURL)
		agenttest.AssertNoCanary(t, canary, fmt.Sprintf("%+v", b.spans.GetSpans()))
		assert.Zero(t, otelerrand.Agents(b.Telemetry))
	})
}

// Each run of a runner is a tree. The event of a limit comes after the end of the agent.
func TestTrees(t *testing.T) {
	canned := agent.TextContent(agent.RoleModel, "In short.")
	instead := agent.Callbacks{BeforeAgent: []func(context.Context) (*agent.Content, error){
		func(context.Context) (*agent.Content, error) { return &canned, nil },
	}}
	replaced := agent.Callbacks{OnModelError: []func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error){
		func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error) {
			return &agent.ModelResponse{Content: &canned, FinishReason: agent.FinishStop}, nil
		},
	}}
	look := agenttest.NewTool("look", agenttest.Return("x"), agent.ReadOnly())
	helper := func(turns ...agenttest.Turn) *agent.Agent {
		return newAgent(t, agent.Config{Name: "helper", Model: agenttest.NewModel(turns...)})
	}
	both := func(first, second *agent.Agent) *agent.Agent {
		a, err := agent.NewSequential("both", "", first, second)
		require.NoError(t, err)
		return a
	}
	looking := func(c agent.Config) *agent.Agent {
		c.Name, c.Model, c.Tools = "helper", agenttest.NewModel().Forever(agenttest.Call("look", `{}`)), []agent.Tool{look}
		return both(newAgent(t, agent.Config{Name: "done", Model: agenttest.NewModel(agenttest.Say("done"))}), newAgent(t, c))
	}
	team := agenttest.NewModel(using(1, 1, agenttest.Say("first")),
		using(2, 2, agenttest.Call("transfer_to_agent", `{"agent_name":"expert"}`)), using(4, 4, agenttest.Say("expert")))
	member := func(name string, sub ...*agent.Agent) *agent.Agent {
		return newAgent(t, agent.Config{Name: name, Model: team, SubAgents: sub})
	}
	unauthorized := toolerr.Upstream(401, toolerr.Message{}, toolerr.WithCause(errors.New(canary)))
	for name, tt := range map[string]struct {
		agent *agent.Agent
		cfg   agent.RunnerConfig
		runs  int
		want  []string // of the last run
	}{
		"a model that fails": {helper(agenttest.Fail(unauthorized)), agent.RunnerConfig{}, 1, []string{
			"internal invoke_agent helper provider_auth Error", "  client chat scripted UPSTREAM_RUNTIME_AUTH_ERROR Error",
		}},
		"an answer that is cut": {helper(agenttest.Stop(agent.FinishMaxTokens, "cut")), agent.RunnerConfig{}, 1, []string{
			"internal invoke_agent helper 1+1 MAX_TOKENS Error", "  client chat scripted 1+1",
		}},
		"a model that panics": {helper(agenttest.Crash(canary)), agent.RunnerConfig{}, 1, []string{
			"internal invoke_agent helper provider Error", "  client chat scripted TOOL_RUNTIME_FATAL Error",
		}},
		"an answer that broke off and was replaced": {
			newAgent(t, agent.Config{Name: "helper", Model: agenttest.NewModel(agenttest.BreakOff("In")), Callbacks: replaced}),
			agent.RunnerConfig{},
			1,
			[]string{"internal invoke_agent helper", "  client chat scripted"},
		},
		"a limit of the agent": {looking(agent.Config{MaxIterations: 1}), agent.RunnerConfig{}, 1, []string{
			"internal invoke_agent both 2+2 MAX_ITERATIONS Error", "  internal invoke_agent done 1+1", "    client chat scripted 1+1",
			"  internal invoke_agent helper 1+1 MAX_ITERATIONS Error", "    client chat scripted 1+1", "    internal execute_tool look",
		}},
		"a limit of the run": {looking(agent.Config{}), agent.RunnerConfig{Limits: agent.Limits{ToolCalls: 1}}, 1, []string{
			"internal invoke_agent both 3+3 TOOL_BUDGET Error", "  internal invoke_agent done 1+1", "    client chat scripted 1+1",
			"  internal invoke_agent helper 2+2 TOOL_BUDGET Error", "    client chat scripted 1+1", "    internal execute_tool look", "    client chat scripted 1+1",
		}},
		"an agent that a callback answers for": {
			both(newAgent(t, agent.Config{Name: "writer", Model: agenttest.NewModel(), Callbacks: instead}), helper(using(3, 4, agenttest.Say("Yes.")))),
			agent.RunnerConfig{},
			1,
			[]string{"internal invoke_agent both 3+4", "  internal invoke_agent writer", "  internal invoke_agent helper 3+4", "    client chat scripted 3+4"},
		},
		"a summary": {
			newAgent(t, agent.Config{Name: "helper", Model: agenttest.NewModel().Forever(using(1, 1, agenttest.Say(strings.Repeat(canary, 100))))}),
			agent.RunnerConfig{Compactor: compact.Window{Tokens: 300, Summarizer: named{agenttest.NewModel(using(50, 5, agenttest.Say(canary)))}}},
			2,
			[]string{"internal invoke_agent helper 51+6", "  client chat scripted 50+5", "  client chat scripted 1+1"},
		},
		"a sequence, and a transfer": {both(member("writer"), member("editor", member("expert"))), agent.RunnerConfig{}, 1, []string{
			"internal invoke_agent both 7+7", "  internal invoke_agent writer 1+1", "    client chat scripted 1+1",
			"  internal invoke_agent editor 2+2", "    client chat scripted 2+2", "    internal execute_tool transfer_to_agent",
			"  internal invoke_agent expert 4+4", "    client chat scripted 4+4",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBackend(t)
			tt.cfg.Agent, tt.cfg.Limits.ModelRetries = tt.agent, -1
			r := b.newRunner(tt.cfg)
			for range tt.runs {
				b.spans.Reset()
				_ = events(r, agent.Say("go")) // some runs fail
			}
			assert.Equal(t, tt.want, b.tree())
			agenttest.AssertNoCanary(t, canary, fmt.Sprintf("%+v", b.spans.GetSpans()))
			assert.Zero(t, otelerrand.Agents(b.Telemetry))
		})
	}
}

// The message of a tool may contain words of the call, and so of the user.
func TestASpanStatusHasNoForeignText(t *testing.T) {
	b := newBackend(t)
	find := agent.NewTool("find", "Finds a patient.", func(_ context.Context, in struct{ Name string }) (string, error) {
		return "", toolerr.Errorf("no such patient %q", in.Name)
	})
	a := newAgent(t, agent.Config{Name: "helper", Tools: []agent.Tool{find}, Model: agenttest.NewModel(
		agenttest.Call("find", `{"Name":"`+canary+`"}`), agenttest.Say("Sorry."),
	)})
	require.NoError(t, events(b.newRunner(agent.RunnerConfig{Agent: a}), agent.Say("go")))
	assert.Equal(t, "The tool failed and cannot complete this call.", b.span("execute_tool find").Status.Description)
}

// named is a model that declares its provider.
type named struct{ agent.Model }

func (named) Provider() string { return "acme" }

func TestAttributesOfAModelsCall(t *testing.T) {
	b := newBackend(t)
	a := newAgent(t, agent.Config{Name: "helper", Model: named{agenttest.NewModel(agenttest.Say("{}"))}, OutputSchema: json.RawMessage(`{}`)})
	require.NoError(t, events(b.newRunner(agent.RunnerConfig{Agent: a}), agent.Say("Pay.")))
	got := attributes(b.span("chat scripted"))
	assert.Equal(t, "acme", got["gen_ai.provider.name"])
	assert.Equal(t, "json", got["gen_ai.output.type"])
}
