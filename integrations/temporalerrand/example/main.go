// Example runs an agent as a workflow: a tool that needs an approval, which comes later. It
// needs a server: temporal server start-dev.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	sdklog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/temporalerrand"
)

// pay is the function of the tool.
func pay(_ context.Context, in struct {
	Cents int `json:"cents"`
},
) (map[string]string, error) {
	return map[string]string{"receipt": fmt.Sprintf("R-%d", in.Cents)}, nil
}

func newAgent() (*temporalerrand.Agent, error) {
	root, err := agent.New(agent.Config{
		Name: "clerk",
		// In place of a model of package models.
		Model: agenttest.NewModel(
			agenttest.Calls(agent.FunctionCall{ID: "call_1", Name: "pay", Args: json.RawMessage(`{"cents":250}`)}),
			agenttest.Say("Paid. The receipt is R-250."),
		),
		Tools:    []agent.Tool{agent.NewTool("pay", "Pays an invoice.", pay, agent.Confirm())},
		Adapters: adapters.Default(),
	})
	if err != nil {
		return nil, err
	}
	return temporalerrand.New(agent.RunnerConfig{Agent: root}, temporalerrand.Options{})
}

// ask sends an input to a session, and returns the events of its run.
func ask(ctx context.Context, c client.Client, id string, in agent.Input) (events []*agent.Event, err error) {
	update, err := c.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		WorkflowID: id, UpdateName: temporalerrand.UpdateInput, Args: []any{temporalerrand.Input(in)},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err != nil {
		return nil, err
	}
	err = update.Get(ctx, &events)
	return events, err
}

func run(ctx context.Context, address string) error {
	c, err := client.Dial(client.Options{HostPort: address, Logger: sdklog.NewStructuredLogger(slog.New(slog.NewTextHandler(os.Stderr, nil)))})
	if err != nil {
		return err
	}
	defer c.Close()
	durable, err := newAgent()
	if err != nil {
		return err
	}
	w := worker.New(c, "errand", worker.Options{
		Interceptors: []interceptor.WorkerInterceptor{temporalerrand.Guard(adapters.Default())},
	})
	durable.Register(w)
	if err := w.Start(); err != nil {
		return err
	}
	defer w.Stop()

	session, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: "errand"}, durable.Name(), temporalerrand.Start{})
	if err != nil {
		return err
	}
	events, err := ask(ctx, c, session.GetID(), agent.Say("Pay invoice 7."))
	if err != nil {
		return err
	}
	for _, id := range events[len(events)-1].LongRunningToolIDs { // hours later, and by another program
		fmt.Println("approving", id)
		if _, err := ask(ctx, c, session.GetID(), agent.Approve(id)); err != nil {
			return err
		}
	}
	var result temporalerrand.Result
	if err := session.Get(ctx, &result); err != nil {
		return err
	}
	fmt.Println(result.Text())
	return nil
}

func main() {
	address := client.DefaultHostPort
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	if err := run(context.Background(), address); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
