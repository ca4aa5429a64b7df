package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// amount has the arguments of the tool in these tests.
type amount struct {
	Cents int `json:"cents"`
}

func TestCallbacksRewriteArguments(t *testing.T) {
	over := func(limit int) agent.ToolOption {
		return agent.ConfirmIf(func(_ context.Context, raw json.RawMessage) (bool, error) {
			var a amount
			err := json.Unmarshal(raw, &a)
			return a.Cents > limit, err
		})
	}
	tests := map[string]struct {
		args    string // the arguments after the callback; before, {"cents":5}
		inPlace bool
		option  agent.ToolOption
		ran     string
		outcome agent.Outcome
	}{
		"to other arguments":                           {args: `{"cents":7}`, ran: "7", outcome: agent.OutcomeOK},
		"in place":                                     {args: `{"cents":7}`, inPlace: true, ran: "7", outcome: agent.OutcomeOK},
		"to arguments that do not fit":                 {args: `{"cents":"7"}`, outcome: agent.OutcomeFailed},
		"to what is not JSON":                          {args: `{"cents":`, outcome: agent.OutcomeFailed},
		"approved, to other arguments":                 {args: `{"cents":7}`, option: agent.Confirm(), outcome: agent.OutcomeConflict},
		"approved, to the same arguments":              {args: `{ "cents" : 5 }`, option: agent.Confirm(), ran: "5", outcome: agent.OutcomeOK},
		"to arguments that need an approval":           {args: `{"cents":7}`, option: over(6), outcome: agent.OutcomeConflict},
		"to arguments that need no approval":           {args: `{"cents":6}`, option: over(6), ran: "6", outcome: agent.OutcomeOK},
		"approved, to arguments that need no approval": {args: `{"cents":1}`, option: over(4), outcome: agent.OutcomeConflict},
	}
	for name, tt := range tests {
		for _, where := range []string{"BeforeTool", "AroundTool"} {
			t.Run(where+" "+name, func(t *testing.T) {
				rewrite := func(call *agent.Call) {
					if tt.inPlace {
						call.Args[bytes.IndexByte(call.Args, '5')] = '7'
						return
					}
					call.Args = json.RawMessage(tt.args)
				}
				plugin := agent.Plugin{Name: "p"}
				if where == "BeforeTool" {
					plugin.BeforeTool = []func(context.Context, *agent.Call) (any, error){
						func(_ context.Context, call *agent.Call) (any, error) { rewrite(call); return nil, nil },
					}
				} else {
					plugin.AroundTool = []agent.AroundTool{
						func(ctx context.Context, call *agent.Call, next func(context.Context) (any, error)) (any, error) {
							rewrite(call)
							return next(ctx)
						},
					}
				}
				ran := ""
				tool := agent.NewTool("pay", "", func(_ context.Context, in amount) (any, error) {
					ran = fmt.Sprint(in.Cents)
					return "done", nil
				}, tt.option)
				w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{"cents":5}`), agenttest.Say("ok")), []agent.Tool{tool},
					func(_ *agent.Config, rc *agent.RunnerConfig) {
						rc.Plugins = []agent.Plugin{plugin}
						rc.Confirmer = agent.ConfirmerFunc(func(_ context.Context, req agent.ConfirmationRequest) (agent.Decision, error) {
							return agent.Decision{CallID: req.CallID, Approved: true, ArgsHash: req.ArgsHash}, nil
						})
					})
				o := w.say("pay")
				require.NoError(t, o.err)
				resp := o.responses()[0]
				assert.Equal(t, tt.ran, ran)
				assert.Equal(t, tt.outcome, resp.Outcome, string(resp.Response))
				if tt.ran == "" {
					assert.Equal(t, toolerr.EffectNone, resp.Failure().Effect())
				}
				assert.JSONEq(t, `{"cents":5}`, string(w.stored()[1].FunctionCalls()[0].Args), "the history keeps what the model wrote")
			})
		}
	}
}

// Changes of AroundTool do not accumulate.
func TestEachRunOfAToolBeginsWithTheSameArguments(t *testing.T) {
	var given []string
	tool := agent.NewTool("t", "", func(_ context.Context, in amount) (any, error) {
		given = append(given, fmt.Sprint(in.Cents))
		return nil, toolerr.Upstream(503, toolerr.Message{}, toolerr.WithRetryAfter(1))
	}, agent.ReadOnly())
	synctest.Test(t, func(t *testing.T) {
		given = nil
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{"cents":1}`), agenttest.Say("ok")), []agent.Tool{tool},
			func(_ *agent.Config, rc *agent.RunnerConfig) {
				rc.Plugins = []agent.Plugin{{Name: "p", AroundTool: []agent.AroundTool{
					func(ctx context.Context, call *agent.Call, next func(context.Context) (any, error)) (any, error) {
						var a amount
						if err := json.Unmarshal(call.Args, &a); err != nil {
							return nil, err
						}
						call.Args = json.RawMessage(fmt.Sprintf(`{"cents":%d}`, a.Cents+1))
						return next(ctx)
					},
				}}}
			})
		require.NoError(t, w.say("go").err)
	})
	assert.Equal(t, []string{"2", "2", "2"}, given)
}

func TestOutcomesThatAToolReports(t *testing.T) {
	tests := map[string]struct {
		err  error
		want agent.Outcome
	}{
		"denied":                    {toolerr.Fatal(toolerr.Msg("Not for you."), toolerr.WithCode(toolerr.CodeDenied)), agent.OutcomeDenied},
		"a conflict":                {toolerr.Fatal(toolerr.Msg("Booked already."), toolerr.WithCode(toolerr.CodeConflict)), agent.OutcomeConflict},
		"a conflict of an upstream": {toolerr.Upstream(409, toolerr.Message{}, toolerr.WithCode(toolerr.CodeConflict)), agent.OutcomeFailed},
		"any other failure":         {toolerr.Fatal(toolerr.Msg("Broken.")), agent.OutcomeFailed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")),
				[]agent.Tool{agenttest.NewTool("t", agenttest.ReturnError(tt.err))})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Equal(t, tt.want, o.responses()[0].Outcome)
			assert.True(t, o.responses()[0].IsError)
		})
	}
}

// The tool has not run, so nothing was done.
func TestACallbackThatCrashesBeforeATool(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	for name, does := range map[string]agenttest.Behavior{
		"panics": agenttest.Panic("x"), "exits": agenttest.Goexit(), "hangs": agenttest.Hang(release), "fails": agenttest.ReturnError(errors.New("x")),
	} {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.Return(1))
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")), []agent.Tool{tool},
				limits(agent.Limits{ToolTimeout: 1}), func(c *agent.Config, _ *agent.RunnerConfig) {
					c.Callbacks.BeforeTool = []func(context.Context, *agent.Call) (any, error){
						func(ctx context.Context, _ *agent.Call) (any, error) { return does(ctx) },
					}
				})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Zero(t, tool.Count())
			assert.Equal(t, toolerr.EffectNone, o.responses()[0].Failure().Effect())
			assert.NotContains(t, fields(t, o.responses()[0]), "effect")
		})
	}
}
