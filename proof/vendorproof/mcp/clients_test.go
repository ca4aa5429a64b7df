package mcp_test

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
)

// callers open a session with the server, call a tool with a secret, and return the error.
var callers = map[string]proof.Call{"go-sdk": callSDK, "mcp-go": callMCPGo}

func sessionSDK(ctx context.Context, t mcp.Transport) (*mcp.ClientSession, error) {
	return mcp.NewClient(&mcp.Implementation{Name: "proof", Version: "1"}, nil).Connect(ctx, t, nil)
}

func useSDK(ctx context.Context, s *mcp.ClientSession) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "lookup", Arguments: map[string]any{"arg": faults.CanaryUpload}})
	return err
}

func callSDK(ctx context.Context, hc *http.Client, base string) error {
	s, err := sessionSDK(ctx, &mcp.StreamableClientTransport{
		Endpoint: base, HTTPClient: proof.Authorized(hc), MaxRetries: -1, DisableStandaloneSSE: true,
	})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return useSDK(ctx, s)
}

func startMCPGo(ctx context.Context, t transport.Interface) (*client.Client, error) {
	c := client.NewClient(t)
	if err := c.Start(ctx); err != nil {
		return c, err
	}
	_, err := c.Initialize(ctx, mcpgo.InitializeRequest{Params: mcpgo.InitializeParams{
		ClientInfo: mcpgo.Implementation{Name: "proof", Version: "1"},
	}})
	return c, err
}

func useMCPGo(ctx context.Context, c *client.Client) error {
	_, err := c.CallTool(ctx, mcpgo.CallToolRequest{Params: mcpgo.CallToolParams{
		Name: "lookup", Arguments: map[string]any{"arg": faults.CanaryUpload},
	}})
	return err
}

func callMCPGo(ctx context.Context, hc *http.Client, base string) error {
	t, err := transport.NewStreamableHTTP(base, transport.WithHTTPBasicClient(proof.Authorized(hc)))
	if err != nil {
		return err
	}
	c, err := startMCPGo(ctx, t)
	defer func() { _ = c.Close() }()
	if err != nil {
		return err
	}
	return useMCPGo(ctx, c)
}

// adapterOf returns the adapter for a client.
func adapterOf(client string) mcpadapter.Adapter {
	if client != "mcp-go" {
		return mcpadapter.Adapter{}
	}
	return mcpadapter.WithCodes(map[error]int{
		mcpgo.ErrParseError:         mcpgo.PARSE_ERROR,
		mcpgo.ErrInvalidRequest:     mcpgo.INVALID_REQUEST,
		mcpgo.ErrMethodNotFound:     mcpgo.METHOD_NOT_FOUND,
		mcpgo.ErrInvalidParams:      mcpgo.INVALID_PARAMS,
		mcpgo.ErrInternalError:      mcpgo.INTERNAL_ERROR,
		mcpgo.ErrRequestInterrupted: mcpgo.REQUEST_INTERRUPTED,
		mcpgo.ErrResourceNotFound:   mcpgo.RESOURCE_NOT_FOUND,
	})
}
