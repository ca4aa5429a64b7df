package openaimodel_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/openaimodel"
	"github.com/errand-go/errand/toolerr"
)

// One conversation with a tool that fails, and then an account without credit.
func Example() {
	service := httptest.NewServer(service()) // in place of OpenAI's
	defer service.Close()

	client := openai.NewClient(option.WithBaseURL(service.URL), option.WithAPIKey("key"))
	book := agent.NewTool("book", "Books a table.", func(context.Context, struct{}) (any, error) {
		return nil, toolerr.ContextRequired(toolerr.Msg("The number of guests is missing."), toolerr.Msg("How many will you be?"))
	})
	a, err := agent.New(agent.Config{
		Name: "concierge", Model: openaimodel.New(client, "gpt-5.4"), Tools: []agent.Tool{book},
	})
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
	for _, say := range []string{"Book a table.", "Four."} {
		for e, err := range runner.Run(context.Background(), ref, agent.Say(say)) {
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
	// failed: The model's provider refused the credentials.
}

// Responses is OpenAI's newer interface.
func ExampleNewResponses() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":%q}]}]}`, r.URL.Path)
	}))
	defer service.Close()

	client := openai.NewClient(option.WithBaseURL(service.URL), option.WithAPIKey("key"))
	model := openaimodel.NewResponses(client, "gpt-5.4")
	req := &agent.ModelRequest{Contents: []agent.Content{agent.TextContent(agent.RoleUser, "Where am I?")}}
	for resp, err := range model.Generate(context.Background(), req) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(resp.Content.Text(), resp.FinishReason)
	}
	// Output: /responses STOP
}

func service() http.Handler {
	answers := []string{
		`{"choices":[{"message":{"tool_calls":[{"id":"call_1","type":"function","function":{"name":"book","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`,
		`{"choices":[{"message":{"content":"How many guests?"},"finish_reason":"stop"}]}`,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if len(answers) == 0 {
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = fmt.Fprint(w, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`)
			return
		}
		_, _ = fmt.Fprint(w, answers[0])
		answers = answers[1:]
	})
}
