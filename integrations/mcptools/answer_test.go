package mcptools_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/toolerr"
)

// library returns a server whose resources and prompts call fn.
func library(fn func(context.Context) (bool, error), opts ...mcptools.Option) *mcp.Server {
	s := bare(middleware(adapters.Default(), opts...))
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "book", URITemplate: "book://{name}"},
		func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			ok, err := fn(ctx)
			switch {
			case err != nil:
				return nil, err
			case ok:
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: "once"}}}, nil
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Meta: mcp.Meta{"x": math.NaN()}}}}, nil
		})
	s.AddPrompt(&mcp.Prompt{Name: "greet", Arguments: []*mcp.PromptArgument{{Name: "name"}}},
		func(ctx context.Context, _ *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			ok, err := fn(ctx)
			switch {
			case err != nil:
				return nil, err
			case ok:
				return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "hello"}}}}, nil
			}
			return nil, nil //nolint:nilnil // what is tested
		})
	return s
}

// asks requests a resource and a prompt over a session.
var asks = map[string]func(context.Context, *mcp.ClientSession) error{
	"resource": func(ctx context.Context, s *mcp.ClientSession) error {
		_, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: "book://tea-7"})
		return err
	},
	"prompt": func(ctx context.Context, s *mcp.ClientSession) error {
		_, err := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: "greet", Arguments: map[string]string{"name": "tea-7"}})
		return err
	},
}

// A failure is a protocol error with a safe message and the payload.
func TestResourcesAndPrompts(t *testing.T) {
	for name, tt := range map[string]struct {
		fn      func(context.Context) (bool, error)
		opts    []mcptools.Option
		kind    toolerr.Kind
		message string // if both have the same
	}{
		"a vendor's error": {
			fn: func(context.Context) (bool, error) { return false, limited() }, kind: toolerr.KindUpstreamRateLimit,
			message: "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.",
		},
		"a plain error": {fn: func(context.Context) (bool, error) { return false, errors.New(canary) }, kind: toolerr.KindToolFatal},
		"a panic":       {fn: func(context.Context) (bool, error) { panic(canary) }, kind: toolerr.KindToolFatal, message: stopped},
		"not encodable": {fn: func(context.Context) (bool, error) { return false, nil }, kind: toolerr.KindToolBadOutputValue},
		"a hang": {
			fn:   func(ctx context.Context) (bool, error) { <-ctx.Done(); return false, ctx.Err() },
			opts: []mcptools.Option{mcptools.WithTimeout(10 * time.Millisecond)}, kind: toolerr.KindToolTimeout,
		},
	} {
		for what, ask := range asks {
			t.Run(name+" of a "+what, func(t *testing.T) {
				s := library(tt.fn, tt.opts...)
				for _, session := range []*mcp.ClientSession{inMemory(t, s), connect(t, &mcp.StreamableClientTransport{Endpoint: overHTTP(t, s)})} {
					err := ask(t.Context(), session)
					var e *jsonrpc.Error
					require.ErrorAs(t, err, &e)
					assert.EqualValues(t, jsonrpc.CodeInternalError, e.Code)
					var payload struct {
						Error string
						Kind  toolerr.Kind
					}
					require.NoError(t, json.Unmarshal(e.Data, &payload))
					assert.Equal(t, tt.kind, payload.Kind)
					if tt.message != "" {
						assert.Equal(t, tt.message, e.Message)
					}
					assert.True(t, strings.HasPrefix(payload.Error, e.Message), payload.Error)
					assert.Empty(t, faults.Planted().Find(err.Error()+string(e.Data)))
				}
			})
		}
	}
}

// Existing resources are returned, and the SDK's own errors keep their codes.
func TestUnchangedErrorsOfResourcesAndPrompts(t *testing.T) {
	session := inMemory(t, library(func(context.Context) (bool, error) { return true, nil }))
	for what, ask := range asks {
		assert.NoError(t, ask(t.Context(), session), what)
	}
	_, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "film://x"})
	var e *jsonrpc.Error
	require.ErrorAs(t, err, &e)
	assert.EqualValues(t, jsonrpc.CodeInvalidParams, e.Code)
	_, err = session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "other"})
	require.ErrorAs(t, err, &e)
	assert.EqualValues(t, jsonrpc.CodeInvalidParams, e.Code)

	gone := inMemory(t, library(func(context.Context) (bool, error) { return false, mcp.ResourceNotFoundError("book://tea-7") }))
	for what, ask := range asks {
		require.ErrorAs(t, ask(t.Context(), gone), &e, what)
		assert.EqualValues(t, jsonrpc.CodeInvalidParams, e.Code, what)
		assert.Equal(t, "Resource not found", e.Message)
	}
}

// The arguments of a prompt, and the URI of a resource, are values of the call.
func TestAPromptErrorListsProblems(t *testing.T) {
	session := inMemory(t, library(func(context.Context) (bool, error) {
		return false, toolerr.Upstream(422, toolerr.Message{}, toolerr.WithFindings(
			toolerr.Finding{Rule: toolerr.RuleTooLong, Fields: []string{"name"}, Limit: "3"}, toolerr.Finding{Rule: toolerr.RuleNotFound, Fields: []string{"uri"}}))
	}))
	for what, want := range map[string]string{"prompt": "/name", "resource": "/uri"} {
		var e *jsonrpc.Error
		require.ErrorAs(t, asks[what](t.Context(), session), &e)
		var payload struct{ Problems []struct{ Path string } }
		require.NoError(t, json.Unmarshal(e.Data, &payload))
		require.NotEmpty(t, payload.Problems)
		assert.Equal(t, want, payload.Problems[0].Path)
	}
}

// A tool's texts are sent as they are, and not encoded before; what is beside them may fail.
func TestTextsAreNotEncodedTwice(t *testing.T) {
	text := strings.Repeat("x", 1<<20)
	block := &mcp.TextContent{Text: text}
	result := &mcp.CallToolResult{Content: []mcp.Content{block, (*mcp.TextContent)(nil)}}
	next := func(context.Context, string, mcp.Request) (mcp.Result, error) { return result, nil }
	call := func() mcp.Result {
		res, err := middleware(adapters.Default())(next)(t.Context(), "tools/call", &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "read"}})
		require.NoError(t, err)
		return res
	}
	assert.True(t, call().(*mcp.CallToolResult).IsError, "a block that is nil")
	result.Content = result.Content[:1]
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	assert.Same(t, result, call())
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(len(text)))
	assert.Equal(t, text, block.Text)
	block.Meta = mcp.Meta{"x": math.NaN()}
	assert.True(t, call().(*mcp.CallToolResult).IsError)
}
