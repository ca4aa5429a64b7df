package mcpgotools_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/integrations/mcpgotools"
	"github.com/errand-go/errand/toolerr"
)

func TestWithReconcile(t *testing.T) {
	for name, tt := range map[string]struct {
		res     *mcp.CallToolResult
		outcome adapter.Outcome
		text    string
		failed  bool
	}{
		"done":              {mcp.NewToolResultText("found"), adapter.OutcomeDone, "found", false},
		"done, no result":   {nil, adapter.OutcomeDone, "may have been carried out", true},
		"not found":         {nil, adapter.OutcomeNotFound, "may have been carried out", true},
		"never carried out": {nil, adapter.OutcomeNever, "status code 500", true},
	} {
		t.Run(name, func(t *testing.T) {
			handler := mcpgotools.Middleware(stdadapter.NewRegistry(), mcpgotools.WithReconcile("pay",
				func(_ context.Context, args json.RawMessage, key string) (*mcp.CallToolResult, adapter.Outcome, error) {
					assert.JSONEq(t, `{"order":"17"}`, string(args))
					assert.Empty(t, key)
					return tt.res, tt.outcome, nil
				}))(func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, toolerr.Upstream(500, toolerr.Message{})
			})
			var req mcp.CallToolRequest
			req.Params.Name, req.Params.Arguments = "pay", map[string]any{"order": "17"}
			res, err := handler(t.Context(), req)
			require.NoError(t, err)
			assert.Equal(t, tt.failed, res.IsError)
			text, _ := res.Content[0].(mcp.TextContent)
			assert.Contains(t, text.Text, tt.text)
			if name == "never carried out" {
				assert.NotContains(t, text.Text, "may have been carried out")
			}
		})
	}
}
