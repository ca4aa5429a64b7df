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

// payloadIn returns the object with a member can_retry in a JSON value, or nil.
func payloadIn(value any) map[string]any {
	switch value := value.(type) {
	case map[string]any:
		if _, ok := value["can_retry"]; ok {
			return value
		}
		for _, inner := range value {
			if found := payloadIn(inner); found != nil {
				return found
			}
		}
	case []any:
		for _, inner := range value {
			if found := payloadIn(inner); found != nil {
				return found
			}
		}
	}
	return nil
}

// A client is not told that a request can be sent again that may have been carried out.
func TestNoInvitationToRepeat(t *testing.T) {
	effectlaw.Check(t, func(t *testing.T, tool func(context.Context) error) map[string]any {
		t.Helper()
		send := agenttest.NewTool("send", func(ctx context.Context) (any, error) { return nil, tool(ctx) })
		h := handler(t, agenttest.NewModel(agenttest.Call("send", "{}"), agenttest.Say("done")), []agent.Tool{send},
			func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.Limits.ToolRetries = -1 })
		w := post(t, h, "/run", runBody("go", false))
		var events any
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &events), w.Body)
		return payloadIn(events)
	})
}
