package shop

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

func ExampleExport() {
	id := ""
	export := Export(func(_ context.Context, callID string) error { id = callID; return nil })
	model := agenttest.NewModel(agenttest.Call("export", `{}`), agenttest.Say("It has begun."), agenttest.Say("It failed."))
	runner := must(NewRunner(model, []agent.Tool{export}, agent.RunnerConfig{}))
	talk(runner, agent.Say("Export everything."))
	talk(runner, agent.Deliver(id, nil, errors.New("/var/exports: disk quota exceeded"))) // hours later
	last := model.Requests()[2]
	for _, c := range last.Contents {
		for _, p := range c.Parts {
			if p.FunctionResponse != nil {
				fmt.Println("told:  ", string(p.FunctionResponse.Response))
			}
		}
	}
	// Output:
	// call    export {}
	// pending {"success":true,"error":null,"status":"started"}
	// answer  It has begun.
	// answer  It failed.
	// told:   {"success":false,"error":"The tool failed and cannot complete this call.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"hint":"Go on without the result, or tell the user."}
}
