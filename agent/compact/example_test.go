package compact_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/compact"
)

// A window keeps what a model is sent below a number of tokens, however long the session
// gets.
func ExampleWindow() {
	model := agenttest.NewModel( // in place of a real one
		agenttest.Say(strings.Repeat("A long answer. ", 30)),
		agenttest.Say(strings.Repeat("A long answer. ", 30)),
		agenttest.Say("A short answer."),
	)
	a, err := agent.New(agent.Config{Name: "helper", Model: model})
	if err != nil {
		fmt.Println(err)
		return
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{
		Agent: a, CreateSessions: true,
		Compactor: compact.Window{Tokens: 300},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ref := agent.SessionRef{User: "ada", ID: "1"}
	for _, question := range []string{"What is a mug?", "And a cup?", "And a glass?"} {
		for _, err := range runner.Run(context.Background(), ref, agent.Say(question)) {
			if err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	for _, request := range model.Requests() {
		tokens := 0
		for _, c := range request.Contents {
			tokens += compact.Estimate(c)
		}
		fmt.Printf("%d contents, at most 300 tokens: %t\n", len(request.Contents), tokens <= 300)
	}
	// Output:
	// 1 contents, at most 300 tokens: true
	// 3 contents, at most 300 tokens: true
	// 3 contents, at most 300 tokens: true
}
