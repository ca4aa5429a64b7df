package mcptools_test

import (
	"context"
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/toolerr"
)

// listing returns a session with a server that lists page(cursor); the first cursor is "".
func listing(t *testing.T, page func(cursor string) *mcp.ListToolsResult) *mcp.ClientSession {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "x", InputSchema: json.RawMessage(`{"type":"object"}`)}, nil) // so that the server declares tools
	s.AddReceivingMiddleware(answering("tools/list", func(req mcp.Request) mcp.Result {
		params, _ := req.GetParams().(*mcp.ListToolsParams)
		if params == nil {
			params = &mcp.ListToolsParams{}
		}
		return page(params.Cursor)
	}))
	return inMemory(t, s)
}

// listed returns tools with these names, and with their names as descriptions.
func listed(names ...string) []*mcp.Tool {
	tools := []*mcp.Tool{}
	for _, name := range names {
		tools = append(tools, &mcp.Tool{Name: name, Description: name, InputSchema: json.RawMessage(`{"type":"object"}`)})
	}
	return tools
}

func numbered(from, n int) []*mcp.Tool {
	names := make([]string, n)
	for i := range names {
		names[i] = "t" + strconv.Itoa(from+i)
	}
	return listed(names...)
}

// Long lists, and lists without an end.
func TestLists(t *testing.T) {
	const circle = "The MCP server's list of tools has no end: a page leads back to an earlier one."
	tests := map[string]struct {
		page  func(cursor string) *mcp.ListToolsResult
		tools int
		want  string
		pages int
	}{
		"pages": {page: func(cursor string) *mcp.ListToolsResult {
			n, _ := strconv.Atoi(cursor)
			res := &mcp.ListToolsResult{Tools: numbered(n*100, 100)}
			if n < 9 {
				res.NextCursor = strconv.Itoa(n + 1)
			}
			return res
		}, tools: 1000, pages: 10},
		"pages in a circle": {page: func(cursor string) *mcp.ListToolsResult {
			return &mcp.ListToolsResult{Tools: numbered(0, 1), NextCursor: map[string]string{"": "a", "a": "b", "b": "c", "c": "a"}[cursor]}
		}, want: circle, pages: 4},
		"endless tools": {page: func(cursor string) *mcp.ListToolsResult {
			n, _ := strconv.Atoi(cursor)
			return &mcp.ListToolsResult{Tools: numbered(n*300, 300), NextCursor: strconv.Itoa(n + 1)}
		}, want: "The MCP server lists more than 1000 tools.", pages: 4},
		"endless pages": {page: func(cursor string) *mcp.ListToolsResult {
			return &mcp.ListToolsResult{Tools: listed(), NextCursor: cursor + "."}
		}, want: "The MCP server's list of tools has more than 1000 pages.", pages: 1001},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pages := 0
			session := listing(t, func(cursor string) *mcp.ListToolsResult {
				pages++
				return tt.page(cursor)
			})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // only a list without an end takes so long
			defer cancel()
			tools, err := mcpagent.NewToolset("server", same(session)).Tools(ctx)
			assert.Equal(t, tt.pages, pages)
			if tt.want == "" {
				require.NoError(t, err)
				assert.Len(t, tools, tt.tools)
				return
			}
			assert.Empty(t, tools)
			te, ok := toolerr.Find(err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, toolerr.KindToolkitLoadFailed, te.Kind())
			assert.Equal(t, tt.want, te.Error())
			assert.False(t, te.CanRetry())
		})
	}
}
