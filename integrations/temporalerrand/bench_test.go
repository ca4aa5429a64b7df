package temporalerrand_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/integrations/temporalerrand"
)

// A clerkModel makes a number of calls in each of a number of turns, and then answers.
type clerkModel struct{ turns, calls int }

func (clerkModel) Name() string { return "clerk" }

func (m clerkModel) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		turn := len(req.Contents) / 2
		resp := &agent.ModelResponse{FinishReason: agent.FinishStop}
		content := agent.TextContent(agent.RoleModel, "Done.")
		if turn < m.turns {
			resp.FinishReason, content.Parts = agent.FinishToolCalls, nil
			for i := range m.calls {
				content.Parts = append(content.Parts, agent.Part{FunctionCall: &agent.FunctionCall{
					ID: fmt.Sprintf("call_%d_%d", turn, i), Name: "look", Args: json.RawMessage(`{"order":"A-1001"}`),
				}})
			}
		}
		resp.Content = &content
		yield(resp, nil)
	}
}

// clerk returns an agent whose tool returns about 400 bytes.
func clerk(tb testing.TB, m clerkModel, acting bool) *agent.Agent {
	tb.Helper()
	var options []agent.ToolOption
	if !acting {
		options = append(options, agent.ReadOnly())
	}
	type in struct {
		Order string `json:"order" jsonschema:"the number of an order"`
	}
	lines := strings.Repeat("a line of an order, ", 20)
	a, err := agent.New(agent.Config{
		Name: "clerk", Model: m, Instruction: "You answer questions about orders.", MaxIterations: -1, Parallel: agent.ParallelNever,
		Tools: []agent.Tool{agent.NewTool("look", "Looks an order up.", func(context.Context, in) (map[string]string, error) {
			return map[string]string{"order": lines}, nil
		}, options...)},
	})
	require.NoError(tb, err)
	return a
}

// onQueue returns a function that starts a session with a client.
func onQueue(b *testing.B, c client.Client, queue string, m clerkModel, options temporalerrand.Options) func() client.WorkflowRun {
	b.Helper()
	durable, err := temporalerrand.New(agent.RunnerConfig{Agent: clerk(b, m, false)}, options)
	require.NoError(b, err)
	w := worker.New(c, queue, worker.Options{})
	durable.Register(w)
	require.NoError(b, w.Start())
	b.Cleanup(w.Stop)
	return func() client.WorkflowRun {
		run, err := c.ExecuteWorkflow(b.Context(), client.StartWorkflowOptions{TaskQueue: queue}, durable.Name(),
			temporalerrand.Start{Input: temporalerrand.Input(agent.Say("Where is my order?"))})
		require.NoError(b, err)
		var result temporalerrand.Result
		require.NoError(b, run.Get(b.Context(), &result))
		require.Equal(b, "Done.", result.Text())
		return run
	}
}

// BenchmarkHistory measures the history of a session with one tool call in each turn.
func BenchmarkHistory(b *testing.B) {
	c := startServer(b).dial(b)
	for name, options := range map[string]temporalerrand.Options{"local activity": {Quick: []string{"look"}}, "activity": {}} {
		for _, turns := range []int{1, 5, 10, 20, 40} {
			b.Run(fmt.Sprintf("%s/turns=%d", name, turns), func(b *testing.B) {
				session := onQueue(b, c, fmt.Sprint(name, turns, b.N), clerkModel{turns, 1}, options)
				for range b.N {
					run := session()
					d, err := c.DescribeWorkflowExecution(b.Context(), run.GetID(), run.GetRunID())
					require.NoError(b, err)
					b.ReportMetric(float64(d.WorkflowExecutionInfo.HistoryLength), "events")
					b.ReportMetric(float64(d.WorkflowExecutionInfo.HistorySizeBytes), "bytes")
				}
			})
		}
	}
}
