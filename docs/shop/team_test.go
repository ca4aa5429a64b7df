package shop

import (
	"context"
	"fmt"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

func ExampleDesk() {
	model := agenttest.NewModel(agenttest.Call("transfer_to_agent", `{"agent_name":"money"}`), agenttest.Say("What is the order's id?"))
	desk := must(Desk(model, nil))
	runner := must(agent.NewRunner(agent.RunnerConfig{App: "shop", Agent: desk, CreateSessions: true}))
	for e := range runner.Run(context.Background(), ada, agent.Say("I want my money back.")) {
		if e.IsFinalResponse() {
			fmt.Println(e.Author+":", e.Content.Text())
		}
	}
	// Output:
	// money: What is the order's id?
}

func ExampleNewsletter() {
	model := agenttest.NewModel(
		agenttest.Call("expert", `{"request":"What is new?"}`), agenttest.Say("A blue mug."), // the expert's
		agenttest.Say("There is a bleu mug."), // the writer's
		agenttest.Say("There is a blue mug."), // the editor's
	)
	letter := must(Newsletter(model))
	runner := must(agent.NewRunner(agent.RunnerConfig{App: "shop", Agent: letter, CreateSessions: true}))
	talk(runner, agent.Say("Go."))
	// Output:
	// call    expert {"request":"What is new?"}
	// ok      {"success":true,"error":null,"answer":"A blue mug."}
	// answer  There is a bleu mug.
	// answer  There is a blue mug.
}
