package mcpgotools_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/mcpgotools"
	"github.com/errand-go/errand/toolerr"
)

// library returns a server whose resources and prompts call fn.
func library(fn func(context.Context) (bool, error), opts ...mcpgotools.Option) *server.MCPServer {
	s := server.NewMCPServer("library", "1", server.WithResourceHandlerMiddleware(mcpgotools.ResourceMiddleware(adapters.Default(), opts...)))
	s.AddResourceTemplate(mcp.NewResourceTemplate("book://{name}", "book"),
		func(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			ok, err := fn(ctx)
			if ok || err != nil {
				return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, Text: "once"}, mcp.BlobResourceContents{URI: req.Params.URI, Blob: "bWFw"}}, err
			}
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, Meta: map[string]any{"x": math.NaN()}}}, nil
		})
	greet := func(ctx context.Context, _ mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		ok, err := fn(ctx)
		if ok || err != nil {
			return mcp.NewGetPromptResult("", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent("hello"))}), err
		}
		return nil, nil //nolint:nilnil // what is tested
	}
	s.AddPrompt(mcp.NewPrompt("greet", mcp.WithArgument("name")), mcpgotools.PromptMiddleware(adapters.Default(), opts...)(greet))
	return s
}

// asks requests a resource and a prompt with a client.
var asks = map[string]func(context.Context, *client.Client) error{
	"resource": func(ctx context.Context, c *client.Client) error {
		var req mcp.ReadResourceRequest
		req.Params.URI = "book://tea-7"
		_, err := c.ReadResource(ctx, req)
		return err
	},
	"prompt": func(ctx context.Context, c *client.Client) error {
		var req mcp.GetPromptRequest
		req.Params.Name, req.Params.Arguments = "greet", map[string]string{"name": "tea-7"}
		_, err := c.GetPrompt(ctx, req)
		return err
	},
}

// A failure is a protocol error with a safe message.
func TestResourcesAndPrompts(t *testing.T) {
	for name, tt := range map[string]struct {
		fn   func(context.Context) (bool, error)
		opts []mcpgotools.Option
		want string
	}{
		"a vendor's error": {
			fn:   func(ctx context.Context) (bool, error) { return false, ask(ctx, "/429") },
			want: "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 7 seconds.",
		},
		"a plain error": {fn: func(context.Context) (bool, error) { return false, errors.New(canary) }, want: sorry},
		"a panic":       {fn: func(context.Context) (bool, error) { panic(canary) }, want: stopped},
		"not encodable": {fn: func(context.Context) (bool, error) { return false, nil }, want: toolerr.KindToolBadOutputValue.Message().String()},
		"a hang": {
			fn:   func(ctx context.Context) (bool, error) { <-ctx.Done(); return false, ctx.Err() },
			opts: []mcpgotools.Option{mcpgotools.WithTimeout(10 * time.Millisecond)}, want: toolerr.KindToolTimeout.Message().String(),
		},
		"an error of the protocol": {
			fn: func(context.Context) (bool, error) { return false, mcp.URLElicitationRequiredError{} }, want: "URL elicitation required",
		},
		"an error of the protocol, joined with another": {
			fn: func(context.Context) (bool, error) {
				return false, errors.Join(mcp.URLElicitationRequiredError{}, errors.New(canary))
			}, want: "The MCP server wants a person",
		},
	} {
		for what, ask := range asks {
			t.Run(name+" of a "+what, func(t *testing.T) {
				s := library(tt.fn, tt.opts...)
				for _, c := range []*client.Client{inProcess(t, s), overHTTP(t, endpoint(t, s))} {
					err := ask(t.Context(), c)
					require.ErrorContains(t, err, tt.want)
					assert.Empty(t, faults.Planted().Find(err.Error()))
				}
			})
		}
	}
}

func TestUnchangedErrorsOfResourcesAndPrompts(t *testing.T) {
	c := inProcess(t, library(func(context.Context) (bool, error) { return true, nil }))
	for what, ask := range asks {
		assert.NoError(t, ask(t.Context(), c), what)
	}
	var resource mcp.ReadResourceRequest
	resource.Params.URI = "film://x"
	_, err := c.ReadResource(t.Context(), resource)
	require.ErrorContains(t, err, "not found")
	var prompt mcp.GetPromptRequest
	prompt.Params.Name = "other"
	_, err = c.GetPrompt(t.Context(), prompt)
	assert.ErrorContains(t, err, "not found")
}

// Code around the middleware finds the error.
func TestTheErrorOfAPrompt(t *testing.T) {
	handler := mcpgotools.PromptMiddleware(adapters.Default())(func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return nil, toolerr.Upstream(422, toolerr.Message{}, toolerr.WithFindings(toolerr.Finding{Rule: toolerr.RuleTooLong, Fields: []string{"name"}, Limit: "3"}))
	})
	var req mcp.GetPromptRequest
	req.Params.Arguments = map[string]string{"name": "tea-7"}
	_, err := handler(t.Context(), req)
	te, ok := toolerr.Find(err)
	require.True(t, ok)
	require.Len(t, te.Problems(), 1)
	assert.Equal(t, "/name", te.Problems()[0].Path)
}

// A tool's texts are sent as they are, and not encoded before; what is beside them may fail.
func TestTextsAreNotEncodedTwice(t *testing.T) {
	text := strings.Repeat("x", 1<<20)
	result := mcp.NewToolResultText(text)
	call := middleware(adapters.Default())(func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return result, nil })
	request := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "read"}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := call(t.Context(), request)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	assert.Same(t, result, got)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(len(text)))
	assert.Equal(t, mcp.NewTextContent(text), result.Content[0])
	result.Content[0] = mcp.TextContent{Type: "text", Text: text, Annotated: mcp.Annotated{Annotations: &mcp.Annotations{Priority: inf()}}}
	got, err = call(t.Context(), request)
	require.NoError(t, err)
	assert.True(t, got.IsError)
}
