// Package durable measures what a turn of an agent costs, by where its session is kept.
package durable

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/pgstore"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/integrations/temporalerrand"
)

const turns = 16

// A model calls a tool in each of some turns, and then answers.
type model struct{ turns int }

func (model) Name() string { return "clerk" }

func (m model) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		turn := len(req.Contents) / 2
		content, finish := agent.TextContent(agent.RoleModel, "Done."), agent.FinishStop
		if turn < m.turns {
			finish = agent.FinishToolCalls
			content.Parts = []agent.Part{{FunctionCall: &agent.FunctionCall{
				ID: fmt.Sprintf("call_%d", turn), Name: "look", Args: json.RawMessage(`{"order":"A-1001"}`),
			}}}
		}
		yield(&agent.ModelResponse{Content: &content, FinishReason: finish}, nil)
	}
}

// clerk is an agent whose tool returns about 400 bytes.
func clerk(b *testing.B, turns int) *agent.Agent {
	b.Helper()
	type in struct {
		Order string `json:"order"`
	}
	lines := strings.Repeat("a line of an order, ", 20)
	a, err := agent.New(agent.Config{
		Name: "clerk", Model: model{turns}, MaxIterations: -1,
		Tools: []agent.Tool{agent.NewTool("look", "Looks an order up.", func(context.Context, in) (string, error) { return lines, nil }, agent.ReadOnly())},
	})
	require.NoError(b, err)
	return a
}

// BenchmarkTurn is one turn: a model is asked, and the tool that it calls returns. It is
// measured in sessions of 16 turns, without what a session costs that has none.
func BenchmarkTurn(b *testing.B) {
	b.Run("memory", func(b *testing.B) { inProcess(b, agent.NewMemoryStore()) })
	b.Run("SQLite", func(b *testing.B) {
		s, err := sqlitestore.Open(b.Context(), filepath.Join(b.TempDir(), "sessions.db"))
		require.NoError(b, err)
		b.Cleanup(func() { _ = s.Close() })
		inProcess(b, s)
	})
	b.Run("PostgreSQL", func(b *testing.B) {
		pool, err := pgxpool.New(b.Context(), testenv.Postgres(b, "fsync=on"))
		require.NoError(b, err)
		b.Cleanup(pool.Close)
		s, err := pgstore.Open(b.Context(), pool)
		require.NoError(b, err)
		inProcess(b, s)
	})
	c := temporal(b)
	for name, options := range engines {
		b.Run(name, func(b *testing.B) {
			queue := fmt.Sprint(name, b.N)
			with, without := workflow(b, c, queue+"1", turns, options), workflow(b, c, queue+"0", 0, options)
			perTurn(b, func() { with() }, func() { without() })
		})
	}
}

// engines are how Temporal runs the tool.
var engines = map[string]temporalerrand.Options{"Temporal, local activity": {Quick: []string{"look"}}, "Temporal, activity": {}}

// BenchmarkHistory measures the history of a workflow, by its turns.
func BenchmarkHistory(b *testing.B) {
	c := temporal(b)
	for name, options := range engines {
		for _, turns := range []int{1, 10, 40} {
			b.Run(fmt.Sprintf("%s, %d turns", name, turns), func(b *testing.B) {
				session := workflow(b, c, fmt.Sprint("history ", name, turns, b.N), turns, options)
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

func perTurn(b *testing.B, with, without func()) {
	b.Helper()
	with()
	without()
	var took time.Duration
	for range b.N {
		start := time.Now()
		with()
		middle := time.Now()
		without()
		took += middle.Sub(start) - time.Since(middle)
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(b.N*turns)/1e6, "ms/turn")
	b.ReportMetric(0, "ns/op")
}

func inProcess(b *testing.B, s agent.Store) {
	b.Helper()
	session := func(prefix string, turns int) func() {
		runner, err := agent.NewRunner(agent.RunnerConfig{Agent: clerk(b, turns), Store: s, CreateSessions: true})
		require.NoError(b, err)
		n := 0
		return func() {
			n++
			for _, err := range runner.Run(b.Context(), agent.SessionRef{ID: prefix + strconv.Itoa(b.N) + "-" + strconv.Itoa(n)}, agent.Say("Where is it?")) {
				require.NoError(b, err)
			}
		}
	}
	perTurn(b, session("with", turns), session("without", 0))
}

// workflow returns a function that runs one session as a workflow.
func workflow(b *testing.B, c client.Client, queue string, turns int, options temporalerrand.Options) func() client.WorkflowRun {
	b.Helper()
	durable, err := temporalerrand.New(agent.RunnerConfig{Agent: clerk(b, turns)}, options)
	require.NoError(b, err)
	w := worker.New(c, queue, worker.Options{})
	durable.Register(w)
	require.NoError(b, w.Start())
	b.Cleanup(w.Stop)
	return func() client.WorkflowRun {
		run, err := c.ExecuteWorkflow(b.Context(), client.StartWorkflowOptions{TaskQueue: queue}, durable.Name(),
			temporalerrand.Start{Input: temporalerrand.Input(agent.Say("Where is it?"))})
		require.NoError(b, err)
		var result temporalerrand.Result
		require.NoError(b, run.Get(b.Context(), &result))
		require.Equal(b, "Done.", result.Text())
		return run
	}
}

// temporal starts the development server on a file.
func temporal(b *testing.B) client.Client {
	b.Helper()
	program, err := exec.LookPath("temporal")
	if err != nil {
		testenv.Missing(b, "temporal", "go install github.com/temporalio/cli/cmd/temporal@v1.5.1")
	}
	port := testenv.Server(b, func(port int) *exec.Cmd {
		return exec.Command(program, "server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", strconv.Itoa(port),
			"--db-filename", filepath.Join(b.TempDir(), "temporal.db"), "--log-level", "never")
	}, "Server:", syscall.SIGTERM)
	c, err := client.Dial(client.Options{
		HostPort: "127.0.0.1:" + strconv.Itoa(port), Logger: log.NewStructuredLogger(slog.New(slog.NewTextHandler(io.Discard, nil))),
	})
	require.NoError(b, err)
	b.Cleanup(c.Close)
	return c
}
