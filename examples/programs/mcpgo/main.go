// Mcpgo is an MCP server of mark3labs/mcp-go, whose tool calls an API.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/integrations/mcpgotools"
)

// newServer returns the server. Its tool returns every error, and does not put any into
// a result.
func newServer(api *http.Client) *server.MCPServer {
	registry := adapters.Default().WithLogger(standin.Logger())
	s := server.NewMCPServer("weather", "1",
		server.WithToolHandlerMiddleware(mcpgotools.Middleware(registry)), // the one line
	)
	tool := mcp.NewTool("weather", mcp.WithDescription("The weather of a city."), mcp.WithString("city", mcp.Required()))
	s.AddTool(tool, func(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		city, err := call.RequireString("city")
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://weather.example/now?key=s3cr3t&city="+city, nil)
		if err != nil {
			return nil, err
		}
		resp, err := api.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		if err := httpadapter.CheckResponse(resp); err != nil {
			return nil, err
		}
		text, err := io.ReadAll(resp.Body)
		return mcp.NewToolResultText(string(text)), err
	})
	return s
}

func main() {
	api, closeServer := standin.Client(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "account 8841 is suspended", http.StatusForbidden)
	})
	defer closeServer()

	// A real server runs on a transport: server.ServeStdio(newServer(api)).
	ctx := context.Background()
	c, err := client.NewInProcessClient(newServer(api))
	if err != nil {
		panic(err)
	}
	defer c.Close()
	if _, err := c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
		panic(err)
	}
	for _, arguments := range []map[string]any{{"city": "Oslo"}, {"town": "Oslo"}} {
		res, err := c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "weather", Arguments: arguments}})
		if err != nil {
			panic(err)
		}
		fmt.Println(res.Content[0].(mcp.TextContent).Text) // what the model reads
	}
}
