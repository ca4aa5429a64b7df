package geminimodel_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/geminimodel"
	"github.com/errand-go/errand/toolerr"
)

// One conversation with a tool that fails, and then a quota that is used up.
func Example() {
	service := httptest.NewServer(service()) // in place of Google's
	defer service.Close()

	ctx := context.Background()
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: "key", Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: service.URL},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	book := agent.NewTool("book", "Books a table.", func(context.Context, struct{}) (any, error) {
		return nil, toolerr.ContextRequired(toolerr.Msg("The number of guests is missing."), toolerr.Msg("How many will you be?"))
	})
	a, err := agent.New(agent.Config{
		Name: "concierge", Model: geminimodel.New(client, "gemini-3.8-flash"), Tools: []agent.Tool{book},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "demo", Agent: a, Store: agent.NewMemoryStore(), CreateSessions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	ref := agent.SessionRef{App: "demo", User: "ada", ID: "1"}
	for _, say := range []string{"Book a table.", "Four."} {
		for e, err := range runner.Run(ctx, ref, agent.Say(say)) {
			switch {
			case err != nil:
				fmt.Println("failed:", err)
			case len(e.FunctionResponses()) > 0:
				fmt.Println("result:", string(e.FunctionResponses()[0].Response))
			case e.Content.Text() != "":
				fmt.Println("answer:", e.Content.Text())
			}
		}
	}
	// Output:
	// result: {"success":false,"error":"The number of guests is missing.","error_code":"invalid_input","kind":"TOOL_RUNTIME_CONTEXT_REQUIRED","can_retry":false,"hint":"How many will you be?"}
	// answer: How many guests?
	// failed: The model's provider is limiting the rate of requests.
}

func service() http.Handler {
	answers := []string{
		`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"book","args":{}}}]},"finishReason":"STOP"}]}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"How many guests?"}]},"finishReason":"STOP"}]}`,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if len(answers) == 0 {
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = fmt.Fprint(w, `{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED","details":[`+
				`{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel"}]}]}}`)
			return
		}
		_, _ = fmt.Fprint(w, answers[0])
		answers = answers[1:]
	})
}
