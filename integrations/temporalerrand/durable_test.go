package temporalerrand_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/proto"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

func limited(wait time.Duration) error {
	return toolerr.RateLimit(toolerr.Message{}, toolerr.WithStatus(429), toolerr.WithRetryAfter(wait), toolerr.WithDeveloperMessage(secret))
}

// one returns a scene of one turn, which calls tool t once.
func one(tool agent.Tool) scene {
	return scene{inputs: say("Go"), config: with(tool, agenttest.Calls(call("a", "t", `{}`)), agenttest.Say("Done."))}
}

// response returns the result of the only call of a session.
func response(t *testing.T, events []*agent.Event) *agent.FunctionResponse {
	t.Helper()
	var all []*agent.FunctionResponse
	for _, e := range events {
		all = append(all, e.FunctionResponses()...)
	}
	require.Len(t, all, 1)
	return all[0]
}

func TestRetriesOfTools(t *testing.T) {
	tests := []struct {
		name     string
		does     func() agenttest.Behavior
		options  []agent.ToolOption
		runs     int
		took     time.Duration
		attempts int
		reads    string
	}{
		{
			name: "a wait", options: []agent.ToolOption{agent.Idempotent()},
			does: func() agenttest.Behavior {
				return agenttest.Sequence(agenttest.ReturnError(limited(40*time.Second)), agenttest.Return(map[string]int{"n": 1}))
			},
			runs: 2, took: 40 * time.Second, attempts: 2, reads: `"success":true`,
		},
		{
			name: "no wait", options: []agent.ToolOption{agent.ReadOnly()},
			does: func() agenttest.Behavior {
				return agenttest.Sequence(agenttest.ReturnError(toolerr.Upstream(502, toolerr.Message{})), agenttest.Return(map[string]int{"n": 1}))
			},
			runs: 2, took: time.Second, attempts: 2, reads: `"success":true`,
		},
		{
			name: "the last attempt fails too", options: []agent.ToolOption{agent.ReadOnly()},
			does: func() agenttest.Behavior { return agenttest.ReturnError(limited(10 * time.Second)) },
			runs: 3, took: 20 * time.Second, attempts: 3, reads: `"retry_after_ms":10000`,
		},
		{
			name: "a wait that is too long for the loop", options: []agent.ToolOption{agent.ReadOnly()},
			does: func() agenttest.Behavior { return agenttest.ReturnError(limited(2 * time.Minute)) },
			runs: 1, reads: `"retry_after_ms":120000`,
		},
		{
			name: "a tool with side effects", does: func() agenttest.Behavior { return agenttest.ReturnError(limited(time.Second)) },
			runs: 1, reads: `"can_retry":true,"retry_after_ms":1000`,
		},
		{
			name: "a tool with side effects that did nothing", options: []agent.ToolOption{agent.HTTPOnly()},
			does: func() agenttest.Behavior {
				return agenttest.Sequence(agenttest.ReturnError(toolerr.Retryable(toolerr.Message{}, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone),
					toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff), toolerr.WithRetryAfter(40*time.Second))), agenttest.Return(map[string]int{"n": 1}))
			},
			runs: 2, took: 40 * time.Second, attempts: 2, reads: `"success":true`,
		},
		{
			name: "invalid arguments", does: func() agenttest.Behavior { return agenttest.ReturnError(toolerr.InvalidInputf("a", "is not a date")) },
			options: []agent.ToolOption{agent.ReadOnly()}, runs: 1, reads: `is not a date`,
		},
		{
			name: "a tool that hangs", does: func() agenttest.Behavior { return agenttest.WaitForCancel() }, options: []agent.ToolOption{agent.Timeout(20 * time.Millisecond)},
			runs: 1, reads: `"kind":"TOOL_RUNTIME_TIMEOUT"`,
		},
	}
	for _, tt := range tests {
		for _, quick := range [][]string{nil, {"t"}} {
			t.Run(tt.name, func(t *testing.T) {
				tool := agenttest.NewTool("t", tt.does(), tt.options...)
				s := one(tool)
				s.options.Quick = quick
				result, err := s.inWorkflow(t)
				require.NoError(t, err)
				r := response(t, result.Events)
				assert.Equal(t, tt.runs, tool.Count())
				assert.Contains(t, string(r.Response), tt.reads)
				assert.Equal(t, tt.attempts, r.Attempts)
				first, last := result.Events[0].Timestamp, result.Events[len(result.Events)-1].Timestamp
				assert.InDelta(t, tt.took, last.Sub(first), float64(time.Second), "of the workflow's clock")
			})
		}
	}
}

func TestRetriesOfModels(t *testing.T) {
	for name, tt := range map[string]struct {
		model *agenttest.Model
		asked int
		took  time.Duration
		kind  agent.ErrorKind
	}{
		"it answers at last":    {agenttest.NewModel(agenttest.Fail(limited(3*time.Minute)), agenttest.Fail(limited(3*time.Minute)), agenttest.Say("At last.")), 3, 6 * time.Minute, ""},
		"four retries, no more": {agenttest.NewModel().Forever(agenttest.Fail(limited(time.Second))), 5, 15 * time.Second, agent.ErrRateLimited},
	} {
		t.Run(name, func(t *testing.T) {
			s := scene{inputs: say("Go"), config: func() agent.Config { return config(tt.model) }}
			env, durable := s.environment(t)
			start := env.Now()
			env.ExecuteWorkflow(durable.Name(), s.begin())
			assert.Len(t, tt.model.Requests(), tt.asked)
			assert.InDelta(t, tt.took, env.Now().Sub(start), float64(12*time.Second))
			if tt.kind == "" {
				require.NoError(t, env.GetWorkflowError())
				return
			}
			failedAs(t, env.GetWorkflowError(), tt.kind)
			wait, _ := temporalerrand.RunError(env.GetWorkflowError()).Detail().RetryAfter()
			assert.Equal(t, time.Second, wait)
		})
	}
	assert.Nil(t, temporalerrand.RunError(nil))
}

// The failure of a model that is retried is small too, and names its cause.
func TestFailuresOfModelsAreSmall(t *testing.T) {
	long := lengthy("<")
	problems := make([]toolerr.Problem, 100)
	for i := range problems {
		problems[i] = toolerr.Problem{Path: strings.Repeat("a", i), Problem: toolerr.Msg("is not known")}
	}
	busy := toolerr.InvalidInput(long, problems, toolerr.WithHint(long), toolerr.WithStatus(409), toolerr.WithDeveloperMessage(secret))
	s := scene{inputs: say("Go"), config: with(nil, agenttest.Fail(agent.NewRunError(agent.ErrProviderHTTP, long, busy)))}
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(quiet{})
	env := suite.NewTestActivityEnvironment()
	env.SetTestTimeout(time.Minute) // of a busy machine
	durable := s.durable(t)
	durable.RegisterActivities(env)
	_, err := env.ExecuteActivity(durable.Name()+".model", map[string]any{"agent": "clerk", "attempts": 5, "request": agent.ModelRequest{}})
	var application *temporal.ApplicationError
	require.ErrorAs(t, err, &application)
	require.False(t, application.NonRetryable())
	failure := temporal.GetDefaultFailureConverter().ErrorToFailure(application)
	assert.LessOrEqual(t, proto.Size(failure), 4096)
	assert.NotContains(t, failure.String(), secret)
	require.ErrorIs(t, temporalerrand.RunError(err), agent.ErrProviderHTTP)
}

// The UI's text of a failed run is about the run, not about a tool.
func TestAFailedRunReportsTheFailure(t *testing.T) {
	for name, tt := range map[string]struct {
		instruction string
		kind        agent.ErrorKind
		want        string
	}{
		"a model that panics":                  {"", agent.ErrProvider, "The model failed."},
		"an instruction with an artifact":      {"Read {artifact.note}.", agent.ErrTemplate, "An instruction in a workflow cannot name an artifact."},
		"an instruction that needs more state": {"Be {kind}.", agent.ErrTemplate, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := scene{inputs: say("Go"), config: func() agent.Config {
				cfg := config(agenttest.NewModel(agenttest.Crash(secret)))
				cfg.Instruction = tt.instruction
				return cfg
			}}
			_, err := s.inWorkflow(t)
			failedAs(t, err, tt.kind)
			var application *temporal.ApplicationError
			require.ErrorAs(t, err, &application)
			assert.Contains(t, application.Message(), tt.want)
		})
	}
}

// A tool with side effects is never a local activity, whatever the options are.
func TestAToolWithSideEffectsIsNotQuick(t *testing.T) {
	for name, options := range map[string][]agent.ToolOption{"read-only": {agent.ReadOnly()}, "idempotent": {agent.Idempotent()}, "acts": nil} {
		t.Run(name, func(t *testing.T) {
			local := false
			s := one(agenttest.NewTool("t", func(ctx context.Context) (any, error) {
				local = activity.GetInfo(ctx).IsLocalActivity
				return nil, nil
			}, options...))
			s.options.Quick = []string{"t"}
			_, err := s.inWorkflow(t)
			require.NoError(t, err)
			assert.Equal(t, name == "read-only", local)
		})
	}
}

// The callbacks for errors are called after the last attempt.
func TestErrorCallbacksAreCalledOnce(t *testing.T) {
	var asked []int
	s := one(agenttest.NewTool("t", agenttest.ReturnError(limited(time.Second)), agent.ReadOnly()))
	build := s.config
	s.config = func() agent.Config {
		cfg := build()
		cfg.Model = agenttest.NewModel(agenttest.Calls(call("a", "t", `{}`))).Forever(agenttest.Fail(limited(time.Second)))
		cfg.Callbacks.OnToolError = []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) (any, error){
			func(_ context.Context, c *agent.Call, _ *toolerr.ToolRuntimeError) (any, error) {
				asked = append(asked, c.Attempt)
				return map[string]int{"attempt": c.Attempt}, nil
			},
		}
		cfg.Callbacks.OnModelError = []func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error){
			func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error) {
				asked = append(asked, 0)
				c := agent.TextContent(agent.RoleModel, "Later.")
				return &agent.ModelResponse{Content: &c}, nil
			},
		}
		return cfg
	}
	result, err := s.inWorkflow(t)
	require.NoError(t, err)
	assert.Equal(t, "Later.", result.Text())
	assert.Equal(t, []int{3, 0}, asked)
	assert.Contains(t, string(response(t, result.Events).Response), `"attempt":3`)
}

// The model reads Temporal's error of an activity whose worker was lost.
func TestAWorkerThatDoesNotAnswer(t *testing.T) {
	for _, tt := range []struct {
		name    string
		err     error
		options []agent.ToolOption
		reads   []string
		not     string
	}{
		{
			"a tool with side effects", temporal.NewTimeoutError(enumspb.TIMEOUT_TYPE_HEARTBEAT, nil), nil,
			[]string{`"kind":"TOOL_RUNTIME_TIMEOUT"`, `"effect":"unknown"`, "Find out before"},
			"",
		},
		{
			"a read-only tool", temporal.NewTimeoutError(enumspb.TIMEOUT_TYPE_HEARTBEAT, nil),
			[]agent.ToolOption{agent.ReadOnly()},
			[]string{`"kind":"TOOL_RUNTIME_TIMEOUT"`},
			"effect",
		},
		{
			"no worker began", temporal.NewTimeoutError(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START, nil), nil,
			[]string{"was not executed"},
			"effect",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := one(agenttest.NewTool("t", agenttest.Return(nil), tt.options...))
			env, durable := s.environment(t)
			env.OnActivity(durable.Name()+".tool", mock.Anything, mock.Anything).Return(nil, tt.err)
			env.ExecuteWorkflow(durable.Name(), s.begin())
			var result temporalerrand.Result
			require.NoError(t, env.GetWorkflowResult(&result))
			got := string(response(t, result.Events).Response)
			for _, reads := range tt.reads {
				assert.Contains(t, got, reads)
			}
			if tt.not != "" {
				assert.NotContains(t, got, tt.not)
			}
		})
	}
}

func TestTheWallClockIsThatOfTheWorkflow(t *testing.T) {
	s := one(agenttest.NewTool("t", agenttest.Return(nil)))
	env, durable := s.environment(t)
	durable.SetWallClock(time.Minute)
	env.OnActivity(durable.Name()+".tool", mock.Anything, mock.Anything).After(2*time.Minute).
		Return(nil, temporal.NewTimeoutError(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE, nil))
	env.ExecuteWorkflow(durable.Name(), s.begin())
	var result temporalerrand.Result
	require.NoError(t, env.GetWorkflowResult(&result))
	assert.Equal(t, agent.CodeWallClock, result.Events[len(result.Events)-1].ErrorCode)
	agenttest.AssertHistorySound(t, result.Events)
}

func TestACanceledWorkflow(t *testing.T) {
	s := one(agenttest.NewTool("t", agenttest.WaitForCancel(), agent.Timeout(-1)))
	env, durable := s.environment(t)
	env.RegisterDelayedCallback(env.CancelWorkflow, time.Second)
	env.ExecuteWorkflow(durable.Name(), s.begin())
	var canceled *temporal.CanceledError
	require.ErrorAs(t, env.GetWorkflowError(), &canceled)
	value, err := env.QueryWorkflow(temporalerrand.QuerySession)
	require.NoError(t, err)
	var result temporalerrand.Result
	require.NoError(t, value.Get(&result))
	assert.Equal(t, agent.OutcomeInterrupted, response(t, result.Events).Outcome)
	assert.Equal(t, agent.CodeCanceled, result.Events[len(result.Events)-1].ErrorCode)
	agenttest.AssertHistorySound(t, result.Events)
}

// A workflow with a long history continues as a new one, with the session and the inputs it
// has not run. The events that a compaction replaces are not copied.
func TestALongHistory(t *testing.T) {
	for name, s := range scenes {
		if len(s.inputs) < 2 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want, state, _ := s.inProcess(t)
			s.options.HistoryEvents = 1
			durable := s.durable(t)
			start := s.begin()
			for _, next := range s.inputs[1:] {
				_, err := renewing(t, durable, start)
				var again *workflow.ContinueAsNewError
				require.ErrorAs(t, err, &again)
				start = temporalerrand.Start{}
				require.NoError(t, converter.GetDefaultDataConverter().FromPayloads(again.Input, &start))
				assert.Empty(t, start.Input)
				start.Next = append(start.Next, temporalerrand.Input(next))
			}
			start.KeepOpen = false
			result, err := renewing(t, durable, start)
			require.NoError(t, err)
			events := told(t, result.Events)
			assert.Equal(t, told(t, want[len(want)-len(events):]), events)
			assert.Equal(t, len(state), len(result.State))
			if s.runner.Compactor != nil {
				assert.Less(t, len(events), len(want))
			} else {
				assert.Len(t, events, len(want))
			}
		})
	}
}

// renewing runs a workflow whose history is long.
func renewing(t *testing.T, durable *temporalerrand.Agent, start temporalerrand.Start) (result temporalerrand.Result, err error) {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(quiet{})
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute) // of a busy machine
	env.SetWorkerOptions(worker.Options{DeadlockDetectionTimeout: time.Minute})
	env.SetCurrentHistoryLength(10)
	durable.Register(env)
	env.ExecuteWorkflow(durable.Name(), start)
	if err := env.GetWorkflowError(); err != nil {
		return result, err
	}
	return result, env.GetWorkflowResult(&result)
}

func TestASessionWithoutInputEnds(t *testing.T) {
	s := scenes["an approval"]
	s.options.Idle = 72 * time.Hour
	env, durable := s.environment(t)
	start := env.Now()
	env.ExecuteWorkflow(durable.Name(), s.begin())
	var result temporalerrand.Result
	require.NoError(t, env.GetWorkflowResult(&result))
	assert.InDelta(t, 72*time.Hour, env.Now().Sub(start), float64(time.Second))
	require.Len(t, result.Pending, 1)
	assert.Equal(t, "a", result.Pending[0].CallID)
}

func TestConfigurationsThatCannotBeDurable(t *testing.T) {
	root := made(agent.New(config(agenttest.NewModel())))
	withSet := config(agenttest.NewModel())
	withSet.Toolsets = []agent.Toolset{noTools{}}
	setAgent := made(agent.New(withSet))
	twin := made(agent.New(config(agenttest.NewModel())))
	around := made(agent.New(agent.Config{Name: "around", Model: agenttest.NewModel(), Tools: []agent.Tool{agent.AgentTool(twin)}, SubAgents: []*agent.Agent{setAgent}}))
	for name, cfg := range map[string]agent.RunnerConfig{
		"two agents of one name": {Agent: around},
		"a toolset":              {Agent: setAgent},
		"no agent":               {},
		"a store":                {Agent: root, Store: agent.NewMemoryStore()},
		"a confirmer":            {Agent: root, Confirmer: func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) { return agent.Decision{}, nil }},
		"ids":                    {Agent: root, NewID: func() string { return "" }},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := temporalerrand.New(cfg, temporalerrand.Options{})
			require.ErrorIs(t, err, agent.ErrConfig)
		})
	}
}

type noTools struct{}

func (noTools) Name() string { return "none" }

func (noTools) Tools(context.Context) ([]agent.Tool, error) { return nil, nil }

func TestInputsAreSent(t *testing.T) {
	dc := converter.GetDefaultDataConverter()
	in := agent.Deliver("a", map[string]int{"rows": 3}, limited(time.Minute))
	in.SignedIn, in.Decisions = []string{"b"}, agent.Deny("c", "no").Decisions
	p, err := dc.ToPayload(temporalerrand.Input(in))
	require.NoError(t, err)
	assert.NotContains(t, string(p.GetData()), secret)
	var got temporalerrand.Input
	require.NoError(t, dc.FromPayload(p, &got))
	assert.Equal(t, in.SignedIn, got.SignedIn)
	assert.Equal(t, in.Decisions, got.Decisions)
	require.Len(t, got.Deliveries, 1)
	te, ok := toolerr.Find(got.Deliveries[0].Err)
	require.True(t, ok)
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	_, err = dc.ToPayload(temporalerrand.Input(agent.Deliver("a", make(chan int), nil)))
	require.Error(t, err)
	require.Error(t, dc.FromPayload(mustPayload(t, 7), &got))
}

func mustPayload(t *testing.T, v any) *commonpb.Payload {
	t.Helper()
	p, err := converter.GetDefaultDataConverter().ToPayload(v)
	require.NoError(t, err)
	return p
}
