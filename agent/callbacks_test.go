package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

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
	return agent.Plugin{AroundTool: []agent.AroundTool{
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
		_, o := calling(t, `{}`, tool,
			func(c *agent.Config, rc *agent.RunnerConfig) {
				rc.Plugins = []agent.Plugin{around("outer", &notes), {}, around("inner", &notes)}
				c.Adapters = adapter.NewRegistry().WithObserver(observer(func(adapter.Observation) { observed++ }))
			})
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
		return agent.Plugin{AroundTool: []agent.AroundTool{f}}
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
			_, o := calling(t, `{}`, agenttest.NewTool("t", tt.does),
				func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Plugins = []agent.Plugin{plugin(tt.around)} })
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
				plugin := agent.Plugin{}
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
				w, o := calling(t, `{"cents":5}`, tool,
					func(_ *agent.Config, rc *agent.RunnerConfig) {
						rc.Plugins = []agent.Plugin{plugin}
						rc.Confirmer = agent.Confirmer(func(_ context.Context, req agent.ConfirmationRequest) (agent.Decision, error) {
							return agent.Decision{CallID: req.CallID, Approved: true, ArgsHash: req.ArgsHash}, nil
						})
					})
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
		calling(t, `{"cents":1}`, tool,
			func(_ *agent.Config, rc *agent.RunnerConfig) {
				rc.Plugins = []agent.Plugin{{AroundTool: []agent.AroundTool{
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
			_, o := calling(t, `{}`, agenttest.NewTool("t", agenttest.ReturnError(tt.err)))
			assert.Equal(t, tt.want, o.responses()[0].Outcome)
			assert.True(t, o.responses()[0].IsError)
		})
	}
}

// selfEncoded encodes itself once, and panics the second time.
type selfEncoded struct{ times *int }

func (s selfEncoded) MarshalJSON() ([]byte, error) {
	if *s.times++; *s.times > 1 {
		panic(canary)
	}
	return []byte(`{"data":1}`), nil
}

func TestAfterToolSeesWhatTheToolReturned(t *testing.T) {
	times := 0
	object := map[string]any{"a": int64(1)}
	tests := map[string]struct{ out, want any }{
		"an object":                        {map[string]any{"a": 1, "b": "x"}, map[string]any{"a": int64(1), "b": "x"}},
		"an object under data":             {map[string]any{"data": map[string]any{"a": 1}}, map[string]any{"data": object}},
		"a list under data":                {map[string]any{"data": []int{1}}, map[string]any{"data": []any{int64(1)}}},
		"data and another key":             {map[string]any{"data": 1, "n": 2}, map[string]any{"data": int64(1), "n": int64(2)}},
		"raw data":                         {json.RawMessage(`{ "data" : {"a":1} }`), map[string]any{"data": object}},
		"many digits":                      {json.RawMessage(`[9007199254740993,1.00000000000000000001,1e400]`), []any{int64(9007199254740993), json.Number("1.00000000000000000001"), json.Number("1e400")}},
		"a list":                           {[]int{1}, []any{int64(1)}},
		"a number":                         {1, int64(1)},
		"nothing":                          {nil, map[string]any{}},
		"an empty object":                  {struct{}{}, map[string]any{}},
		"a key of the payload":             {map[string]any{"error": "x"}, map[string]any{"error": "x"}},
		"data beside a key of the payload": {map[string]any{"error": "x", "data": 1}, map[string]any{"error": "x", "data": int64(1)}},
		"a json.Marshaler":                 {selfEncoded{&times}, map[string]any{"data": int64(1)}}, // encoded once
		"data that was shortened":          {map[string]any{"data": strings.Repeat("x", 100_000)}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var seen any
			_, o := calling(t, `{}`, agenttest.NewTool("t", agenttest.Return(tt.out)), func(cfg *agent.Config, _ *agent.RunnerConfig) {
				cfg.Callbacks.AfterTool = append(cfg.Callbacks.AfterTool, func(_ context.Context, _ *agent.Call, result any) (any, error) {
					seen = result
					return nil, nil
				})
			})
			assert.Equal(t, agent.OutcomeOK, o.responses()[0].Outcome)
			if tt.want == nil {
				assert.Equal(t, true, seen.(map[string]any)["truncated"])
				return
			}
			assert.Equal(t, tt.want, seen)
		})
	}
}

// The loop adds its advice to the failure. The output beside it stays as it was encoded.
func TestAFailureKeepsItsOutputWhenTheLoopChangesTheError(t *testing.T) {
	failure := toolerr.Upstream(500, toolerr.Message{})
	long := toolerr.InvalidInput(toolerr.Message{}, []toolerr.Problem{{Path: "/" + strings.Repeat("p", 200), Problem: toolerr.Msg("is required")}})
	tests := map[string]struct {
		out  any
		err  *toolerr.ToolRuntimeError
		want map[string]any // of the tool itself
	}{
		"an object":                    {map[string]any{"n": 1}, failure, map[string]any{"n": 1.0}},
		"a list":                       {[]int{1}, failure, map[string]any{"data": []any{1.0}}},
		"an object under data":         {map[string]any{"data": map[string]any{"n": 1}}, failure, map[string]any{"data": map[string]any{"n": 1.0}}},
		"a key of the payload":         {map[string]any{"kind": 1}, failure, map[string]any{"data": map[string]any{"kind": 1.0}}},
		"nothing":                      {nil, failure, map[string]any{}},
		"nothing, with a long message": {nil, long, map[string]any{}},
		"output that was shortened": {strings.Repeat("x", 1000), failure, map[string]any{
			"truncated": true, "total_bytes": 1376.0, "data": strings.Repeat("x", 295) + "…",
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", func(context.Context) (any, error) { return tt.out, tt.err })
			_, o := calling(t, `{}`, tool, func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Limits.ResultBytes = 600 })
			resp := o.responses()[0]
			got := fields(t, resp)
			assert.Equal(t, resp.Failure().Payload().Map()["hint"], got["hint"])
			assert.Equal(t, tt.err.CanRetry(), got["hint"] != nil, "the loop adds a hint to a failure that is not safe to retry")
			for _, key := range toolerr.ReservedKeys() {
				delete(got, key)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// ToolRan gets the end of every tool run. The agent's observer gets every error, including
// those that the loop creates for a tool.
func TestToolRanIsCalledForEveryRun(t *testing.T) {
	for name, tt := range map[string]struct {
		does agenttest.Behavior
		want []toolerr.Kind // "" for success
	}{
		"success":      {agenttest.Return(1), []toolerr.Kind{""}},
		"failure":      {agenttest.ReturnError(errors.New(canary)), []toolerr.Kind{toolerr.KindToolFatal}},
		"panic":        {agenttest.Panic(canary), []toolerr.Kind{toolerr.KindToolFatal}},
		"Goexit":       {agenttest.Goexit(), []toolerr.Kind{toolerr.KindToolFatal}},
		"not JSON":     {agenttest.Return(math.NaN()), []toolerr.Kind{toolerr.KindToolBadOutputValue}},
		"left running": {nil, []toolerr.Kind{toolerr.KindToolTimeout}},
		"twice": {
			agenttest.Sequence(
				agenttest.ReturnError(toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))), agenttest.Return(1)),
			[]toolerr.Kind{toolerr.KindUpstreamServerError, ""},
		},
	} {
		bubble(t, name, func(t *testing.T) {
			var mu sync.Mutex
			var told, observed []toolerr.Kind
			does := tt.does
			if name == "left running" {
				release := newRelease(t)
				does = agenttest.Hang(release)
			}
			_, o := calling(t, `{}`, agenttest.NewTool("t", does, agent.ReadOnly(), agent.Timeout(time.Second)),
				func(cfg *agent.Config, rc *agent.RunnerConfig) {
					cfg.Adapters = adapter.NewRegistry().WithObserver(observer(func(o adapter.Observation) {
						mu.Lock()
						defer mu.Unlock()
						if o.Tool == "t" { // not those of the callback below
							observed = append(observed, o.Err.Kind())
						}
					}))
					rc.Plugins = []agent.Plugin{{ToolRan: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) error{
						func(_ context.Context, call *agent.Call, te *toolerr.ToolRuntimeError) error {
							kind := toolerr.Kind("")
							if te != nil {
								kind = te.Kind()
							}
							told = append(told, kind)
							assert.Equal(t, len(told), call.Attempt)
							panic(canary)
						},
					}}}
				})
			assert.Equal(t, tt.want, told)
			assert.Equal(t, len(tt.want), o.diagnosed(agent.DiagCallback), "its panic changes nothing")
			var errs []toolerr.Kind
			for _, kind := range tt.want {
				if kind != "" {
					errs = append(errs, kind)
				}
			}
			assert.Equal(t, errs, observed)
		})
	}
}
