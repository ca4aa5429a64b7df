// Mcp is an MCP server of the official SDK, whose tool calls an API.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/integrations/mcptools"
)

type place struct {
	City string `json:"city" jsonschema:"the city, in English"`
}

// newServer returns the server. Its tool returns every error unchanged.
func newServer(client *http.Client) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "weather", Version: "1"}, nil)
	registry := adapters.Default().WithLogger(standin.Logger())
	server.AddReceivingMiddleware(mcptools.Middleware(registry)) // the one line
	mcp.AddTool(server, &mcp.Tool{Name: "weather", Description: "The weather of a city."},
		func(ctx context.Context, _ *mcp.CallToolRequest, p place) (*mcp.CallToolResult, any, error) {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://weather.example/now?key=s3cr3t&city="+p.City, nil)
			if err != nil {
				return nil, nil, err
			}
			resp, err := client.Do(req)
			if err != nil {
				return nil, nil, err
			}
			defer resp.Body.Close()
			if err := httpadapter.CheckResponse(resp); err != nil {
				return nil, nil, err
			}
			text, err := io.ReadAll(resp.Body)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil, err
		})
	return server
}

func main() {
	client, closeServer := standin.Client(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		http.Error(w, "account 8841 is over its quota", http.StatusTooManyRequests)
	})
	defer closeServer()

	// A real server runs on a transport: newServer(client).Run(ctx, &mcp.StdioTransport{}).
	ctx := context.Background()
	there, here := mcp.NewInMemoryTransports()
	if _, err := newServer(client).Connect(ctx, there, nil); err != nil {
		panic(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		panic(err)
	}
	defer session.Close()
	for _, arguments := range []map[string]any{{"city": "Oslo"}, {"town": "Oslo"}} {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "weather", Arguments: arguments})
		if err != nil {
			panic(err)
		}
		fmt.Println(res.Content[0].(*mcp.TextContent).Text) // what the model reads
	}
}
