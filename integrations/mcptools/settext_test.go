package mcptools_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters"
)

// moody is an error whose text is different each time.
type moody struct{ asked *int }

func (m moody) Error() string {
	*m.asked++
	return fmt.Sprintf("%s attempt %d", canary, *m.asked)
}

// The SDK writes the error's text into the result. The client never gets it, however error
// and result change afterwards.
func TestTextOfSetError(t *testing.T) {
	type handler = mcp.ToolHandlerFor[any, any]
	sets := func(out any, then func(*mcp.CallToolResult)) handler {
		return func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
			res := &mcp.CallToolResult{}
			res.SetError(errors.New(canary))
			then(res)
			return res, out, nil
		}
	}
	nothing := func(*mcp.CallToolResult) {}
	for name, h := range map[string]handler{
		"a text that changes with every call": func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
			return nil, nil, moody{new(int)}
		},
		"a SetError of the handler":  sets(nil, nothing),
		"an output after SetError":   sets(42, nothing), // the SDK adds it
		"an output that is the same": sets(map[string]any{"n": 42}, nothing),
		"another error":              sets(nil, func(res *mcp.CallToolResult) { res.SetError(errors.New("payment failed")) }),
		"text in front": sets(nil, func(res *mcp.CallToolResult) {
			res.Content = append([]mcp.Content{&mcp.TextContent{Text: "Sorry:"}}, res.Content...)
		}),
	} {
		t.Run(name, func(t *testing.T) {
			s := bare(middleware(adapters.Default()))
			mcp.AddTool(s, &mcp.Tool{Name: "x"}, h)
			res := call(t, inMemory(t, s), "x", `{}`)
			assert.Equal(t, "TOOL_RUNTIME_FATAL", payloadOf(t, res)["kind"])
			assert.NotContains(t, encoded(t, res), canary)
		})
	}
}
