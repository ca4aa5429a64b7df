package storecase

import (
	"context"
	"iter"
	"testing"

	"github.com/errand-go/errand/agent"
)

// A Worker is an agent in a process that a test kills. It is also the agent's model.
type Worker struct {
	// Act does what the tools send and pay do, for the call with the id.
	Act func(ctx context.Context, id string) error
}

// Name implements [agent.Model].
func (Worker) Name() string { return "working" }

// Generate calls four tools, and answers after their results.
func (Worker) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		last := req.Contents[len(req.Contents)-1]
		answer := agent.TextContent(agent.RoleModel, "Done.")
		if last.Parts[0].FunctionResponse == nil {
			answer.Parts = nil
			for _, tool := range []string{"count", "send", "count", "pay"} {
				answer.Parts = append(answer.Parts, agent.Part{FunctionCall: &agent.FunctionCall{Name: tool, Args: []byte(`{}`)}})
			}
		}
		yield(&agent.ModelResponse{Content: &answer, FinishReason: agent.FinishStop}, nil)
	}
}

func (w Worker) act(ctx context.Context, _ struct{}) (string, error) {
	return "done", w.Act(ctx, agent.CallFrom(ctx).ID)
}

// count is a tool that increments a number of the state.
func (Worker) count(ctx context.Context, _ struct{}) (int64, error) {
	call := agent.CallFrom(ctx)
	n, _ := call.State("n")
	old, _ := n.(int64)
	return old + 1, call.SetState("n", old+1)
}

// Runner returns a runner of the agent, whose tool pay needs an approval.
func (w Worker) Runner(store agent.Store) (*agent.Runner, error) {
	a, err := agent.New(agent.Config{Name: "worker", Model: w, Tools: []agent.Tool{
		agent.NewTool("count", "", w.count), agent.NewTool("send", "", w.act), agent.NewTool("pay", "", w.act, agent.Confirm()),
	}})
	if err != nil {
		return nil, err
	}
	return agent.NewRunner(agent.RunnerConfig{Agent: a, Store: store, CreateSessions: true})
}

// Round approves the pending call of a session, or starts a new run.
func (Worker) Round(ctx context.Context, runner *agent.Runner, ref agent.SessionRef, received func(*agent.Event)) error {
	in := agent.Say("Work.")
	if pending, err := runner.Pending(ctx, ref); err == nil && len(pending) > 0 {
		in = agent.Approve(pending[0].CallID)
	}
	for e, err := range runner.Run(ctx, ref, in) {
		if err != nil {
			return err
		}
		received(e)
	}
	return nil
}

// Acts counts the ids of the calls that acted, and requires that none acted twice.
func Acts(t testing.TB, ids []string) map[string]int {
	t.Helper()
	acts := map[string]int{}
	for _, id := range ids {
		if acts[id]++; acts[id] > 1 {
			t.Errorf("call %s was made twice", id)
		}
	}
	return acts
}

// Check requires that the number of the state is the count of the calls that succeeded, or
// also of some of those of which nobody knows how they ended, and that each other call that
// succeeded acted.
func Check(t testing.TB, session *agent.Session, acts map[string]int) (counted int64, interrupted int) {
	t.Helper()
	most := int64(0)
	for _, e := range session.Events {
		for _, r := range e.FunctionResponses() {
			switch {
			case r.Outcome == agent.OutcomeInterrupted:
				interrupted++
				if r.Name == "count" {
					most++
				}
			case r.Outcome != agent.OutcomeOK:
			case r.Name == "count":
				counted++
			case acts[r.ID] != 1:
				t.Errorf("call %s succeeded but did not run", r.ID)
			}
		}
	}
	if n, _ := session.State["n"].(int64); n < counted || n > counted+most {
		t.Errorf("the number is %d, and %d calls succeeded", n, counted)
	}
	return counted, interrupted
}
