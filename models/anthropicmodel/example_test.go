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
)

// service returns a server in place of Anthropic's.
func service() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"type":"message","role":"assistant","content":[{"type":"text","text":"How many guests?"}],"stop_reason":"end_turn"}`)
	}))
}

func Example() {
	service := service()
	defer service.Close()

	client := anthropic.NewClient(option.WithBaseURL(service.URL), option.WithAPIKey("key"))
	a, err := agent.New(agent.Config{Name: "concierge", Instruction: "Be brief.", Model: anthropicmodel.New(client, "claude-sonnet-4-5")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Ask(context.Background(), "Book a table."))
	// Output: How many guests? <nil>
}
