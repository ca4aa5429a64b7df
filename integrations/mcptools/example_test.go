package mcptools_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/integrations/mcptools"
)

type city struct {
	City string `json:"city" jsonschema:"the city, in English"`
}

// weather is a tool whose service has a rate limit.
func weather(context.Context, *mcp.CallToolRequest, city) (*mcp.CallToolResult, any, error) {
	u := &url.URL{Scheme: "https", Host: "weather.example", Path: "/v1/now", RawQuery: "key=secret"}
	return nil, nil, httpadapter.CheckResponse(&http.Response{
		StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"30"}},
		Body: io.NopCloser(strings.NewReader("over the limit of key secret")), Request: &http.Request{Method: http.MethodGet, URL: u},
	})
}

// inProcess connects a client to the server.
func inProcess(ctx context.Context, server *mcp.Server) (session *mcp.ClientSession, closeBoth func(), err error) {
	there, here := mcp.NewInMemoryTransports()
	ss, err := server.Connect(ctx, there, nil)
	if err != nil {
		return nil, nil, err
	}
	session, err = mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		return nil, nil, errors.Join(err, ss.Close())
	}
	return session, func() { session.Close(); ss.Close() }, nil
}

func ExampleMiddleware() {
	ctx := context.Background()
	server := mcp.NewServer(&mcp.Implementation{Name: "weather", Version: "1"}, nil)
	registry := adapters.Default()
	server.AddReceivingMiddleware(mcptools.Middleware(registry)) // the one line
	mcp.AddTool(server, &mcp.Tool{Name: "weather"}, weather)

	session, closeBoth, err := inProcess(ctx, server)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer closeBoth()
	for _, args := range []map[string]any{{"city": "Oslo"}, {"town": "Oslo"}} {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "weather", Arguments: args})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(res.IsError, res.Content[0].(*mcp.TextContent).Text)
	}
	// Output:
	// true Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
	// true The arguments do not fit the tool's schema. Correct them and call again.
	// - /city: is required
	// - /town: is not known
}
