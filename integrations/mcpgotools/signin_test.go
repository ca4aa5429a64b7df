package mcpgotools_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcpgotools"
	"github.com/errand-go/errand/toolerr"
)

// post sends a message to a server, and returns the response and its body.
func post(t *testing.T, h http.Handler, session, message string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(message))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	resp := w.Result()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	return resp, string(body)
}

// A refusal of the caller's credentials becomes a challenge, or for a client that opens URLs
// the error -32042. One of the server's key is a result, and so is any without the option.
func TestSignIn(t *testing.T) {
	const words = `, scope="files:read", resource_metadata="https://mcp.example/meta"`
	for name, tt := range map[string]struct {
		tool, capabilities, page string
		with                     bool
		status                   int
		challenge, body          string
	}{
		"expired":            {"expired", `{}`, "", true, 401, `Bearer error="invalid_token"` + words, "failed with status code 401"},
		"a scope":            {"scope", `{}`, "", true, 403, `Bearer error="insufficient_scope"` + words, "failed with status code 403"},
		"the server's key":   {"own", `{"elicitation":{"url":{}}}`, "https://mcp.example/in", true, 200, "", `"owner":"server"`},
		"without the option": {"expired", `{}`, "", false, 200, "", `"owner":"caller"`},
		"a URL":              {"expired", `{"elicitation":{"url":{}}}`, "https://mcp.example/in", true, 200, "", "https://mcp.example/in"},
		"no URL is known":    {"expired", `{"elicitation":{"url":{}}}`, "", true, 401, `Bearer error="invalid_token"` + words, "failed with status code 401"},
		"only forms":         {"expired", `{"elicitation":{}}`, "https://mcp.example/in", true, 401, `Bearer error="invalid_token"` + words, "failed with status code 401"},
	} {
		if name == "a URL" && mcp.LATEST_PROTOCOL_VERSION < "2026" { // mcp-go does not send the error's code
			tt.status, tt.challenge, tt.body = 401, `Bearer error="invalid_token"`+words, "failed with status code 401"
		}
		t.Run(name, func(t *testing.T) {
			signIn := mcpgotools.SignIn{Page: func(context.Context, string, string) string { return tt.page }}
			var opts []mcpgotools.Option
			if tt.with {
				opts = append(opts, mcpgotools.WithSignIn(&signIn))
			}
			r := adapters.Default().
				WithCredentials(toolerr.Credentials{Owner: toolerr.OwnerCaller, Scopes: []string{"files:read"}, ResourceMetadata: "https://mcp.example/meta"}).
				WithCredentials(toolerr.Credentials{Owner: toolerr.OwnerServer}, "own")
			s := server.NewMCPServer("test", "1", server.WithToolHandlerMiddleware(mcpgotools.Middleware(r, opts...)))
			for tool, fact := range map[string]toolerr.Fact{"expired": toolerr.FactExpiredKey, "scope": toolerr.FactMissingScope, "own": toolerr.FactExpiredKey} {
				s.AddTool(mcp.NewTool(tool), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					status := map[string]int{"scope": 403}[tool]
					return nil, toolerr.Upstream(max(status, 401), toolerr.Message{}, toolerr.WithAccess(toolerr.Access{
						Fact: fact, Scopes: []string{"canary:read"}, ResourceMetadata: "https://canary.example/",
					}))
				})
			}
			h := signIn.Handler(server.NewStreamableHTTPServer(s))
			resp, body := post(t, h, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"t","version":"1"},"capabilities":`+tt.capabilities+`}}`)
			require.Equal(t, 200, resp.StatusCode, body)
			resp, body = post(t, h, resp.Header.Get("Mcp-Session-Id"), `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"`+tt.tool+`","arguments":{}}}`)
			assert.Equal(t, tt.status, resp.StatusCode, body)
			assert.Equal(t, tt.challenge, resp.Header.Get("WWW-Authenticate"))
			assert.Contains(t, body, tt.body)
			assert.NotContains(t, body, "canary")
			if tt.status == 200 && strings.Contains(tt.body, "https:") {
				var got struct{ Error struct{ Code int } }
				require.NoError(t, json.Unmarshal([]byte(body), &got), body)
				assert.Equal(t, mcp.URL_ELICITATION_REQUIRED, got.Error.Code)
			}
		})
	}
}

// mcp-go's own client tells its program that authorization is required. A refusal of the
// server's key, and any without the option, is a result.
func TestSignInAsMCPGosClientSeesIt(t *testing.T) {
	for name, tt := range map[string]struct {
		owner      toolerr.Owner
		with, asks bool
	}{
		"the caller's key": {toolerr.OwnerCaller, true, true}, "the server's key": {toolerr.OwnerServer, true, false},
		"without the option": {toolerr.OwnerCaller, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var signIn mcpgotools.SignIn
			var opts []mcpgotools.Option
			if tt.with {
				opts = append(opts, mcpgotools.WithSignIn(&signIn))
			}
			r := adapters.Default().WithCredentials(toolerr.Credentials{Owner: tt.owner, ResourceMetadata: "https://mcp.example/meta"})
			s := server.NewMCPServer("test", "1", server.WithToolHandlerMiddleware(mcpgotools.Middleware(r, opts...)))
			s.AddTool(mcp.NewTool("expired"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, toolerr.Upstream(401, toolerr.Message{}, toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactExpiredKey}))
			})
			srv := httptest.NewServer(signIn.Handler(server.NewStreamableHTTPServer(s)))
			t.Cleanup(srv.Close)
			c, err := client.NewStreamableHttpClient(srv.URL)
			require.NoError(t, err)
			t.Cleanup(func() { _ = c.Close() })
			require.NoError(t, c.Start(t.Context()))
			_, err = c.Initialize(t.Context(), mcp.InitializeRequest{})
			require.NoError(t, err)
			req := mcp.CallToolRequest{}
			req.Params.Name = "expired"
			res, err := c.CallTool(t.Context(), req)
			if tt.asks {
				require.Error(t, err)
				assert.Regexp(t, `authorization required|unauthorized \(401\)`, err.Error(), "in the words of both releases")
				return
			}
			require.NoError(t, err)
			assert.True(t, res.IsError)
		})
	}
}
