package anthropicmodel_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/anthropicmodel"
	"github.com/errand-go/errand/toolerr"
)

// One conversation with a tool that fails, and then a service that is overloaded.
func Example() {
	service := httptest.NewServer(service()) // in place of Anthropic's
	defer service.Close()

	client := anthropic.NewClient(option.WithBaseURL(service.URL), option.WithAPIKey("key"))
	book := agent.NewTool("book", "Books a table.", func(context.Context, struct{}) (any, error) {
		return nil, toolerr.ContextRequired(toolerr.Msg("The number of guests is missing."), toolerr.Msg("How many will you be?"))
	})
	a, err := agent.New(agent.Config{
		Name: "concierge", Model: anthropicmodel.New(client, "claude-sonnet-4-5"), Tools: []agent.Tool{book},
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
	once := agent.WithLimits(agent.Limits{ModelRetries: -1}) // the example does not wait
	for _, say := range []string{"Book a table.", "Four."} {
		for e, err := range runner.Run(context.Background(), ref, agent.Say(say), once) {
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
	// failed: The model's provider refused the request or failed.
}

func service() http.Handler {
	answers := []string{
		`{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"book","input":{}}],"stop_reason":"tool_use"}`,
		`{"type":"message","role":"assistant","content":[{"type":"text","text":"How many guests?"}],"stop_reason":"end_turn"}`,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if len(answers) == 0 {
			w.WriteHeader(529)
			_, _ = fmt.Fprint(w, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
			return
		}
		_, _ = fmt.Fprint(w, answers[0])
		answers = answers[1:]
	})
}
