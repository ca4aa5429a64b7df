package main

import (
	"context"
	"fmt"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/anthropicmodel"
)

type query struct{ City string }

func weather(_ context.Context, in query) (string, error) { return "21 degrees in " + in.City, nil }

func main() {
	a, err := agent.New(agent.Config{
		Name: "hello", Model: anthropicmodel.New(anthropic.NewClient(), "claude-sonnet-4-5"),
		Tools: []agent.Tool{agent.NewTool("weather", "The weather in a city.", weather, agent.ReadOnly())},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(a.Ask(context.Background(), "How warm is it in Oslo?"))
}
