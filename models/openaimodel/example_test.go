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
)

// service returns a server in place of OpenAI's.
func service() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/responses" {
			_, _ = fmt.Fprint(w, `{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"How many guests?"}]}]}`)
			return
		}
		_, _ = fmt.Fprint(w, `{"choices":[{"message":{"content":"How many guests?"},"finish_reason":"stop"}]}`)
	}))
}

func Example() {
	service := service()
	defer service.Close()

	client := openai.NewClient(option.WithBaseURL(service.URL), option.WithAPIKey("key"))
	a, err := agent.New(agent.Config{Name: "concierge", Instruction: "Be brief.", Model: openaimodel.New(client, "gpt-5.4")})
	if err != nil {
		fmt.Println(err)
		return
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, CreateSessions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(runner.Ask(context.Background(), agent.SessionRef{User: "ada", ID: "1"}, agent.Say("Book a table.")))
	// Output: How many guests? <nil>
}

// Responses is OpenAI's newer interface.
func ExampleNewResponses() {
	service := service()
	defer service.Close()

	client := openai.NewClient(option.WithBaseURL(service.URL), option.WithAPIKey("key"))
	model := openaimodel.NewResponses(client, "gpt-5.4")
	req := &agent.ModelRequest{Contents: []agent.Content{agent.TextContent(agent.RoleUser, "Book a table.")}}
	for resp, err := range model.Generate(context.Background(), req) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(resp.Content.Text(), resp.FinishReason)
	}
	// Output: How many guests? STOP
}
