package agenthttp_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/effectlaw"
)

// A client is not told that a request can be sent again that may have been carried out.
func TestNoInvitationToRepeat(t *testing.T) {
	once := func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.Limits.ToolRetries = -1 }
	effectlaw.Check(t, func(t *testing.T, tool func(context.Context) error) map[string]any {
		t.Helper()
		send := agenttest.NewTool("send", func(ctx context.Context) (any, error) { return nil, tool(ctx) })
		model := agenttest.NewModel(agenttest.Call("send", "{}"), agenttest.Say("done"))
		var events []*event
		require.NoError(t, json.Unmarshal(post(t, handler(t, model, []agent.Tool{send}, once), "/run", runBody("go", false)).Body.Bytes(), &events))
		for _, e := range events {
			if p := e.Content.Parts; len(p) > 0 && p[0].FunctionResponse != nil && p[0].FunctionResponse.Response["success"] == false {
				return p[0].FunctionResponse.Response
			}
		}
		return nil
	})
}
