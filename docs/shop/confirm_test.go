package shop

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

func refunds() *agenttest.Model {
	return agenttest.NewModel(agenttest.Call("refund", `{"order":"A-1042"}`), agenttest.Say("I have to see whether it went through."))
}

// With a confirmer, a person decides while the run waits.
func ExampleTerminal() {
	server := service()
	defer server.Close()
	tools := Service{URL: server.URL, HTTP: server.Client()}.Tools()
	runner := must(NewRunner(refunds(), tools, agent.RunnerConfig{
		Confirmer: Terminal(os.Stdout, strings.NewReader("no\n")),
	}))
	talk(runner, agent.Say("Refund order A-1042."))
	// Output:
	// call    refund {"order":"A-1042"}
	// refund {"order":"A-1042"}? [yes/no]
	// denied  {"success":false,"error":"The call was denied and not executed. Do not repeat it.","error_code":"denied","kind":"TOOL_RUNTIME_FATAL","can_retry":false}
	// answer  I have to see whether it went through.
}

// Without one, the run ends with pending calls, and another run continues them.
func ExampleWaiting() {
	server := service()
	defer server.Close()
	tools := Service{URL: server.URL, HTTP: server.Client()}.Tools()
	runner := must(NewRunner(refunds(), tools, agent.RunnerConfig{}))
	var waiting []agent.ConfirmationRequest
	for e := range runner.Run(context.Background(), ada, agent.Say("Refund order A-1042.")) {
		waiting = append(waiting, Waiting(e)...)
	}
	fmt.Println("waits:", waiting[0].Tool, string(waiting[0].Args))
	talk(runner, agent.Approve(waiting[0].CallID))
	// Output:
	// waits: refund {"order":"A-1042"}
	// failed  {"success":false,"error":"Upstream HTTP request failed with status code 500 (Internal Server Error). The request may have been carried out all the same.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":false,"status_code":500,"service":"_http","effect":"unknown","hint":"The call may have been carried out. Find out before you make it again."}
	// answer  I have to see whether it went through.
}
