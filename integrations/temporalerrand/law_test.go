package temporalerrand_test

import (
	"bytes"
	"context"
	"encoding/json"
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

// A model is not invited to send a request again that may have been carried out, and
// Temporal does not.
func TestNoInvitationToRepeat(t *testing.T) {
	for name, path := range map[string]effectlaw.Path{
		"Guard": func(t *testing.T, tool func(context.Context) error) map[string]any {
			t.Helper()
			te := temporalerrand.FromError(runActivity(t, tool))
			if te == nil {
				return nil
			}
			return te.Payload().Map()
		},
		"Agent": func(t *testing.T, tool func(context.Context) error) (payload map[string]any) {
			t.Helper()
			runs := 0
			send := agenttest.NewTool("send", func(ctx context.Context) (any, error) { runs++; return nil, tool(ctx) })
			s := scene{inputs: say("go"), config: func() agent.Config {
				return config(agenttest.NewModel(agenttest.Call("send", "{}"), agenttest.Say("done")), send)
			}}
			result, err := s.inWorkflow(t)
			require.NoError(t, err)
			for _, e := range result.Events {
				for _, r := range e.FunctionResponses() {
					require.NoError(t, json.Unmarshal(r.Response, &payload))
				}
			}
			if payload["success"] == true {
				return nil
			}
			require.False(t, runs > 1 && payload["effect"] == "unknown", "%d runs", runs)
			return payload
		},
	} {
		t.Run(name, func(t *testing.T) { effectlaw.Check(t, path) })
	}
}

// One word leads from what a workflow reads to the record that the worker wrote.
func TestReference(t *testing.T) {
	fails := func(context.Context) error { return toolerr.Upstream(500, toolerr.Message{}) }
	for name, run := range map[string]func(t *testing.T, r adapter.Registry) string{
		"Guard": func(t *testing.T, r adapter.Registry) string {
			t.Helper()
			te := temporalerrand.FromError(runActivityOf(t, r, fails))
			assert.Equal(t, te.Reference(), te.Report().Reference)
			return te.Reference()
		},
		"Agent": func(t *testing.T, r adapter.Registry) (word string) {
			t.Helper()
			s := scene{inputs: say("go"), config: func() agent.Config {
				send := agenttest.NewTool("send", func(ctx context.Context) (any, error) { return nil, fails(ctx) })
				c := config(agenttest.NewModel(agenttest.Call("send", "{}"), agenttest.Say("done")), send)
				c.Adapters = r
				return c
			}}
			result, err := s.inWorkflow(t)
			require.NoError(t, err)
			for _, e := range result.Events {
				for _, r := range e.FunctionResponses() {
					var payload struct{ Reference string }
					require.NoError(t, json.Unmarshal(r.Response, &payload))
					word = payload.Reference
				}
			}
			return word
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			word := run(t, adapters.Default().WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
			require.NotEmpty(t, word)
			assert.Equal(t, 1, strings.Count(log.String(), `"reference":"`+word+`"`), log.String())
		})
	}
}
