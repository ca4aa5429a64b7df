package agenttest_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// printer is a TB that prints. In a test, pass t to the checks.
type printer struct{}

func (printer) Helper() {}

func (printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// A scripted model and a tool that fails show what an agent does about it.
func Example() {
	broken := agenttest.NewTool("search", agenttest.ReturnError(errors.New("dial db: password=hunter2")))
	model := agenttest.NewModel(
		agenttest.Call("search", `{"q":"invoices"}`),
		agenttest.Say("I could not search."),
	)
	a, err := agent.New(agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{broken}})
	if err != nil {
		fmt.Println(err)
		return
	}
	store := agent.NewMemoryStore()
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "demo", Agent: a, Store: store, CreateSessions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, ref := context.Background(), agent.SessionRef{App: "demo", User: "ada", ID: "1"}
	for e, err := range runner.Run(ctx, ref, agent.Say("Find my invoices.")) {
		if err != nil {
			fmt.Println(err)
		} else if e.IsFinalResponse() {
			fmt.Println(e.Content.Text())
		}
	}
	session, _ := store.Get(ctx, ref)
	agenttest.AssertHistorySound(printer{}, session.Events)
	agenttest.AssertNoCanary(printer{}, "hunter2", model.Requests(), session.Events)
	fmt.Println(broken.Count(), "run,", len(model.Requests()), "requests")
	// Output:
	// I could not search.
	// 1 run, 2 requests
}
