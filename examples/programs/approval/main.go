// Approval is an agent behind HTTP. A payment waits until a person approves it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/examples/programs/internal/standin"
)

type payment struct {
	To    string `json:"to" jsonschema:"who gets the money"`
	Cents int    `json:"cents"`
}

func pay(context.Context, payment) (string, error) {
	return "", fmt.Errorf("postgres://till:s3cr3t@ledger-2.internal/book: %w", syscall.ECONNRESET)
}

// newServer returns a server for one agent.
func newServer(model agent.Model) (http.Handler, error) {
	clerk, err := agent.New(agent.Config{
		Name: "clerk", Model: model, Adapters: adapters.Default(),
		Tools: []agent.Tool{agent.NewTool("pay", "Pays somebody.", pay, agent.Confirm())},
	})
	if err != nil {
		return nil, err
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "bank", Agent: clerk, CreateSessions: true, Logger: standin.Logger(), NewID: standin.NewID()})
	if err != nil {
		return nil, err
	}
	return agenthttp.New(agenthttp.Config{Apps: map[string]*agent.Runner{"bank": runner}})
}

func main() {
	handler, err := newServer(agenttest.NewModel( // a script in place of a model
		agenttest.Call("pay", `{"to":"Ada","cents":4200}`),
		agenttest.Say("I do not know whether Ada has been paid."),
	))
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	// A web page sends a message, shows the call that waits, and sends the decision.
	call := post(server.URL+"/run", `{"appName":"bank","userId":"eve","sessionId":"1","newMessage":{"parts":[{"text":"Pay Ada 42."}]}}`)
	post(server.URL+"/apps/bank/users/eve/sessions/1/resume", fmt.Sprintf(`{"decisions":[{"callId":%q,"approved":true}]}`, call))
}

// post sends a body, prints the parts of the events, and returns the id of the first call.
func post(url, body string) any {
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	var events []struct {
		Content struct{ Parts []map[string]any }
	}
	if err := json.NewDecoder(resp.Body).Decode(&events); err != nil {
		panic(err)
	}
	for _, e := range events {
		fmt.Println(e.Content.Parts)
	}
	first, _ := events[0].Content.Parts[0]["functionCall"].(map[string]any)
	return first["id"]
}
