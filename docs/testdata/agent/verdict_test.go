package shop_test

import (
	"context"
	"fmt"

	"example.com/acme/shop"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

func ExampleNewJudge() {
	model := agenttest.NewModel(
		agenttest.Say(`{"refund":"yes"}`),
		agenttest.Say(`{"refund":true,"why":"It arrived broken."}`),
	)
	judge, err := shop.NewJudge(model)
	if err != nil {
		fmt.Println(err)
		return
	}
	store := agent.NewMemoryStore()
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "shop", Agent: judge, Store: store, CreateSessions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, err := range runner.Run(context.Background(), ada, agent.Say("It arrived broken.")) {
		if err != nil {
			fmt.Println(err)
		}
	}
	session, err := store.Get(context.Background(), ada)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(session.State["verdict"])
	fmt.Println(model.Requests()[1].Contents[2].Text())
	// Output:
	// map[refund:true why:It arrived broken.]
	// The answer does not fit the output schema. Answer again, with one JSON value and nothing else. The problems:
	// [{"path":"/why","problem":"is required"},{"path":"/refund","problem":"has the wrong type; it must be boolean, not string"}]
}
