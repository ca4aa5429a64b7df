// Approval is an agent behind HTTP. A payment waits until an approver approves it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/toolerr"
)

type payment struct {
	To    string `json:"to" jsonschema:"who gets the money"`
	Cents int    `json:"cents"`
}

func pay(context.Context, payment) (string, error) {
	return "", fmt.Errorf("postgres://till:s3cr3t@ledger-2.internal/book: %w", syscall.ECONNRESET)
}

func mayApprove(r *http.Request, _ agent.SessionRef, _ agent.PendingCall) error {
	if r.Header.Get("Authorization") != "Bearer approver" { // a secret in a program of your own
		return toolerr.Fatal(toolerr.Msg("Only approvers may decide about payments."))
	}
	return nil
}

func main() {
	model := agenttest.NewModel( // a script in place of a model
		agenttest.Call("pay", `{"to":"Ada","cents":4200}`),
		agenttest.Say("I do not know whether Ada has been paid."),
	)
	clerk := must(agent.New(agent.Config{
		Name: "clerk", Model: model, Adapters: adapters.Default(),
		Tools: []agent.Tool{agent.NewTool("pay", "Pays somebody.", pay, agent.Confirm())},
	}))
	runner := must(agent.NewRunner(agent.RunnerConfig{App: "bank", Agent: clerk, CreateSessions: true, Logger: standin.Logger(), NewID: standin.NewID()}))
	server := httptest.NewServer(must(agenthttp.New(agenthttp.Config{Apps: map[string]*agent.Runner{"bank": runner}, CheckResume: mayApprove})))
	defer server.Close()
	session := server.URL + "/apps/bank/users/eve/sessions/1"
	send("requester", "POST", server.URL+"/run", `{"appName":"bank","userId":"eve","sessionId":"1","newMessage":{"parts":[{"text":"Pay Ada 42."}]}}`)
	// A web page shows the call that waits, and sends the decision.
	decision := fmt.Sprintf(`{"decisions":[{"callId":%q,"approved":true}]}`, send("approver", "GET", session+"/pending", "")["callId"])
	send("requester", "POST", session+"/resume", decision)
	send("approver", "POST", session+"/resume", decision)
}

// send prints the answer to a request, and returns its first item.
func send(token, method, url, body string) map[string]any {
	req := must(http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body)))
	req.Header.Set("Authorization", "Bearer "+token)
	resp := must(http.DefaultClient.Do(req))
	defer resp.Body.Close()
	raw, items := must(io.ReadAll(resp.Body)), []map[string]any{{}}
	if json.Unmarshal(raw, &items) != nil { // an error is an object
		must(0, json.Unmarshal(raw, &items[0]))
	}
	for _, item := range items {
		fmt.Println(resp.StatusCode, item["tool"], item["content"], item["detail"])
	}
	return items[0]
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
