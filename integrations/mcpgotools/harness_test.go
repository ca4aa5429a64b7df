package mcpgotools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/mcpgotools"
	"github.com/errand-go/errand/toolerr"
)

// The test's own program is the server on stdio.
const roleVariable = "MCPGOTOOLS_TEST_ROLE"

func TestMain(m *testing.M) {
	if os.Getenv(roleVariable) == "" {
		os.Exit(m.Run())
	}
	if err := server.ServeStdio(newServer(guard())); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// canary is a text of a vendor that must not reach a model.
const canary = faults.CanaryCause

// upstream is a service that refuses in a different way for each path.
func upstream(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/429":
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, canary)
	case "/422":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"message":"token=`+faults.CredentialPassword+` for the tea","errors":[{"field":"count","message":"must be at most 100"}]}`)
	}
}

// ask calls the service like a tool.
func ask(ctx context.Context, path string) error {
	srv := httptest.NewServer(http.HandlerFunc(upstream))
	defer srv.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL+path, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := srv.Client().Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return fmt.Errorf("asking: %w", httpadapter.CheckResponse(resp))
}

// guard returns the middleware of the test's server. The results of tool "kept" are kept.
func guard(opts ...mcpgotools.Option) server.ToolHandlerMiddleware {
	return middleware(adapters.Default(), append(opts, mcpgotools.WithMarkedResultsKept("kept"))...)
}

// newServer returns a server whose tools fail in every way.
func newServer(middleware ...server.ToolHandlerMiddleware) *server.MCPServer {
	opts := []server.ServerOption{server.WithToolCapabilities(true)}
	for _, m := range middleware {
		opts = append(opts, server.WithToolHandlerMiddleware(m))
	}
	s := server.NewMCPServer("test", "1", opts...)
	for name, handler := range handlers() {
		s.AddTool(mcp.NewTool(name, mcp.WithString("item", mcp.Required()), mcp.WithNumber("count", mcp.Max(100))), handler)
	}
	return s
}

func handlers() map[string]server.ToolHandlerFunc {
	type request = mcp.CallToolRequest
	type result = mcp.CallToolResult
	returns := func(res *result, err error) server.ToolHandlerFunc {
		return func(context.Context, request) (*result, error) { return res, err }
	}
	panics := func(v any) server.ToolHandlerFunc {
		return func(context.Context, request) (*result, error) { panic(v) }
	}
	structured := func(v any) *result { return &result{StructuredContent: v} }
	marked := func(content ...mcp.Content) *result { return &result{IsError: true, Content: content} }
	spoken := marked(
		mcp.NewTextContent(canary), mcp.NewImageContent("bWFw", "image/png"), mcp.NewResourceLink("x:"+canary, "x", "", ""),
		&mcp.TextContent{Type: "text", Text: canary}, (*mcp.TextContent)(nil),
		mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: "x:y", Text: canary}),
		&mcp.EmbeddedResource{Type: "resource", Resource: &mcp.TextResourceContents{URI: "x:y", Text: canary}},
		&mcp.AudioContent{Type: "audio", Data: "bWFw", MIMEType: "audio/wav"},
	)
	spoken.Meta = &mcp.Meta{AdditionalFields: map[string]any{"example.com/door": "left"}}
	broken := marked(mcp.NewTextContent(canary), mcp.ImageContent{Type: "image", Annotated: mcp.Annotated{Annotations: &mcp.Annotations{Priority: inf()}}})
	broken.Meta = &mcp.Meta{AdditionalFields: map[string]any{"x": math.Inf(1)}}
	return map[string]server.ToolHandlerFunc{
		"echo": func(_ context.Context, r request) (*result, error) {
			return mcp.NewToolResultText(r.GetString("item", "")), nil
		},
		"limited": func(ctx context.Context, _ request) (*result, error) { return nil, ask(ctx, "/429") },
		"refused": func(ctx context.Context, _ request) (*result, error) { return nil, ask(ctx, "/422") },
		"raw":     returns(nil, fmt.Errorf("db at %s: %w", canary, errors.New("gone"))),
		"reason":  returns(nil, toolerr.Errorf("no item %s in stock, says %s", "tea-7", canary)),
		"panic":   panics("boom " + canary),
		"exit":    func(context.Context, request) (*result, error) { runtime.Goexit(); return nil, nil }, //nolint:nilnil // not reached
		"nothing": returns(nil, nil),
		"nan":     returns(structured(math.NaN()), nil),
		"badmeta": returns(&result{Result: mcp.Result{Meta: &mcp.Meta{AdditionalFields: map[string]any{"x": math.Inf(1)}}}}, nil),
		"marked":  returns(mcp.NewToolResultError("no seats left for "+canary), nil),
		"spoken":  returns(spoken, nil),
		"broken":  returns(broken, nil),
		"kept":    returns(mcp.NewToolResultError("no seats left"), nil),
		"structured": returns(&result{IsError: true, StructuredContent: map[string]any{
			"errors": []any{map[string]any{"field": "count", "message": "must be at most 100"}}, "x": canary,
		}}, nil),
		"missing": func(_ context.Context, r request) (*result, error) {
			if _, err := r.RequireString("item"); err != nil {
				return mcp.NewToolResultErrorFromErr("bad call", err), nil
			}
			return mcp.NewToolResultText("fine"), nil
		},
		"typed": func(_ context.Context, r request) (*result, error) {
			_, err := r.RequireInt("count")
			return nil, err
		},
		"elicit": returns(nil, mcp.URLElicitationRequiredError{Elicitations: []mcp.ElicitationParams{{Message: "sign in", URL: "https://example.com/in", ElicitationID: "7", Mode: "url"}}}),
	}
}

func inf() *float64 {
	f := math.Inf(1)
	return &f
}

// The transports to newServer with the given middleware.
var transports = map[string]func(*testing.T) *client.Client{
	"in process":      func(t *testing.T) *client.Client { return inProcess(t, newServer(guard())) },
	"stdio":           func(t *testing.T) *client.Client { return overStdio(t) },
	"streamable HTTP": func(t *testing.T) *client.Client { return overHTTP(t, endpoint(t, newServer(guard()))) },
}

func inProcess(t *testing.T, s *server.MCPServer) *client.Client {
	t.Helper()
	c, err := client.NewInProcessClient(s)
	require.NoError(t, err)
	return started(t, c)
}

func overStdio(t *testing.T) *client.Client {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	c, err := client.NewStdioMCPClient(self, append(os.Environ(), roleVariable+"=server"))
	require.NoError(t, err)
	return initialized(t, c)
}

func endpoint(t *testing.T, s *server.MCPServer) string {
	t.Helper()
	srv := httptest.NewServer(server.NewStreamableHTTPServer(s))
	t.Cleanup(srv.Close)
	return srv.URL + "/mcp"
}

func overHTTP(t *testing.T, address string) *client.Client {
	t.Helper()
	c, err := client.NewStreamableHttpClient(address)
	require.NoError(t, err)
	return started(t, c)
}

func started(t *testing.T, c *client.Client) *client.Client {
	t.Helper()
	require.NoError(t, c.Start(context.WithoutCancel(t.Context())))
	return initialized(t, c)
}

func initialized(t *testing.T, c *client.Client) *client.Client {
	t.Helper()
	t.Cleanup(func() { _ = c.Close() })
	var req mcp.InitializeRequest
	req.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	req.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	_, err := c.Initialize(t.Context(), req)
	require.NoError(t, err)
	return c
}

// call calls a tool, and requires a result.
func call(t *testing.T, c *client.Client, tool string, args any) *mcp.CallToolResult {
	t.Helper()
	res, err := try(t, c, tool, args)
	require.NoError(t, err)
	return res
}

// encoded returns a value as JSON.
func encoded(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

// try calls a tool, with a time limit for calls without a response.
func try(t *testing.T, c *client.Client, tool string, args any) (*mcp.CallToolResult, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = tool, args
	return c.CallTool(ctx, req)
}

// textOf returns the text of the first block.
func textOf(t *testing.T, res *mcp.CallToolResult) string {
	t.Helper()
	require.NotEmpty(t, res.Content)
	text, ok := res.Content[0].(mcp.TextContent)
	require.True(t, ok, "%T", res.Content[0])
	return text.Text
}

// payloadOf returns the payload in a failed result.
func payloadOf(t *testing.T, res *mcp.CallToolResult) map[string]any {
	t.Helper()
	require.True(t, res.IsError)
	var p map[string]any
	require.NoError(t, json.Unmarshal([]byte(textOf(t, res)), &p), textOf(t, res))
	var meta map[string]any
	require.NoError(t, json.Unmarshal([]byte(encoded(t, res.Meta)), &meta))
	more, ok := meta[mcpgotools.MetaKey].(map[string]any)
	require.True(t, ok)
	for _, member := range []string{"problems", "access", "guidance"} { // problems have their parts; the others are for programs
		delete(more, member)
	}
	require.Empty(t, more)
	return p
}

var _ adapter.Observer = (*watcher)(nil)

// middleware is the middleware with payloads as texts.
func middleware(r adapter.Registry, opts ...mcpgotools.Option) server.ToolHandlerMiddleware {
	return mcpgotools.Middleware(r, append(opts, mcpgotools.WithJSON())...)
}
