package agent_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// cityQuery is what the model has to say to call the tool.
type cityQuery struct {
	City string `json:"city" jsonschema:"the name of the city"`
}

type cityWeather struct {
	Celsius int `json:"celsius"`
}

// A tool is a function; its schema follows from its types.
func Example() {
	weather := agent.NewTool("get_weather", "The weather in a city.",
		func(_ context.Context, in cityQuery) (cityWeather, error) {
			if in.City == "Atlantis" {
				return cityWeather{}, toolerr.Retryable(toolerr.Msg("There is no such city."), toolerr.Msg("Ask for another one."))
			}
			return cityWeather{Celsius: 21}, nil
		}, agent.ReadOnly())

	model := agenttest.NewModel( // in place of a real one
		agenttest.Call("get_weather", `{"city":"Atlantis"}`),
		agenttest.Call("get_weather", `{"city":"Oslo"}`),
		agenttest.Say("It is 21 degrees in Oslo."),
	)
	a, err := agent.New(agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{weather}})
	if err != nil {
		fmt.Println(err)
		return
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "demo", Agent: a, CreateSessions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	ref := agent.SessionRef{User: "ada", ID: "1"}
	for e, err := range runner.Run(context.Background(), ref, agent.Say("How warm is it?")) {
		if err != nil {
			fmt.Println(err) // a *agent.RunError, safe to show
			return
		}
		for _, call := range e.FunctionCalls() {
			fmt.Printf("call %s %s\n", call.Name, call.Args)
		}
		for _, result := range e.FunctionResponses() {
			fmt.Printf("%s %s\n", result.Outcome, result.Response)
		}
		if e.IsFinalResponse() {
			fmt.Println(e.Content.Text())
		}
	}
	// Output:
	// call get_weather {"city":"Atlantis"}
	// failed {"success":false,"error":"There is no such city.","error_code":"internal_error","kind":"TOOL_RUNTIME_RETRY","can_retry":true,"hint":"Ask for another one."}
	// call get_weather {"city":"Oslo"}
	// ok {"success":true,"error":null,"celsius":21}
	// It is 21 degrees in Oslo.
}

// A call that needs approval pauses the run, and an input resumes it.
func ExampleConfirm() {
	pay := agent.NewTool("pay", "Pays an invoice.",
		func(context.Context, struct{}) (map[string]string, error) {
			return map[string]string{"receipt": "R-7"}, nil
		},
		agent.Confirm())
	model := agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("Paid, receipt R-7."))
	a, _ := agent.New(agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{pay}})
	runner, _ := agent.NewRunner(agent.RunnerConfig{App: "demo", Agent: a, CreateSessions: true})
	ref := agent.SessionRef{User: "ada", ID: "1"}

	var waiting string
	for e := range runner.Run(context.Background(), ref, agent.Say("Pay it.")) {
		for id, req := range e.Actions.RequestedToolConfirmations {
			fmt.Println("waits:", req.Tool)
			waiting = id
		}
	}
	for e := range runner.Run(context.Background(), ref, agent.Approve(waiting)) {
		fmt.Println(e.Content.Text())
	}
	// Output:
	// waits: pay
	//
	// Paid, receipt R-7.
}

// A hard failure is matched by kind; its text shows nothing of the cause.
func ExampleRunError() {
	model := agenttest.NewModel(agenttest.Status(401))
	a, _ := agent.New(agent.Config{Name: "helper", Model: model})
	runner, _ := agent.NewRunner(agent.RunnerConfig{App: "demo", Agent: a, CreateSessions: true})
	for _, err := range runner.Run(context.Background(), agent.SessionRef{User: "ada", ID: "1"}, agent.Say("Hello")) {
		fmt.Println(errors.Is(err, agent.ErrProviderAuth), err)
		if re, ok := go126.AsType[*agent.RunError](err); ok {
			fmt.Println(re.Guidance, re.Detail().StatusCode())
		}
	}
	// Output:
	// true The model's provider refused the credentials.
	// refresh_auth_then_retry 401
}
