package geminimodel_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/geminimodel"
)

// service returns a server in place of Google's.
func service() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"candidates":[{"content":{"role":"model","parts":[{"text":"How many guests?"}]},"finishReason":"STOP"}]}`)
	}))
}

func Example() {
	service := service()
	defer service.Close()

	client, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey: "key", Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: service.URL},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := agent.New(agent.Config{Name: "concierge", Instruction: "Be brief.", Model: geminimodel.New(client, "gemini-3.8-flash")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Ask(context.Background(), "Book a table."))
	// Output: How many guests? <nil>
}
