package mcptools_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/internal/effectlaw"
)

// sending returns a session with a server whose tool runs a function.
func sending(t *testing.T, tool func(context.Context) error, opts ...mcptools.Option) *mcp.ClientSession {
	t.Helper()
	s := bare(mcptools.Middleware(adapters.Default(), opts...))
	s.AddTool(&mcp.Tool{Name: "send", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{}, tool(ctx)
	})
	return inMemory(t, s)
}

// A model is not invited to send a request again that may have been carried out.
func TestNoInvitationToRepeat(t *testing.T) {
	server := func(opts ...mcptools.Option) effectlaw.Path {
		return func(t *testing.T, tool func(context.Context) error) (payload map[string]any) {
			t.Helper()
			res := call(t, sending(t, tool, opts...), "send", "{}")
			if !res.IsError {
				return nil
			}
			text := res.Content[0].(*mcp.TextContent).Text
			if json.Unmarshal([]byte(text), &payload) != nil {
				payload, _ = res.Meta[mcptools.MetaKey].(map[string]any)
				payload["error"] = text
			}
			return payload
		}
	}
	toolset := func(opts ...mcpagent.ToolsetOption) effectlaw.Path {
		return func(t *testing.T, tool func(context.Context) error) (payload map[string]any) {
			t.Helper()
			resp := ask(t, mcpagent.NewToolset("server", same(sending(t, tool)), opts...), "send", "{}")
			require.NoError(t, json.Unmarshal(resp.Response, &payload))
			return payload
		}
	}
	for name, path := range map[string]effectlaw.Path{
		"JSON": server(mcptools.WithJSON()), "sentences": server(),
		"a toolset": toolset(), "a toolset of a trusted server": toolset(mcpagent.WithTrustedServer()),
	} {
		t.Run(name, func(t *testing.T) { effectlaw.Check(t, path) })
	}
}
