package shop

import (
	"fmt"
	"log/slog"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

func ExampleAudit() {
	refund := agenttest.NewTool("refund", agenttest.Return("done"))
	model := agenttest.NewModel(agenttest.Call("refund", `{}`), agenttest.Say("Ask again tomorrow."))
	plugins := []agent.Plugin{Audit(slog.New(slog.DiscardHandler), func() bool { return false })}
	runner := must(NewRunner(model, []agent.Tool{refund}, agent.RunnerConfig{Plugins: plugins}))
	talk(runner, agent.Say("Refund it."))
	// Output:
	// call    refund {}
	// failed  {"success":false,"error":"The till is closed until tomorrow.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false}
	// answer  Ask again tomorrow.
}

func ExampleRemember() {
	remember := agent.NewTool("remember", "Keeps the user's name.", Remember)
	model := agenttest.NewModel(agenttest.Call("remember", `{"name":"Ada"}`), agenttest.Say("Hello, Ada."))
	runner := must(NewRunner(model, []agent.Tool{remember}, agent.RunnerConfig{}))
	talk(runner, agent.Say("I am Ada."))
	for _, req := range model.Requests() {
		fmt.Println(req.Instruction)
	}
	// Output:
	// call    remember {"name":"Ada"}
	// ok      {"success":true,"error":null,"version":1}
	// answer  Hello, Ada.
	// You help the customers of a shop. This one is called .
	// You help the customers of a shop. This one is called Ada.
}
