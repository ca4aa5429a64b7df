package shop

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// service is a fake of the shop's API. It has one order, and its refund fails.
func service() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/orders/A-1042":
			http.Error(w, "customer 8841 has no such order in shard 3", http.StatusNotFound)
		case r.Method == http.MethodPost:
			http.Error(w, "ledger.go:88: deadlock", http.StatusInternalServerError)
		default:
			fmt.Fprint(w, `{"id":"A-1042","cents":4999,"state":"paid"}`)
		}
	}))
}

// must returns v. The examples' configurations are right.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var ada = agent.SessionRef{App: "shop", User: "ada", ID: "1"}

// talk prints a run.
func talk(runner *agent.Runner, in agent.Input) {
	if err := Talk(context.Background(), os.Stdout, runner, ada, in); err != nil {
		fmt.Println(err)
	}
}

func Example() {
	server := service()
	defer server.Close()
	model := agenttest.NewModel( // a script in place of a model
		agenttest.Call("find_orders", `{"order":"A-1042"}`),
		agenttest.Call("find_order", `{"oder":"A-1042"}`),
		agenttest.Call("find_order", `{"order":"A-1"}`),
		agenttest.Call("find_order", `{"order":"A-1042"}`),
		agenttest.Say("It cost 49.99."),
	)
	tools := Service{URL: server.URL, HTTP: server.Client()}.Tools()
	runner := must(NewRunner(model, tools, agent.RunnerConfig{}))
	talk(runner, agent.Say("What did order A-1042 cost?"))
	// Output:
	// call    find_orders {"order":"A-1042"}
	// failed  {"success":false,"error":"There is no tool of that name. Did you mean find_order?","error_code":"unknown_tool","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":false}
	// call    find_order {"oder":"A-1042"}
	// failed  {"success":false,"error":"The arguments do not fit the tool's schema.","error_code":"invalid_input","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":false,"hint":"Correct them and call again.","problems":[{"path":"/order","problem":"is required"},{"path":"/oder","problem":"is not known; did you mean \"order\"?"}]}
	// call    find_order {"order":"A-1"}
	// failed  {"success":false,"error":"Upstream HTTP request failed with status code 404 (Not Found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":404,"service":"_http","hint":"Check the name or the id. Look up what exists, if there is a way to.","problems":[{"path":"/order","problem":"refers to something that does not exist"}]}
	// call    find_order {"order":"A-1042"}
	// ok      {"success":true,"error":null,"id":"A-1042","cents":4999,"state":"paid"}
	// answer  It cost 49.99.
}
