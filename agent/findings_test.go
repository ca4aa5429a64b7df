package agent_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// refusal returns the error of a service that refused its input.
func refusal(findings ...toolerr.Finding) *toolerr.ToolRuntimeError {
	return toolerr.Upstream(422, toolerr.Message{}, toolerr.WithRefusal(toolerr.Refusal{
		Findings: findings, Message: "the shop says hello",
	}))
}

// tooDear returns the refusal of a price.
func tooDear() *toolerr.ToolRuntimeError {
	return refusal(toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"body.price"}, Limit: "100"})
}

var dear = []any{map[string]any{"path": "/price", "problem": "must be at most 100"}}

const sellArgs = `{"price":500,"note":null}`

// sell returns a tool that fails.
func sell(err func(ctx context.Context) error, opts ...agent.ToolOption) agent.Tool {
	return agent.NewTool("sell", "Sells.", func(ctx context.Context, _ struct {
		Price  int    `json:"price"`
		Note   string `json:"note,omitempty"`
		Amount int    `json:"amount,omitempty"`
	},
	) (report, error) {
		return report{}, err(ctx)
	}, opts...)
}

// told returns the problems in a result that a model reads.
func told(t *testing.T, r *agent.FunctionResponse) any {
	t.Helper()
	assert.True(t, r.IsError)
	assert.NotContains(t, string(r.Response), "hello")
	return fields(t, r)["problems"]
}

func TestARefusalIsResolvedForTheCallOfTheModel(t *testing.T) {
	tests := map[string]struct {
		findings []toolerr.Finding
		want     any
	}{
		"a place in the arguments": {[]toolerr.Finding{{Rule: toolerr.RuleTooLarge, Fields: []string{"body.price"}, Limit: "100"}}, dear},
		"a place in the schema": {
			[]toolerr.Finding{{Rule: toolerr.RuleRequired, Fields: []string{"/amount"}}},
			[]any{map[string]any{"path": "/amount", "problem": "is required"}},
		},
		"a null that the gate left out": {
			[]toolerr.Finding{{Rule: toolerr.RuleUnsupported, Fields: []string{"note"}}},
			[]any{map[string]any{"path": "/note", "problem": "is not supported"}},
		},
		"a word that a callback wrote": {
			[]toolerr.Finding{{Rule: toolerr.RuleUnknown, Fields: []string{"tenant"}, Word: "tenant"}},
			[]any{map[string]any{"path": "", "problem": "A value is not known"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := sell(func(context.Context) error { return refusal(tt.findings...) })
			_, o := calling(t, sellArgs, tool,
				func(c *agent.Config, _ *agent.RunnerConfig) {
					c.Callbacks.BeforeTool = append(c.Callbacks.BeforeTool, func(_ context.Context, call *agent.Call) (any, error) {
						call.Args = json.RawMessage(`{"note":"tenant","price":1}`)
						return nil, nil
					})
				})
			assert.Equal(t, tt.want, told(t, o.responses()[0]))
		})
	}
}

func TestARefusalIsResolvedInEveryAttempt(t *testing.T) { synctest.Test(t, resolvedInEveryAttempt) }

func resolvedInEveryAttempt(t *testing.T) {
	attempts := 0
	var first error
	tool := sell(func(ctx context.Context) error {
		if attempts++; attempts == 1 {
			first = adapter.Chain{}.Adapt(ctx, tooDear())
			return toolerr.Upstream(503, toolerr.Message{}, toolerr.WithRetryAfter(0))
		}
		return first // an error of the same call
	}, agent.ReadOnly())
	_, o := calling(t, sellArgs, tool)
	assert.Equal(t, dear, told(t, o.responses()[0]))
	assert.Equal(t, 2, attempts)
}

func TestDisclosureOfATool(t *testing.T) {
	known := []any{map[string]any{"path": "/price", "problem": "is not known"}}
	named := []any{map[string]any{"path": "/price", "problem": `is not known; did you mean "cost"?`}}
	tests := map[string]struct {
		registry adapter.Disclosure
		tool     []agent.ToolOption
		problems any
		text     any
	}{
		"by default":      {adapter.DisclosureKnown, nil, known, nil},
		"by the registry": {adapter.DisclosureNames, nil, named, nil},
		"a tool discloses more than the registry": {adapter.DisclosureKnown, []agent.ToolOption{agent.Disclose(adapter.DisclosureNames)}, named, nil},
		"a tool discloses less than the registry": {adapter.DisclosureText, []agent.ToolOption{agent.Disclose(adapter.DisclosureKnown)}, known, nil},
		"the message of the service":              {adapter.DisclosureKnown, []agent.ToolOption{agent.Disclose(adapter.DisclosureText)}, named, "the shop says hello"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := sell(func(context.Context) error {
				return refusal(toolerr.Finding{Rule: toolerr.RuleUnknown, Fields: []string{"price"}, Names: []string{"cost"}})
			}, tt.tool...)
			_, o := calling(t, sellArgs, tool,
				func(c *agent.Config, _ *agent.RunnerConfig) {
					c.Adapters = adapter.NewRegistry().WithDisclosure(tt.registry)
				})
			got := fields(t, o.responses()[0])
			assert.Equal(t, tt.problems, got["problems"])
			assert.Equal(t, tt.text, got["upstream_message"])
		})
	}
}

func TestAToolOutsideOfARunHasItsCall(t *testing.T) {
	var got error
	tool := sell(func(ctx context.Context) error {
		_, got = adapter.Do(ctx, adapter.Chain{}, func(context.Context) (any, error) { return nil, tooDear() })
		return got
	})
	for name, ctx := range map[string]context.Context{
		"outside of a run": t.Context(), "without a call": resolve.WithoutCall(t.Context()),
	} {
		_, err := tool.Call(ctx, json.RawMessage(sellArgs))
		require.ErrorIs(t, err, got, name)
		assert.Equal(t, dear, toolerr.Result(nil, err).Map()["problems"], name)
	}
	ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(`{"order":{"price":500}}`)})
	_, err := tool.Call(ctx, json.RawMessage(sellArgs))
	assert.Equal(t, []any{map[string]any{"path": "", "problem": "A value must be at most 100"}},
		toolerr.Result(nil, err).Map()["problems"], "arguments that the caller of the tool changed are not the model's")
}

func TestARefusalOfAPendingCall(t *testing.T) {
	later := sell(func(context.Context) error { return nil }, agent.LongRunning(), agent.Disclose(adapter.DisclosureText))
	w := newWorld(t, agenttest.NewModel(agenttest.Calls(call("l", "sell", sellArgs)), agenttest.Say("later"), agenttest.Say("ok")), []agent.Tool{later})
	w.say("go")
	require.NoError(t, w.run(t.Context(), agent.Deliver("l", nil, tooDear())).err)
	var got map[string]any
	for _, e := range w.stored() {
		for _, r := range e.FunctionResponses() {
			got = fields(t, r)
		}
	}
	assert.Equal(t, dear, got["problems"])
	assert.Equal(t, "the shop says hello", got["upstream_message"], "with the tool's disclosure")

	asks := sell(func(context.Context) error { return tooDear() }, agent.Confirm())
	w = newWorld(t, agenttest.NewModel(agenttest.Calls(call("c", "sell", sellArgs)), agenttest.Say("ok")), []agent.Tool{asks})
	w.say("go")
	assert.Equal(t, dear, told(t, w.run(t.Context(), agent.Approve("c")).responses()[0]))
	w.stored()
}

// requestRefused returns a refusal with a path that also exists in the arguments of the
// outer call.
func requestRefused() *toolerr.ToolRuntimeError {
	return refusal(toolerr.Finding{Rule: toolerr.RuleTooLong, Fields: []string{"request"}, Limit: "3"})
}

func TestAnErrorThatLeavesItsCallLosesPathAndWords(t *testing.T) {
	inner := agenttest.NewTool("look", func(ctx context.Context) (any, error) {
		return nil, toolerr.Abort(adapter.Chain{}.Adapt(ctx, requestRefused()))
	}, agent.Schema(json.RawMessage(`{"type":"object","properties":{"request":{"type":"string"}}}`)))
	var kept error
	cache := func(_ context.Context, _ *agent.Call, next func(context.Context) (any, error)) (any, error) {
		return nil, kept
	}
	cached := func(t *testing.T, err error) *world {
		t.Helper()
		kept = err
		return newWorld(t, agenttest.NewModel(agenttest.Call("sell", sellArgs), agenttest.Say("ok")),
			[]agent.Tool{sell(func(context.Context) error { return nil })},
			func(_ *agent.Config, rc *agent.RunnerConfig) {
				rc.Plugins = []agent.Plugin{{AroundTool: []agent.AroundTool{cache}}}
			})
	}
	other := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(`{"price":7}`)})
	elsewhere, _ := toolerr.Find(adapter.Chain{}.Adapt(other, tooDear()))
	require.Equal(t, dear, elsewhere.Payload().Map()["problems"])
	returned := func(err error) *world {
		return newWorld(t, agenttest.NewModel(agenttest.Call("sell", sellArgs), agenttest.Say("ok")),
			[]agent.Tool{sell(func(context.Context) error { return err })})
	}
	for name, w := range map[string]*world{
		"the model of an agent":                asking(t, agenttest.NewModel(agenttest.Fail(requestRefused())), nil),
		"a tool of an agent":                   asking(t, agenttest.NewModel(agenttest.Call("look", `{"request":"long"}`)), []agent.Tool{inner}),
		"a plugin's cache":                     cached(t, elsewhere),
		"a tool's cache":                       returned(elsewhere),
		"a report of an error of another call": returned(toolerr.FromReport(elsewhere.Report())),
		"a report, by a plugin":                cached(t, toolerr.FromReport(elsewhere.Report())),
		"an error that was detached by a tool": returned(resolve.Detach(tooDear())),
		"a resolved error that was detached":   returned(resolve.Detach(elsewhere)),
	} {
		t.Run(name, func(t *testing.T) {
			kept = elsewhere
			got := w.say("go").responses()[0]
			assert.Nil(t, told(t, got))
			assert.Equal(t, "UPSTREAM_RUNTIME_VALIDATION_ERROR", fields(t, got)["kind"])
		})
	}
	again := tooDear()
	assert.Equal(t, again.Report().Refusal, resolve.Detach(again).Report().Refusal, "the report for developers is unchanged")
	assert.Same(t, errNoRefusal, resolve.Detach(errNoRefusal))
}

var errNoRefusal = toolerr.Fatal(toolerr.Message{})

// Code that belongs to an agent but to no call of it does not belong to the outer call.
func TestAnAgentThatIsAToolHasNoCallItself(t *testing.T) {
	var problems any = "not asked"
	expert := mustAgent(t, agent.Config{
		Name: "expert", Model: agenttest.NewModel(agenttest.Say("fine")),
		Callbacks: agent.Callbacks{BeforeModel: []func(context.Context, *agent.ModelRequest) (*agent.ModelResponse, error){
			func(ctx context.Context, _ *agent.ModelRequest) (*agent.ModelResponse, error) {
				te, _ := toolerr.Find(adapter.Chain{}.Adapt(ctx, requestRefused()))
				problems = te.Payload().Map()["problems"]
				return nil, nil
			},
		}},
	})
	calling(t, askExpert, agent.AgentTool(expert))
	assert.Nil(t, problems)
}
