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

// cityQuery has the arguments of the tool.
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

// A tool keeps a file with the session, and ends the run with its own result.
func ExampleCall() {
	type order struct {
		ID string `json:"id"`
	}
	invoice := agent.NewTool("invoice", "Writes the invoice of an order.", func(ctx context.Context, in order) (string, error) {
		call := agent.CallFrom(ctx)
		if _, err := call.SaveArtifact(ctx, "invoice.txt", agent.Blob{MIMEType: "text/plain", Data: []byte("Order " + in.ID)}); err != nil {
			return "", err
		}
		call.SkipSummarization()
		return "The invoice is ready.", nil
	})
	read := agent.NewTool("read_invoice", "Reads the invoice.", func(ctx context.Context, _ struct{}) (string, error) {
		blob, err := agent.CallFrom(ctx).LoadArtifact(ctx, "invoice.txt", 0) // the latest version
		if err != nil {
			return "", err
		}
		return string(blob.Data), nil
	}, agent.ReadOnly())
	model := agenttest.NewModel( // in place of a real one
		agenttest.Call("invoice", `{"id":"A-1"}`),
		agenttest.Call("read_invoice", `{}`),
		agenttest.Say("It is about order A-1."),
	)
	helper, _ := agent.New(agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{invoice, read}})
	runner, _ := agent.NewRunner(agent.RunnerConfig{Agent: helper, CreateSessions: true})
	ref := agent.SessionRef{User: "ada", ID: "1"}
	for _, question := range []string{"Write the invoice.", "What is in it?"} {
		fmt.Println(runner.Ask(context.Background(), ref, agent.Say(question)))
	}
	// Output:
	// {"success":true,"error":null,"data":"The invoice is ready."} <nil>
	// It is about order A-1. <nil>
}

// A tool decides which agent answers next.
func ExampleCall_TransferTo() {
	type question struct {
		Subject string `json:"subject"`
	}
	route := agent.NewTool("route", "Finds who answers.", func(ctx context.Context, in question) (string, error) {
		agent.CallFrom(ctx).TransferTo("billing")
		return "Billing answers questions about " + in.Subject + ".", nil
	})
	model := agenttest.NewModel( // in place of a real one
		agenttest.Call("route", `{"subject":"invoices"}`),
		agenttest.Say("Your invoice was sent on Monday."),
	)
	billing, _ := agent.New(agent.Config{Name: "billing", Description: "Knows invoices.", Model: model})
	desk, _ := agent.New(agent.Config{Name: "desk", Model: model, Tools: []agent.Tool{route}, SubAgents: []*agent.Agent{billing}})
	runner, _ := agent.NewRunner(agent.RunnerConfig{Agent: desk, CreateSessions: true})
	for e := range runner.Run(context.Background(), agent.SessionRef{User: "ada", ID: "1"}, agent.Say("Where is my invoice?")) {
		if e.IsFinalResponse() {
			fmt.Println(e.Author+":", e.Content.Text())
		}
	}
	// Output:
	// billing: Your invoice was sent on Monday.
}

// The schema of a Go type, for answers of that form.
func ExampleSchemaFor() {
	type ticket struct {
		Title  string `json:"title" jsonschema:"what is broken"`
		Urgent bool   `json:"urgent"`
	}
	schema, err := agent.SchemaFor[ticket]()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(schema))
	// Output:
	// {"type":"object","properties":{"title":{"type":"string","description":"what is broken"},"urgent":{"type":"boolean"}},"required":["title","urgent"],"additionalProperties":false}
}
