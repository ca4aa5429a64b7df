package mcptools_test

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/toolerr"
)

// numbers are in forms that a float64 does not keep.
var numbers = map[string]string{
	"an id of 19 digits": "1844674407370955161", "a whole fraction": "1.0", "negative zero": "-0", "above 2^53": "9007199254740993",
	"a long fraction": "0.1000000000000000055", "beyond float64": "1e400",
}

// numerate adds tools that answer with their arguments, and a typed one that the SDK decodes.
func numerate(s *mcp.Server) {
	schema := json.RawMessage(`{"type":"object"}`)
	for name, answer := range map[string]func(args json.RawMessage) *mcp.CallToolResult{
		"text": func(args json.RawMessage) *mcp.CallToolResult { return &mcp.CallToolResult{Content: content(args)} },
		"both": func(args json.RawMessage) *mcp.CallToolResult {
			return &mcp.CallToolResult{Content: content(args), StructuredContent: args}
		},
		"structured": func(args json.RawMessage) *mcp.CallToolResult { return &mcp.CallToolResult{StructuredContent: args} },
		"failed": func(args json.RawMessage) *mcp.CallToolResult {
			return &mcp.CallToolResult{IsError: true, Meta: mcp.Meta{"x": args}}
		},
	} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: schema}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return answer(req.Params.Arguments), nil
		})
	}
	mcp.AddTool(s, &mcp.Tool{Name: "typed", InputSchema: schema}, func(_ context.Context, _ *mcp.CallToolRequest, in map[string]json.RawMessage) (*mcp.CallToolResult, any, error) {
		return nil, in, nil
	})
}

func content(raw json.RawMessage) []mcp.Content {
	return []mcp.Content{&mcp.TextContent{Text: string(raw)}}
}

// received returns the message in which a client gets the result of a call.
func received(t *testing.T, tool, args string, middleware ...mcp.Middleware) string {
	t.Helper()
	s := bare(middleware...)
	numerate(s)
	there, here := mcp.NewInMemoryTransports()
	ss, err := s.Connect(t.Context(), there, nil)
	require.NoError(t, err)
	var out strings.Builder
	session := connect(t, &mcp.LoggingTransport{Transport: here, Writer: &out})
	_, _ = try(t, session, tool, args) // a client cannot decode some
	require.NoError(t, session.Close())
	require.NoError(t, ss.Wait())
	last := out.String()[strings.LastIndex(out.String(), "read: {"):]
	message, _, _ := strings.Cut(last, "\n")
	return message
}

// Numbers stay as the caller and the tool wrote them.
func TestNumbers(t *testing.T) {
	for name, n := range numbers {
		t.Run(name, func(t *testing.T) {
			args := `{"n":[` + n + `],"m":{"k":` + n + `}}`
			quoted := encoded(t, args)
			for tool, want := range map[string]string{
				"text": `"text":` + quoted, "both": `"structuredContent":` + args, "structured": `"structuredContent":` + args, "failed": `"x":` + args,
			} {
				assert.Contains(t, received(t, tool, args, mcptools.Middleware(adapters.Default())), want, tool)
			}
			if n == "1e400" { // the SDK decodes it for a typed handler, and structured content in a client
				return
			}
			assert.Equal(t, received(t, "typed", args), received(t, "typed", args, mcptools.Middleware(adapters.Default())), "as without the middleware")
		})
	}
}

// An agent sends the model's numbers as they are, and the model reads those of a text. Those
// of structured content alone are as the SDK's client decodes them.
func TestNumbersOfAToolset(t *testing.T) {
	s := newServer(guard())
	numerate(s)
	set := mcpagent.NewToolset("server", same(inMemory(t, s)))
	alone := map[string]string{
		"1.0": `"m":{"k":1},"n":[1]`, "-0": `"m":{"k":-0},"n":[-0]`, "0.1000000000000000055": `"m":{"k":0.1},"n":[0.1]`,
		"1e400": `"effect":"unknown"`,
	}
	for name, n := range numbers {
		t.Run(name, func(t *testing.T) {
			args := `{"n":[` + n + `],"m":{"k":` + n + `}}`
			tools := map[string]string{
				"text": args[1 : len(args)-1], "both": args[1 : len(args)-1],
				"structured": cmp.Or(alone[n], `"note":"The structured result is left out`),
			}
			if n == "1e400" { // errand refuses it as an argument
				assert.Contains(t, string(ask(t, set, "text", args).Response), `{"path":"/n/0","problem":"is a number out of range"}`)
				tools["both"] = alone[n]
			}
			for tool, want := range tools {
				out, err := only(t, set, tool).Call(t.Context(), json.RawMessage(args))
				assert.Contains(t, toolerr.Result(out, adapter.NewChain(mcpagent.Adapter{}).Adapt(t.Context(), err)).String(), want, tool)
				if n != "1e400" {
					assert.Contains(t, string(ask(t, set, tool, args).Response), want, tool)
				}
			}
		})
	}
}

// Values of a tool's schema that have lost digits are not shown, and do not refuse the right
// ones.
func TestNumbersOfASchema(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	schema := `{"type":"object","properties":{"id":{"enum":[1844674407370955161,7]},"n":{"maximum":9007199254740993},"f":{"enum":[0.5]},
		"x":{"anyOf":[{"const":9007199254740993},{"type":"null"}]}}}`
	s.AddTool(&mcp.Tool{Name: "x", InputSchema: json.RawMessage(schema)}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: content(req.Params.Arguments)}, nil
	})
	set := mcpagent.NewToolset("server", same(inMemory(t, s)))
	assert.JSONEq(t, `{"type":"object","properties":{"id":{},"n":{},"f":{"enum":[0.5]},"x":{"anyOf":[{},{"type":"null"}]}}}`,
		string(only(t, set, "x").Declaration().Parameters))
	const args = `"id":1844674407370955161,"n":9007199254740993,"x":9007199254740993`
	assert.Contains(t, string(ask(t, set, "x", "{"+args+"}").Response), args)
}
