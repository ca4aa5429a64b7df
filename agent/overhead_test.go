package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// loopedModel makes calls in its first turn, and then answers. It allocates nothing.
type loopedModel struct{ first, then *agent.ModelResponse }

// overheadRun returns a run of one turn with n calls of a tool that does nothing.
func overheadRun(tb testing.TB, n int) func() {
	tb.Helper()
	calls := make([]agent.FunctionCall, n)
	for i := range calls {
		calls[i] = agent.FunctionCall{ID: fmt.Sprint("id", i), Name: "add", Args: json.RawMessage(`{"a":1,"b":2}`)}
	}
	model := newLoopedModel(calls...)
	add := agent.NewTool("add", "Adds.", func(_ context.Context, in struct {
		A int `json:"a"`
		B int `json:"b"`
	},
	) (sum, error) {
		return sum{in.A + in.B}, nil
	})
	a := mustAgent(tb, agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{add}})
	limits := agent.Limits{ToolCalls: -1, ToolCallsPerTurn: -1}
	return func() {
		r, err := agent.NewRunner(agent.RunnerConfig{Agent: a, CreateSessions: true, Limits: limits})
		if err != nil {
			tb.Fatal(err)
		}
		for _, err := range r.Run(tb.Context(), session, agent.Say("go")) {
			if err != nil {
				tb.Fatal(err)
			}
		}
	}
}

type sum struct {
	Sum int `json:"sum"`
}

func (m *loopedModel) Name() string { return "looped" }

func newLoopedModel(calls ...agent.FunctionCall) *loopedModel {
	first, done := &agent.Content{}, agent.TextContent(agent.RoleModel, "done")
	for i := range calls {
		first.Parts = append(first.Parts, agent.Part{FunctionCall: &calls[i]})
	}
	return &loopedModel{
		first: &agent.ModelResponse{Content: first, FinishReason: agent.FinishToolCalls},
		then:  &agent.ModelResponse{Content: &done, FinishReason: agent.FinishStop},
	}
}

func (m *loopedModel) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	resp := m.first
	if len(req.Contents) > 1 {
		resp = m.then
	}
	return func(yield func(*agent.ModelResponse, error) bool) { yield(resp, nil) }
}

func thousandRuns(tb testing.TB) {
	tb.Helper()
	const runs = 1000
	ok := agenttest.NewTool("ok", agenttest.Return(sum{1}))
	bad := agenttest.NewTool("bad", agenttest.ReturnError(toolerr.Fatal(toolerr.Message{})))
	model := newLoopedModel(call("a", "ok", `{}`), call("b", "bad", `{}`))
	a := mustAgent(tb, agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{ok, bad}})
	r := mustRunner(tb, agent.RunnerConfig{Agent: a, CreateSessions: true})
	var group sync.WaitGroup
	for i := range runs {
		group.Go(func() {
			ref := session
			ref.ID = fmt.Sprint(i)
			for _, err := range r.Run(tb.Context(), ref, agent.Say("go")) {
				if err != nil {
					tb.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func TestAThousandConcurrentRunsLeaveNothingBehind(t *testing.T) {
	thousandRuns(t)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	goroutines := runtime.NumGoroutine()
	for range 3 {
		thousandRuns(t)
	}
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= goroutines+1 }, time.Minute, 10*time.Millisecond)
	runtime.GC()
	runtime.ReadMemStats(&after)
	assert.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(4<<20))
}
