package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
)

// The error for a server that does not start quotes its output, beginning with a panic.
func TestSaid(t *testing.T) {
	for name, tt := range map[string]struct{ script, want, not string }{
		"a message":    {"echo the token is missing >&2; exit 1", "the token is missing", ""},
		"a panic":      {"echo before >&2; echo 'panic: oh no' >&2; exit 2", "panic: oh no", "before"},
		"a lot":        {"seq 1 20000 >&2; exit 1", "\n20000", "\n17000\n"},
		"nothing said": {"exit 1", "does not start", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := server.Start(t.Context(), server.Options{Command: []string{"sh", "-c", tt.script}, StartTimeout: time.Minute})
			require.ErrorContains(t, err, tt.want)
			if tt.not != "" {
				assert.NotContains(t, err.Error(), tt.not)
			}
			assert.Less(t, len(err.Error()), 5000)
		})
	}
	_, err := server.Start(t.Context(), server.Options{Command: []string{"/no/such/program"}, StartTimeout: time.Minute})
	require.ErrorContains(t, err, "no such file")
	assert.Equal(t, 1, strings.Count(err.Error(), "does not start"))
}

// The error for a server that refuses the session, as one does at a wrong path, has the
// reason of the last attempt.
func TestStartRefused(t *testing.T) {
	http404 := httptest.NewServer(http.NotFoundHandler())
	defer http404.Close()
	_, err := server.Start(t.Context(), server.Options{Command: []string{"sleep", "60"}, URL: http404.URL + "/mcp/", StartTimeout: time.Second})
	require.ErrorContains(t, err, "does not answer within 1s (--start-timeout); the last attempt: ")
	assert.ErrorContains(t, err, "Not Found")
}

// The outcome has everything that a model can read.
func TestCall(t *testing.T) {
	own := mcp.NewServer(&mcp.Implementation{Name: "own", Version: "1"}, nil)
	mcp.AddTool(own, &mcp.Tool{Name: "tell"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, map[string]any, error) {
		return &mcp.CallToolResult{Meta: mcp.Meta{"m": 1}, IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "a"}}}, map[string]any{"s": 2}, nil
	})
	over := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return own }, nil))
	defer over.Close()
	s, err := server.Start(t.Context(), server.Options{Command: []string{"sleep", "60"}, URL: over.URL, StartTimeout: time.Minute})
	require.NoError(t, err)
	defer s.Close()
	o := s.Call(t.Context(), "tell", nil, time.Minute)
	assert.Equal(t, "a\n{\"s\":2}\n{\"m\":1}", o.Reads())
	assert.True(t, o.Failed())
	assert.Equal(t, server.EndProtocol, s.Call(t.Context(), "none", nil, time.Minute).End)
	assert.True(t, s.Answers(t.Context()))
}
