package shop

import (
	"errors"
	"testing"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// TestRefundRunsOnce: a payment that may have been made is not made again, and
// the model does not read the bank's text.
func TestRefundRunsOnce(t *testing.T) {
	const canary = "postgres://till:hunter2@10.0.0.7"
	pay := agenttest.NewTool("refund", agenttest.ReturnError(
		toolerr.Upstream(500, toolerr.Message{}, toolerr.WithCause(errors.New(canary)))))
	model := agenttest.NewModel(agenttest.Call("refund", `{}`), agenttest.Say("I have to see."))
	store := agent.NewMemoryStore()
	runner, err := NewRunner(model, []agent.Tool{pay}, agent.RunnerConfig{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range runner.Run(t.Context(), ada, agent.Say("Refund it.")) {
		if err != nil {
			t.Fatal(err)
		}
	}
	session, err := store.Get(t.Context(), ada)
	if err != nil {
		t.Fatal(err)
	}
	if pay.Count() != 1 || model.Left() != 0 {
		t.Errorf("the tool ran %d times, and %d turns are left", pay.Count(), model.Left())
	}
	agenttest.AssertNoCanary(t, canary, session.Events, model.Requests())
	agenttest.AssertHistorySound(t, session.Events)
}
