package agent_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// afterModel returns a change of the configuration that adds one AfterModel callback.
func afterModel(f func(*agent.ModelResponse) *agent.ModelResponse) func(*agent.Config, *agent.RunnerConfig) {
	return func(c *agent.Config, _ *agent.RunnerConfig) {
		c.Callbacks.AfterModel = append(c.Callbacks.AfterModel,
			func(_ context.Context, r *agent.ModelResponse) (*agent.ModelResponse, error) { return f(r), nil })
	}
}

func TestAfterModelKeepsWhyTheModelStopped(t *testing.T) {
	callbacks := map[string]func(*agent.ModelResponse) *agent.ModelResponse{
		"replaced": func(r *agent.ModelResponse) *agent.ModelResponse { return &agent.ModelResponse{Content: r.Content} },
		"changed": func(r *agent.ModelResponse) *agent.ModelResponse {
			*r = agent.ModelResponse{Content: r.Content}
			return nil
		},
	}
	reasons := []agent.FinishReason{
		agent.FinishMaxTokens, agent.FinishSafety, agent.FinishRecitation, agent.FinishPromptBlocked,
		agent.FinishMalformedCall, agent.FinishOther,
	}
	for name, f := range callbacks {
		for _, reason := range reasons {
			t.Run(name+" "+string(reason), func(t *testing.T) {
				tool := agenttest.NewTool("t", agenttest.Return(1))
				w := newWorld(t, agenttest.NewModel(agenttest.Stop(reason, "", call("a", "t", `{}`)), agenttest.Say("x")),
					[]agent.Tool{tool}, afterModel(f))
				o := w.say("go")
				require.NoError(t, o.err)
				assert.Zero(t, tool.Count(), "a call of an answer that was blocked or cut off never runs")
				assert.Equal(t, reason, o.events[0].FinishReason)
				assert.Equal(t, &agent.Usage{InputTokens: 1, OutputTokens: 1}, o.events[0].Usage)
				w.stored()
			})
		}
	}
}

func TestAfterModelMayNameAReasonOfItsOwn(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.Return(1))
	w := newWorld(t, agenttest.NewModel(agenttest.Stop(agent.FinishOther, "", call("a", "t", `{}`)), agenttest.Say("x")),
		[]agent.Tool{tool}, afterModel(func(r *agent.ModelResponse) *agent.ModelResponse {
			return &agent.ModelResponse{Content: r.Content, FinishReason: agent.FinishToolCalls, Usage: &agent.Usage{InputTokens: 7}}
		}))
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, 1, tool.Count())
	assert.Equal(t, 7, o.events[0].Usage.InputTokens)
}

func TestLastAnswerThatCallsToolsIsDiagnosed(t *testing.T) {
	both := agenttest.Stop(agent.FinishToolCalls, "so far", call("", "t", `{}`))
	tests := map[string]struct {
		last agenttest.Turn
		says string
		kind agent.ErrorKind
	}{
		"calls alone":                 {agenttest.Call("t", `{}`), "", agent.ErrToolChoiceNotHonored},
		"calls beside a text":         {both, "so far", agent.ErrToolChoiceNotHonored},
		"a model without tool choice": {agenttest.Fail(agent.NewRunError(agent.ErrToolChoiceUnsupported, toolerr.Message{}, nil)), "", agent.ErrToolChoiceUnsupported},
		"a text":                      {agenttest.Say("all of it"), "all of it", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.Return(1))
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), tt.last), []agent.Tool{tool},
				func(c *agent.Config, rc *agent.RunnerConfig) {
					c.MaxIterations, rc.Limits.AtLimit = 1, agent.FinalAnswer
				})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Equal(t, agent.CodeMaxIterations, o.last().ErrorCode)
			assert.Equal(t, 1, tool.Count())
			if tt.says != "" {
				assert.Equal(t, tt.says, o.text())
			}
			found := agent.ErrorKind("")
			for _, d := range o.run.Diagnostics() {
				if d.Kind == agent.DiagLastAnswer {
					require.ErrorIs(t, d.Err, tt.kind)
					found = tt.kind
				}
			}
			assert.Equal(t, tt.kind, found)
			w.stored()
		})
	}
}

// It is not known whether the answer is complete.
func TestAnswerThatStoppedForAnUnknownReason(t *testing.T) {
	for reason, said := range map[agent.FinishReason]string{agent.FinishOther: "The sum is 4", "abort": "The sum is 4", "none": ""} {
		t.Run(string(reason), func(t *testing.T) {
			w := newWorld(t, agenttest.NewModel(agenttest.Stop(reason, said)), nil, func(cfg *agent.Config, _ *agent.RunnerConfig) { cfg.OutputKey = "answer" })
			o := w.say("go")
			require.NoError(t, o.err)
			want := agent.CodeOther
			if said == "" {
				want = agent.CodeEmptyResponse
			}
			assert.Equal(t, want, o.last().ErrorCode)
			assert.Equal(t, want.Message().String(), o.last().ErrorMessage)
			assert.Equal(t, said, o.last().Content.Text())
			assert.Nil(t, w.stateOf("answer"))
		})
	}
}
