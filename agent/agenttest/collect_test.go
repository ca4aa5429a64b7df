package agenttest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
)

func TestRun(t *testing.T) {
	cfg := agent.Config{Name: "helper", Model: agenttest.NewModel(
		agenttest.Stop(agent.FinishMaxTokens, "", agent.FunctionCall{ID: "c", Name: "t"}), agenttest.Stream("On", "ce."),
	), Tools: []agent.Tool{agenttest.NewTool("t", agenttest.Return(1))}}
	o := agenttest.Run(t.Context(), t, cfg, agent.Say("go"), agent.WithStreaming())
	require.NoError(t, o.Err)
	assert.Len(t, o.Events, 3, "an answer, the results and an answer")
	assert.Len(t, o.Partial, 2)
	assert.Equal(t, "Once.", o.Shown())
	assert.Equal(t, "Once.", o.Last().Content.Text())
	assert.Empty(t, o.Codes())

	cfg.Model = agenttest.NewModel(agenttest.Stop(agent.FinishMaxTokens, "On"))
	o = agenttest.Run(t.Context(), t, cfg, agent.Say("go"))
	assert.Equal(t, []agent.EventCode{agent.CodeMaxTokens}, o.Codes())
	assert.Empty(t, o.Partial)

	assert.Empty(t, agenttest.Collected{}.Last().Content.Text())
}

func TestRunOfNothing(t *testing.T) {
	r := &recorder{}
	o := agenttest.Run(t.Context(), r, agent.Config{Name: "user"}, agent.Say("go"))
	require.ErrorIs(t, o.Err, agent.ErrConfig)
	assert.Contains(t, strings.Join(r.errs, "\n"), "nothing to run")
}

func TestAssertBrokenOff(t *testing.T) {
	kept := &agent.Event{ErrorCode: agent.CodeInterrupted, Content: go126.New(agent.TextContent(agent.RoleModel, "On"))}
	whole := &agent.Event{Content: go126.New(agent.TextContent(agent.RoleModel, "On"))}
	failed := errors.New("failed")
	tests := map[string]struct {
		outcome agenttest.Collected
		shown   string
		want    string // "" for a valid case
	}{
		"kept":               {agenttest.Collected{Err: failed, Events: []*agent.Event{kept}}, "On", ""},
		"nothing":            {agenttest.Collected{Err: failed}, "", ""},
		"no failure":         {agenttest.Collected{Events: []*agent.Event{kept}}, "On", "did not fail"},
		"not kept":           {agenttest.Collected{Err: failed}, "On", `"On" was shown, and "" is kept`},
		"other text":         {agenttest.Collected{Err: failed, Events: []*agent.Event{kept}}, "Once", `"Once" was shown, and "On" is kept`},
		"another code":       {agenttest.Collected{Err: failed, Events: []*agent.Event{whole}}, "On", `with the code ""`},
		"kept but not shown": {agenttest.Collected{Err: failed, Events: []*agent.Event{kept}}, "", "nothing was shown"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			agenttest.AssertBrokenOff(r, tt.outcome, tt.shown)
			if tt.want == "" {
				assert.Empty(t, r.errs)
				return
			}
			assert.Contains(t, strings.Join(r.errs, "\n"), tt.want)
		})
	}
}
