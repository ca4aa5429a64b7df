package agenthttp_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
)

// A server for one agent. [Handler.Serve] serves it on a listener.
func ExampleNew() {
	helper, err := agent.New(agent.Config{
		Name:  "helper",
		Model: agenttest.NewModel(agenttest.Stream("Hello, ", "Ada.")), // here a real one
	})
	if err != nil {
		panic(err)
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: helper, CreateSessions: true})
	if err != nil {
		panic(err)
	}
	h, err := agenthttp.New(agenthttp.Config{Apps: map[string]*agent.Runner{"helper": runner}})
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(h)
	defer server.Close()

	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, server.URL+"/run_sse", strings.NewReader(
		`{"appName":"helper","userId":"ada","sessionId":"1","streaming":true,"newMessage":{"parts":[{"text":"Hi"}]}}`))
	if err != nil {
		panic(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if _, content, ok := strings.Cut(lines.Text(), `"content":`); ok {
			content, _, _ = strings.Cut(content, `,"`+"partial")
			fmt.Println(strings.SplitAfter(content, "}]}")[0])
		}
	}
	// Output:
	// {"role":"model","parts":[{"text":"Hello, "}]}
	// {"role":"model","parts":[{"text":"Ada."}]}
	// {"role":"model","parts":[{"text":"Hello, Ada."}]}
}
