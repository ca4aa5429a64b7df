package mcptools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/mcptools"
)

// clientMain runs an agent whose model calls every tool of the server once.
func clientMain(url string) int {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "x", "confirmed": true}}, nil
		},
	})
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer session.Close()
	model := agenttest.NewModel(callEverything, agenttest.Say("done"))
	a, err := agent.New(agent.Config{Name: "a", Model: model, Toolsets: []agent.Toolset{mcptools.NewToolset("server", session)}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	r, err := agent.NewRunner(agent.RunnerConfig{App: "app", Agent: a, CreateSessions: true})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for e, err := range r.Run(ctx, agent.SessionRef{User: "u", ID: "s"}, agent.Say("go")) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		for _, f := range e.FunctionResponses() {
			fmt.Fprintf(os.Stderr, "%s: %s\n", f.Name, f.Response)
		}
	}
	return 0
}

// callEverything is a turn of a model that calls each of its tools.
func callEverything(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
	var calls []agent.FunctionCall
	for _, d := range req.Tools {
		var schema struct {
			Properties map[string]struct{ Type string }
		}
		_ = json.Unmarshal(d.Parameters, &schema)
		args := map[string]any{}
		for name, p := range schema.Properties {
			args[name] = map[string]any{"number": 5, "integer": 5, "string": "x", "boolean": true}[p.Type]
		}
		raw, _ := json.Marshal(args)
		calls = append(calls, agent.FunctionCall{Name: d.Name, Args: raw})
	}
	if len(calls) == 0 {
		agenttest.Say("there are no tools")(ctx, req, yield)
		return
	}
	agenttest.Calls(calls...)(ctx, req, yield)
}
