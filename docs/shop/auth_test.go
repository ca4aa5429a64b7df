package shop

import (
	"context"
	"fmt"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

func ExampleTokens() {
	tokens := &Tokens{
		SignInURL: "https://shop.example/sign-in",
		Renew:     func(context.Context, string) (string, error) { return "fresh", nil },
	}
	calendar := tokens.Calendar(func(_ context.Context, token string) ([]string, error) {
		if token != "fresh" {
			return nil, toolerr.Upstream(401, toolerr.Message{}) // what a service says to an old one
		}
		return []string{"lunch"}, nil
	})
	model := agenttest.NewModel(agenttest.Call("list_events", `{}`), agenttest.Say("You have lunch."))
	runner := must(NewRunner(model, []agent.Tool{calendar}, agent.RunnerConfig{}))
	waits := ""
	for e := range runner.Run(context.Background(), ada, agent.Say("What is on today?")) {
		for id, req := range e.Actions.RequestedAuth {
			waits = id
			fmt.Println("sign in:", req.URL)
		}
	}
	tokens.Put("ada", "old")
	talk(runner, agent.SignedIn(waits))
	// Output:
	// sign in: https://shop.example/sign-in
	// ok      {"success":true,"error":null,"events":["lunch"]}
	// answer  You have lunch.
}
