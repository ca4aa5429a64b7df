package mcpgotools_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/integrations/mcpgotools"
)

// weather is a tool whose service has a rate limit.
func weather(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := req.RequireString("city"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	u := &url.URL{Scheme: "https", Host: "weather.example", Path: "/v1/now", RawQuery: "key=secret"}
	return nil, httpadapter.CheckResponse(&http.Response{
		StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"30"}},
		Body: io.NopCloser(strings.NewReader("over the limit of key secret")), Request: &http.Request{Method: http.MethodGet, URL: u},
	})
}

func ExampleMiddleware() {
	s := server.NewMCPServer("weather", "1",
		server.WithToolHandlerMiddleware(mcpgotools.Middleware(adapters.Default())), // the one line
	)
	s.AddTool(mcp.NewTool("weather", mcp.WithString("city")), weather)
	c, err := client.NewInProcessClient(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	ctx := context.Background()
	if _, err := c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
		fmt.Println(err)
		return
	}
	for _, args := range []map[string]any{{"city": "Oslo"}, {"town": "Oslo"}} {
		var req mcp.CallToolRequest
		req.Params.Name, req.Params.Arguments = "weather", args
		res, err := c.CallTool(ctx, req)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(res.IsError, res.Content[0].(mcp.TextContent).Text)
	}
	// Output:
	// true Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
	// true The arguments of the call are not valid.
	// - /city: is required
}
