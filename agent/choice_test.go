package agent_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

func TestToolChoice(t *testing.T) {
	callT := agenttest.Call("t", `{}`)
	tests := map[string]struct {
		choice agent.ToolChoice
		turn   agenttest.Turn
		kind   agent.ErrorKind
		asked  int
	}{
		"any, called":                 {agent.ToolsAny, callT, "", 2},
		"any, not called":             {agent.ToolsAny, agenttest.Say("no"), agent.ErrToolChoiceNotHonored, 1},
		"any, cut off":                {agent.ToolsAny, agenttest.Stop(agent.FinishMaxTokens, "half"), "", 1},
		"one, called":                 {agent.CallTool("t"), callT, "", 2},
		"one, another called":         {agent.CallTool("t"), agenttest.Call("other", `{}`), agent.ErrToolChoiceNotHonored, 1},
		"a tool that does not exist":  {agent.CallTool("x"), callT, agent.ErrInvalidInput, 0},
		"nonsense":                    {"nonsense", callT, agent.ErrInvalidInput, 0},
		"none, not called":            {agent.ToolsNone, agenttest.Say("no"), "", 1},
		"none, called":                {agent.ToolsNone, callT, agent.ErrToolChoiceNotHonored, 1},
		"a model without tool choice": {agent.ToolsAny, agenttest.Fail(agent.NewRunError(agent.ErrToolChoiceUnsupported, toolerr.Message{}, nil)), agent.ErrToolChoiceUnsupported, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool, other := agenttest.NewTool("t", agenttest.Return(1)), agenttest.NewTool("other", agenttest.Return(1))
			w := newWorld(t, agenttest.NewModel(tt.turn).Forever(agenttest.Say("ok")), []agent.Tool{tool, other})
			o := w.say("go", agent.WithToolChoice(tt.choice))
			if tt.kind == "" {
				require.NoError(t, o.err)
			} else {
				require.ErrorIs(t, o.err, tt.kind)
				assert.Zero(t, tool.Count()+other.Count())
			}
			require.Len(t, w.model.Requests(), tt.asked)
			for i, req := range w.model.Requests() {
				assert.Equal(t, i == 0, req.ToolChoice == tt.choice, "only the first request has the tool choice")
			}
			w.stored()
		})
	}
}

func TestEgress(t *testing.T) {
	tests := map[string]func(context.Context, *agent.ModelRequest) error{
		"an error": func(_ context.Context, req *agent.ModelRequest) error {
			if len(req.Contents) > 1 {
				return errors.New(secret)
			}
			return nil
		},
		"a panic": func(_ context.Context, req *agent.ModelRequest) error {
			if len(req.Contents) > 1 {
				panic(secret)
			}
			return nil
		},
	}
	for name, egress := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", agenttest.Return(1))
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`)).Forever(agenttest.Say("ok")), []agent.Tool{tool},
				func(c *agent.Config, rc *agent.RunnerConfig) {
					rc.Egress = egress
					c.Callbacks.OnModelError = append(c.Callbacks.OnModelError,
						func(context.Context, *agent.ModelRequest, error) (*agent.ModelResponse, error) {
							return &agent.ModelResponse{FinishReason: agent.FinishStop}, nil
						})
				})
			o := w.say("go")
			require.ErrorIs(t, o.err, agent.ErrEgressRefused)
			agenttest.AssertNoCanary(t, secret, o.err.Error())
			assert.Len(t, w.model.Requests(), 1, "the second request, with the result, was not sent")
			w.stored()
		})
	}
}

func TestWarningsOfAModel(t *testing.T) {
	warn := func(deltas bool) agenttest.Turn {
		return func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
			c := agent.TextContent(agent.RoleModel, "ok")
			warnings := []toolerr.Message{toolerr.Msg("A keyword of the schema is ignored.")}
			last := &agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}
			if deltas {
				yield(&agent.ModelResponse{Partial: true, Warnings: warnings}, nil)
			} else {
				last.Warnings = warnings
			}
			yield(last, nil)
		}
	}
	for _, deltas := range []bool{false, true} {
		o := newWorld(t, agenttest.NewModel(warn(deltas)), nil).say("go")
		require.NoError(t, o.err)
		assert.Equal(t, 1, o.diagnosed(agent.DiagModel))
	}
}

func TestAnArtifactThatIsNotTextInAnInstruction(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Say("ok")), nil, func(c *agent.Config, _ *agent.RunnerConfig) {
		c.Instruction = "Look at {artifact.logo}."
	})
	_, err := w.runner.Artifacts().Save(t.Context(), session, "logo", agent.Blob{MIMEType: "image/png", Name: "logo.png", Data: []byte("\x89PNG\xff")})
	require.NoError(t, err)
	require.NoError(t, w.say("go").err)
	assert.Equal(t, `Look at {"mimeType":"image/png","name":"logo.png","bytes":5}.`, w.model.Requests()[0].Instruction)
}
