package reports_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
)

// server has one tool.
func server(tool *mcp.Tool, handler mcp.ToolHandler) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	if tool.InputSchema == nil {
		tool.InputSchema = json.RawMessage(`{"type":"object"}`)
	}
	s.AddTool(tool, handler)
	return s
}

// connected returns a toolset of a server in memory.
func connected(t *testing.T, s *mcp.Server) *mcpagent.Toolset {
	t.Helper()
	ours, theirs := mcp.NewInMemoryTransports()
	_, err := s.Connect(t.Context(), theirs, nil)
	require.NoError(t, err)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(t.Context(), ours, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return mcpagent.NewToolset("server", func(context.Context) (*mcp.ClientSession, error) { return session, nil })
}

func succeed(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil
}

// declared returns the declaration of a toolset's only tool.
func declared(t *testing.T, set *mcpagent.Toolset) agent.Declaration {
	t.Helper()
	tools, err := set.Tools(t.Context())
	require.NoError(t, err)
	require.Len(t, tools, 1)
	return tools[0].Declaration()
}

// called runs an agent that calls the toolset's tool once for each of the arguments.
func called(t *testing.T, set *mcpagent.Toolset, name string, args ...string) []*agent.FunctionResponse {
	t.Helper()
	m := agenttest.NewModel()
	for _, one := range args {
		m.Then(agenttest.Call(name, one))
	}
	m.Then(agenttest.Say("done"))
	a, err := agent.New(agent.Config{Name: "helper", Model: m, Toolsets: []agent.Toolset{set}})
	require.NoError(t, err)
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "app", Agent: a, CreateSessions: true})
	require.NoError(t, err)
	var all []*agent.FunctionResponse
	for e, err := range runner.Run(t.Context(), agent.SessionRef{User: "ada", ID: "1"}, agent.Say("hello")) {
		require.NoError(t, err)
		all = append(all, e.FunctionResponses()...)
	}
	return all
}

// callTool calls a tool whose result has the input's content.
func callTool(t *testing.T, in *input) observed {
	set := connected(t, server(&mcp.Tool{Name: "find"}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res := &mcp.CallToolResult{Content: []mcp.Content{}}
		if in.Structured != "" {
			res.StructuredContent = json.RawMessage(in.Structured)
		}
		for _, one := range in.Content {
			res.Content = append(res.Content, &mcp.TextContent{Text: one})
		}
		return res, nil
	}))
	return observed{"result": string(called(t, set, "find", `{}`)[0].Response)}
}

// declareTool declares a tool with the input's schema, and calls it with arguments that fit
// and with some that do not.
func declareTool(t *testing.T, in *input) observed {
	set := connected(t, server(&mcp.Tool{Name: "upload", InputSchema: in.InputSchema}, succeed))
	results := called(t, set, "upload", `{"content":"x"}`, `{}`)
	return observed{"declared": string(declared(t, set).Parameters), "result": string(results[0].Response), "refused": string(results[1].Response)}
}

func nameTool(t *testing.T, in *input) observed {
	return observed{"declared": declared(t, connected(t, server(&mcp.Tool{Name: in.Tool}, succeed))).Name}
}

// endSession calls a tool after the server has lost its sessions.
func endSession(t *testing.T, in *input) observed {
	s := server(&mcp.Tool{Name: "find"}, succeed)
	var gone atomic.Bool
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !gone.Load() {
			handler.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(in.Status)
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":null,"error":{"code":` + text(in.Code) + `,"message":"` + text(in.Message) + `"}}`))
	}))
	t.Cleanup(web.Close)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: web.URL, DisableStandaloneSSE: true}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	set := mcpagent.NewToolset("server", func(context.Context) (*mcp.ClientSession, error) { return session, nil })
	tools, err := set.Tools(t.Context())
	require.NoError(t, err)
	gone.Store(true)
	m := agenttest.NewModel(agenttest.Call("find", `{}`), agenttest.Say("done"))
	a, err := agent.New(agent.Config{Name: "helper", Model: m, Tools: tools})
	require.NoError(t, err)
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "app", Agent: a, CreateSessions: true})
	require.NoError(t, err)
	got := map[string]any{}
	for e, err := range runner.Run(t.Context(), agent.SessionRef{User: "ada", ID: "1"}, agent.Say("hello")) {
		require.NoError(t, err)
		for _, result := range e.FunctionResponses() {
			require.NoError(t, json.Unmarshal(result.Response, &got))
		}
	}
	if got["effect"] == nil {
		got["effect"] = "none"
	}
	return got
}
