package agent_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

func TestFailureWithAnUnknownEffectHasAHint(t *testing.T) {
	tests := map[string]struct {
		err  error
		opts []agent.ToolOption
		hint any
	}{
		"an unknown effect": {toolerr.Upstream(500, toolerr.Message{}), nil, "The call may have been carried out, as a whole or in part. Find out before you make it again."},
		"no effect of the request, but unknown earlier effects": {toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone)), nil, "The call may have been carried out, as a whole or in part. Find out before you make it again."},
		"a read-only tool":       {toolerr.Upstream(500, toolerr.Message{}), []agent.ToolOption{agent.ReadOnly()}, nil},
		"an idempotent tool":     {toolerr.Upstream(500, toolerr.Message{}), []agent.ToolOption{agent.Idempotent()}, nil},
		"a retry cannot succeed": {toolerr.Fatal(toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown)), nil, nil},
		"the adapter has a hint": {toolerr.Upstream(500, toolerr.Message{}, toolerr.WithHint(toolerr.Msg("Ask."))), nil, "Ask."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("pay", agenttest.ReturnError(tt.err), tt.opts...)
			w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")), []agent.Tool{tool})
			o := w.say("go", agent.WithLimits(agent.Limits{ToolRetries: -1}))
			require.NoError(t, o.err)
			assert.Equal(t, tt.hint, fields(t, o.responses()[0])["hint"])
		})
	}
}

func TestPendingCallIsNotAFailedCall(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return(1), agent.Confirm())
	w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`)), []agent.Tool{pay})
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, agent.OutcomePending, o.responses()[0].Outcome)
	assert.Zero(t, o.diagnosed(agent.DiagToolFailed))
}

func TestUnrecognizedErrorNamesItsCall(t *testing.T) {
	tool := agenttest.NewTool("t", agenttest.ReturnError(errors.New("x")))
	w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("done")), []agent.Tool{tool})
	o := w.say("go")
	require.NoError(t, o.err)
	for _, d := range o.run.Diagnostics() {
		if d.Kind == agent.DiagUnrecognized {
			assert.Equal(t, "helper", d.Agent)
			assert.Equal(t, o.responses()[0].ID, d.CallID)
			return
		}
	}
	assert.Fail(t, "there is no such diagnostic")
}
