package temporalerrand_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/internal/effectlaw"
	"github.com/errand-go/errand/toolerr"
)

// called returns what the model of a workflow reads of a tool, and how often it ran.
func called(t *testing.T, r adapter.Registry, tool func(context.Context) error) (payload map[string]any, runs int) {
	t.Helper()
	send := agenttest.NewTool("send", func(ctx context.Context) (any, error) { runs++; return nil, tool(ctx) })
	s := scene{inputs: say("go"), config: func() agent.Config {
		c := config(agenttest.NewModel(agenttest.Call("send", "{}"), agenttest.Say("done")), send)
		c.Adapters = r
		return c
	}}
	result, err := s.inWorkflow(t)
	require.NoError(t, err)
	for _, e := range result.Events {
		for _, r := range e.FunctionResponses() {
			require.NoError(t, json.Unmarshal(r.Response, &payload))
		}
	}
	return payload, runs
}

// A model is not invited to send a request again that may have been carried out, and
// Temporal does not.
func TestNoInvitationToRepeat(t *testing.T) {
	t.Run("Guard", func(t *testing.T) {
		effectlaw.Check(t, func(t *testing.T, tool func(context.Context) error) map[string]any {
			t.Helper()
			if te := temporalerrand.FromError(runActivity(t, tool)); te != nil {
				return te.Payload().Map()
			}
			return nil
		})
	})
	t.Run("Agent", func(t *testing.T) {
		effectlaw.Check(t, func(t *testing.T, tool func(context.Context) error) map[string]any {
			t.Helper()
			payload, runs := called(t, adapters.Default(), tool)
			require.False(t, runs > 1 && payload["effect"] == "unknown", "%d runs", runs)
			return payload
		})
	})
}

// One word leads from what the model of a workflow reads to the record of the worker.
func TestReference(t *testing.T) {
	var log bytes.Buffer
	payload, _ := called(t, adapters.Default().WithLogger(slog.New(slog.NewJSONHandler(&log, nil))), func(context.Context) error {
		return toolerr.Upstream(500, toolerr.Message{})
	})
	assert.Equal(t, 1, strings.Count(log.String(), fmt.Sprintf(`"reference":%q`, payload["reference"])), log.String())
}
