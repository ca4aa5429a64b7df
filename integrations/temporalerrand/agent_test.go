package temporalerrand_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/compact"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

var ref = agent.SessionRef{App: "app", User: "user", ID: "session"}

// wallClock is the time limit of a run of a scene.
const wallClock = 10 * time.Minute

// A scene is a conversation: an agent and its inputs, in order.
type scene struct {
	config  func() agent.Config
	runner  agent.RunnerConfig
	options temporalerrand.Options
	inputs  []agent.Input
	state   agent.State
	shows   string // a text in the session
}

func call(id, tool, args string) agent.FunctionCall {
	return agent.FunctionCall{ID: id, Name: tool, Args: json.RawMessage(args)}
}

func config(model agent.Model, tools ...agent.Tool) agent.Config {
	return agent.Config{Name: "clerk", Model: model, Tools: tools, Adapters: adapters.Default()}
}

// with returns the configurations of agents with a tool, or none, whose models have the turns.
func with(tool agent.Tool, turns ...agenttest.Turn) func() agent.Config {
	return func() agent.Config {
		if tool == nil {
			return config(agenttest.NewModel(turns...))
		}
		return config(agenttest.NewModel(turns...), tool)
	}
}

func say(texts ...string) []agent.Input {
	var all []agent.Input
	for _, t := range texts {
		all = append(all, agent.Say(t))
	}
	return all
}

func made(a *agent.Agent, err error) *agent.Agent {
	if err != nil {
		panic(err)
	}
	return a
}

// scenes are conversations that must be equal in a process and in a workflow.
var scenes = map[string]scene{
	"calls at once": {
		config: func() agent.Config {
			m := agenttest.NewModel(agenttest.Calls(call("a", "look", `{"n":1}`), call("b", "look", `{"n":2}`), call("c", "look", `{"n":3}`)), agenttest.Say("Done."))
			var begun sync.WaitGroup
			begun.Add(3)
			return config(m, agent.NewTool("look", "Looks.", func(_ context.Context, in struct {
				N int `json:"n"`
			},
			) (map[string]int, error) {
				begun.Done()
				begun.Wait() // wait for the others
				return map[string]int{"seen": in.N}, nil
			}, agent.ReadOnly()))
		},
		inputs: say("Look"), shows: `"seen": 3`,
	},
	"calls whose arguments do not fit": {
		config: func() agent.Config {
			m := agenttest.NewModel(agenttest.Calls(call("a", "look", `{"n":1}`), call("b", "look", `{"n":2}`), call("c", "look", `{"n":3}`)), agenttest.Say("Done."))
			return config(m, agent.NewTool("look", "Looks.", func(_ context.Context, in struct{ N int }) (map[string]int, error) {
				return map[string]int{"seen": in.N}, nil
			}, agent.ReadOnly()))
		},
		inputs: say("Look"), shows: `did you mean`,
	},
	"agents that are tools, at once": {
		config: func() agent.Config {
			expert := func(name string) agent.Tool {
				look := agenttest.NewTool("look", agenttest.Return(map[string]string{"seen": name}), agent.ReadOnly())
				a := made(agent.New(agent.Config{Name: name, Tools: []agent.Tool{look}, Model: agenttest.NewModel(
					agenttest.Calls(call("i", "look", `{}`)), agenttest.Say("Seven, says "+name+"."))}))
				return agent.AgentTool(a, agent.ReadOnly())
			}
			m := agenttest.NewModel(agenttest.Calls(call("a", "one", `{"request":"?"}`), call("b", "two", `{"request":"?"}`)), agenttest.Say("Done."))
			return config(m, expert("one"), expert("two"))
		},
		inputs: say("How many?"), shows: "Seven, says two.",
	},
	"an approval in an agent that is a tool": {
		config: func() agent.Config {
			inner := made(agent.New(agent.Config{
				Name: "expert", Tools: []agent.Tool{agenttest.NewTool("pay", agenttest.Return(map[string]bool{"paid": true}), agent.Confirm())},
				Model: agenttest.NewModel(agenttest.Calls(call("b", "pay", `{}`)), agenttest.Say("Paid.")),
			}))
			return config(agenttest.NewModel(agenttest.Calls(call("a", "expert", `{"request":"pay"}`)), agenttest.Say("Done.")), agent.AgentTool(inner))
		},
		inputs: append(say("Pay"), agent.Approve("a.b")), shows: `"answer": "Paid."`,
	},
	"a quick tool": {
		config: with(agenttest.NewTool("look", agenttest.Return(map[string]string{"seen": "it"}), agent.ReadOnly()),
			agenttest.Calls(call("a", "look", `{}`)), agenttest.Say("Done.")),
		options: temporalerrand.Options{Quick: []string{"look"}},
		inputs:  say("Look"),
	},
	"failures": {
		config: func() agent.Config {
			m := agenttest.NewModel(agenttest.Calls(
				call("a", "fatal", `{}`), call("b", "input", `{}`), call("c", "panics", `{}`), call("d", "nobody", `{}`),
				call("e", "plain", `{}`), call("f", "partly", `{}`), call("g", "denies", `{}`), call("h", "github", `{}`),
			), agenttest.Say("Done."))
			return config(m,
				agenttest.NewTool("fatal", agenttest.ReturnError(toolerr.Fatal(toolerr.Msg("No."), toolerr.WithCause(errors.New(secret))))),
				agenttest.NewTool("input", agenttest.ReturnError(toolerr.InvalidInputf("a", "is not a date"))),
				agenttest.NewTool("panics", agenttest.Panic(secret)),
				agenttest.NewTool("plain", agenttest.ReturnError(errors.New(secret))),
				agenttest.NewTool("partly", func(context.Context) (any, error) {
					return map[string]int{"rows": 2}, toolerr.Upstream(500, toolerr.Message{})
				}),
				agenttest.NewTool("denies", agenttest.ReturnError(toolerr.Fatal(toolerr.Msg("Not today."), toolerr.WithCode(toolerr.CodeDenied)))),
				agenttest.NewTool("github", agenttest.ReturnError(toolerr.RateLimit(toolerr.Message{}, toolerr.WithStatus(429),
					toolerr.WithRetryAfter(time.Hour), toolerr.WithUpstreamName(toolerr.Name("GitHub")), toolerr.WithService("_github")))),
			)
		},
		inputs: say("Fail"),
	},
	"state, a transfer and an output key": {
		config: func() agent.Config {
			other := made(agent.New(agent.Config{Name: "other", Description: "Knows.", Model: agenttest.NewModel(agenttest.Say("Seven.")), OutputKey: "answer"}))
			cfg := config(agenttest.NewModel(agenttest.Calls(call("a", "note", `{}`)), agenttest.Calls(call("b", "transfer_to_agent", `{"agent_name":"other"}`))),
				agenttest.NewTool("note", func(ctx context.Context) (any, error) {
					c := agent.CallFrom(ctx)
					was, _ := c.State("n")
					n, _ := was.(int64)
					return map[string]int64{"was": n}, c.SetState("n", n+1)
				}))
			cfg.SubAgents = []*agent.Agent{other}
			return cfg
		},
		inputs: say("Go"), state: agent.State{"n": 41},
	},
	"an agent that is a tool": {
		config: func() agent.Config {
			look := agenttest.NewTool("look", agenttest.Return(map[string]string{"seen": "it"}), agent.ReadOnly())
			inner := made(agent.New(agent.Config{Name: "expert", Description: "Knows.", Tools: []agent.Tool{look}, Model: agenttest.NewModel(
				agenttest.Calls(call("i", "look", `{}`)), agenttest.Say("Seven."))}))
			return config(agenttest.NewModel(agenttest.Calls(call("a", "expert", `{"request":"how many?"}`)), agenttest.Say("It is seven.")), agent.AgentTool(inner))
		},
		inputs: say("How many?"),
	},
	"an approval": {
		config: with(agenttest.NewTool("pay", agenttest.Return(map[string]bool{"paid": true}), agent.Confirm()),
			agenttest.Calls(call("a", "pay", `{"n":1}`)), agenttest.Say("Paid.")),
		inputs: append(say("Pay"), agent.Approve("a")),
	},
	"a result that comes later": {
		config: with(agenttest.NewTool("job", agenttest.Return(nil), agent.LongRunning()), agenttest.Calls(call("a", "job", `{}`)), agenttest.Say("Done.")),
		inputs: append(say("Start"), agent.Deliver("a", map[string]int{"rows": 3}, nil)),
	},
	"a failure that comes later": {
		config: func() agent.Config {
			m := agenttest.NewModel(agenttest.Calls(call("a", "job", `{}`), call("b", "pay", `{}`)), agenttest.Say("It failed."), agenttest.Say("It was refused."))
			return config(m, agenttest.NewTool("job", func(context.Context) (any, error) { return nil, nil }, agent.LongRunning()),
				agenttest.NewTool("pay", agenttest.Return(nil), agent.Confirm()))
		},
		inputs: append(say("Start"), agent.Deliver("a", nil, limited(time.Hour)), agent.Deny("b", "no")),
	},
	"a model that fails for good": {
		config: with(nil, agenttest.Fail(toolerr.Upstream(401, toolerr.Message{}, toolerr.WithUserAction(), toolerr.WithCause(errors.New(secret))))),
		inputs: say("Hi"),
	},
	"a conversation that is compacted": {
		config: with(nil, agenttest.Say(strings.Repeat("a ", 500)), agenttest.Say("Two."), agenttest.Say("Three.")),
		runner: agent.RunnerConfig{Compactor: compact.Window{Tokens: 200, Summarizer: agenttest.NewModel().Forever(agenttest.Say("Long ago."))}},
		inputs: say("One", "Two", "Three"), shows: "Long ago.",
	},
	"a summarizer that fails": {
		config: with(nil, agenttest.Say(strings.Repeat("a ", 500)), agenttest.Say("Two."), agenttest.Say("Three.")),
		runner: agent.RunnerConfig{Compactor: compact.Window{Tokens: 200, Summarizer: agenttest.NewModel().Forever(agenttest.Fail(errors.New(secret)))}},
		inputs: say("One", "Two", "Three"), shows: `"compaction": {`,
	},
	"a transcript that may not be sent": {
		config: with(agenttest.NewTool("t", agenttest.Return(strings.Repeat("a ", 500))), agenttest.Calls(call("a", "t", `{}`)), agenttest.Say("Never.")),
		runner: agent.RunnerConfig{
			Compactor: compact.Window{Tokens: 200, Summarizer: agenttest.NewModel().Forever(agenttest.Say("Long ago."))},
			Egress: func(_ context.Context, req *agent.ModelRequest) error {
				if strings.Contains(req.Contents[0].Text(), `{"from":"user"`) {
					return errors.New(secret)
				}
				return nil
			},
		},
		inputs: say("One"),
	},
}

// inProcess runs a scene in this process.
func (s scene) inProcess(t *testing.T) ([]*agent.Event, agent.State, error) {
	t.Helper()
	cfg := s.runner
	root := made(agent.New(s.config()))
	cfg.Agent, cfg.CreateSessions, cfg.Limits.WallClock = root, true, wallClock
	runner, err := agent.NewRunner(cfg)
	require.NoError(t, err)
	_, err = runner.Store().Create(t.Context(), ref, s.state)
	require.NoError(t, err)
	var failure error
	for _, in := range s.inputs {
		if failure = agenttest.Collect(runner.Run(t.Context(), ref, in)).Err; failure != nil {
			break
		}
	}
	stored, err := runner.Store().Get(t.Context(), ref)
	require.NoError(t, err)
	return stored.Events, stored.State, failure
}

// environment returns a test environment for a workflow without a server.
func (s scene) environment(t *testing.T) (*testsuite.TestWorkflowEnvironment, *temporalerrand.Agent) {
	t.Helper()
	cfg := s.runner
	root := made(agent.New(s.config()))
	cfg.Agent, cfg.Limits.WallClock = root, wallClock
	durable, err := temporalerrand.New(cfg, s.options)
	require.NoError(t, err)
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(quiet{})
	suite.SetDisableRegistrationAliasing(true)
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute) // of a busy machine
	env.SetWorkerOptions(worker.Options{DeadlockDetectionTimeout: time.Minute})
	durable.Register(env)
	return env, durable
}

func (s scene) begin() temporalerrand.Start {
	return temporalerrand.Start{Session: ref, Input: temporalerrand.Input(s.inputs[0]), State: s.state, KeepOpen: len(s.inputs) > 1}
}

// inWorkflow runs a scene as a workflow.
func (s scene) inWorkflow(t *testing.T) (*temporalerrand.Result, error) {
	t.Helper()
	env, durable := s.environment(t)
	for i, in := range s.inputs[1:] {
		env.RegisterDelayedCallback(func() {
			env.SignalWorkflow(temporalerrand.SignalInput, temporalerrand.Input(in))
		}, time.Duration(i+1)*24*time.Hour)
	}
	env.RegisterDelayedCallback(func() { env.SignalWorkflow(temporalerrand.SignalClose, nil) }, 1000*time.Hour)
	env.ExecuteWorkflow(durable.Name(), s.begin())
	require.True(t, env.IsWorkflowCompleted())
	if err := env.GetWorkflowError(); err != nil {
		value, qerr := env.QueryWorkflow(temporalerrand.QuerySession)
		require.NoError(t, qerr)
		var result temporalerrand.Result
		require.NoError(t, value.Get(&result))
		return &result, err
	}
	var result temporalerrand.Result
	require.NoError(t, env.GetWorkflowResult(&result))
	return &result, nil
}

// told returns events without the values that differ in each run.
func told(t *testing.T, events []*agent.Event) []string {
	t.Helper()
	runs := map[string]string{}
	var all, ids []string
	var neutral func(c *agent.Event)
	neutral = func(c *agent.Event) {
		if runs[c.InvocationID] == "" {
			runs[c.InvocationID] = fmt.Sprintf("run %d", len(runs)+1)
		}
		assert.NotEmpty(t, c.ID)
		assert.False(t, c.Timestamp.IsZero())
		c.ID, c.InvocationID, c.Timestamp = "", runs[c.InvocationID], time.Time{}
		for _, s := range c.Actions.Suspended {
			for _, inner := range s.Events {
				neutral(inner)
			}
		}
	}
	for i, e := range events {
		c := e.Clone()
		ids = append(ids, e.ID, fmt.Sprintf("event %d", i))
		neutral(c)
		raw, err := json.MarshalIndent(c, "", " ")
		require.NoError(t, err)
		all = append(all, strings.NewReplacer(ids...).Replace(string(raw)))
	}
	return all
}

// Numbers in the arguments and results of calls stay as they were written.
func TestNumbersStayAsWritten(t *testing.T) {
	for _, n := range []string{"1234567890123456789", "12345678901234567890", "9007199254740993", "1.0", "-0", "0.1000000000000000055"} {
		t.Run(n, func(t *testing.T) {
			echo := agent.NewTool("echo", "Echoes.", func(_ context.Context, in struct {
				N json.RawMessage `json:"n"`
			},
			) (map[string]json.RawMessage, error) {
				return map[string]json.RawMessage{"seen": in.N}, nil
			})
			args := `{"n":` + n + `}`
			s := scene{
				config: func() agent.Config {
					return config(agenttest.NewModel(agenttest.Calls(call("a", "echo", args), call("b", "order", args))).Forever(agenttest.Say("Done.")),
						echo, agenttest.NewTool("order", agenttest.Return(nil), agent.LongRunning()))
				},
				inputs: append(say("Go"), agent.Input{Deliveries: []agent.Delivery{{CallID: "b", Result: json.RawMessage(`{"got":` + n + `}`)}}}),
			}
			got, err := s.inWorkflow(t)
			require.NoError(t, err)
			raw, err := json.Marshal(got.Events)
			require.NoError(t, err)
			assert.Equal(t, 2, strings.Count(string(raw), `"args":`+args))
			for _, want := range []string{`"seen":`, `"got":`} {
				assert.Contains(t, string(raw), want+n+`}`)
			}
		})
	}
}

func TestSessionsAreTheSameAsInProcess(t *testing.T) {
	for name, s := range scenes {
		t.Run(name, func(t *testing.T) {
			events, state, failure := s.inProcess(t)
			got, err := s.inWorkflow(t)
			assert.Equal(t, told(t, events), told(t, got.Events))
			assert.Equal(t, len(state), len(got.State))
			for k, v := range state {
				assert.EqualValues(t, v, got.State[k], k)
			}
			agenttest.AssertHistorySound(t, got.Events)
			assert.Contains(t, strings.Join(told(t, got.Events), ""), s.shows)
			agenttest.AssertNoCanary(t, secret, got.Events)
			if failure == nil {
				require.NoError(t, err)
				return
			}
			var application *temporal.ApplicationError
			require.ErrorAs(t, err, &application)
			assert.Equal(t, failure.Error(), temporalerrand.RunError(err).Error())
			assert.NotContains(t, temporal.GetDefaultFailureConverter().ErrorToFailure(err).String(), secret)
		})
	}
}
