package mcptools_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/toolerr"
)

// accessServer has the tool "expired", which fails until allowed is set, "scope", whose
// credentials lack a scope, and "own", which uses a key of the server. The service names
// servers and scopes of its own.
func accessServer(allowed *atomic.Bool, opts ...mcptools.Option) *mcp.Server {
	r := adapters.Default().WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))).
		WithCredentials(toolerr.Credentials{Owner: toolerr.OwnerCaller, Scopes: []string{"files:read", "files:write"}, ResourceMetadata: "https://mcp.example/meta"}).
		WithCredentials(toolerr.Credentials{Owner: toolerr.OwnerServer, Scopes: []string{"files:read"}}, "own")
	s := bare(mcptools.Middleware(r, opts...))
	add := func(name string, status int, code string) {
		mcp.AddTool(s, &mcp.Tool{Name: name}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
			if allowed.Load() {
				return nil, map[string]any{"done": true}, nil
			}
			return nil, nil, toolerr.Upstream(status, toolerr.Message{}, toolerr.WithAccess(toolerr.Access{
				Fact: toolerr.Fact(code), Scopes: []string{"canary:read"}, ResourceMetadata: "https://canary.example/meta",
			}))
		})
	}
	add("expired", 401, "expired_key")
	add("scope", 403, "missing_scope")
	add("own", 401, "expired_key")
	add("empty", 402, "account_empty")
	return s
}

// An authorizer is a client that can sign in. It remembers the challenges.
type authorizer struct {
	allowed    *atomic.Bool
	challenges []string
}

func (a *authorizer) TokenSource(context.Context) (oauth2.TokenSource, error) {
	return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "t"}), nil
}

func (a *authorizer) Authorize(_ context.Context, _ *http.Request, resp *http.Response) error {
	a.challenges = append(a.challenges, resp.Header.Get("WWW-Authenticate"))
	a.allowed.Store(true)
	return resp.Body.Close()
}

// speaking returns the options of a client with a version of the protocol. Before v1.8.0 the
// SDK's client has only its newest.
func speaking(version string) *mcp.ClientSessionOptions {
	var opts mcp.ClientSessionOptions
	if field := reflect.ValueOf(&opts).Elem().FieldByName("ProtocolVersion"); field.IsValid() {
		field.SetString(version)
	}
	return &opts
}

const challengeWords = `, scope="files:read files:write", resource_metadata="https://mcp.example/meta"`

// The SDK's client authorises after a challenge about the caller's credentials, and sends the
// call again. It gets no challenge about a key of the server, nor without the option.
func TestChallengeOverHTTP(t *testing.T) {
	for name, tt := range map[string]struct {
		tool, version string
		options       *mcp.StreamableHTTPOptions
		with          bool
		challenge     string
	}{
		"expired":                   {"expired", "2025-11-25", nil, true, `Bearer error="invalid_token"` + challengeWords},
		"expired, 2026-07-28":       {"expired", "2026-07-28", nil, true, `Bearer error="invalid_token"` + challengeWords},
		"expired, a JSON response":  {"expired", "2025-11-25", &mcp.StreamableHTTPOptions{JSONResponse: true}, true, `Bearer error="invalid_token"` + challengeWords},
		"expired, without sessions": {"expired", "2025-11-25", &mcp.StreamableHTTPOptions{Stateless: true}, true, `Bearer error="invalid_token"` + challengeWords},
		"a scope":                   {"scope", "2025-11-25", nil, true, `Bearer error="insufficient_scope"` + challengeWords},
		"the server's key":          {"own", "2025-11-25", nil, true, ""},
		"an empty account":          {"empty", "2025-11-25", nil, true, ""},
		"without the option":        {"expired", "2025-11-25", nil, false, ""},
		"events are stored":         {"expired", "2025-11-25", &mcp.StreamableHTTPOptions{EventStore: mcp.NewMemoryEventStore(nil)}, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			auth := &authorizer{allowed: &atomic.Bool{}}
			var signIn mcptools.SignIn
			var opts []mcptools.Option
			if tt.with {
				opts = append(opts, mcptools.WithSignIn(&signIn))
			}
			server := accessServer(auth.allowed, opts...)
			srv := httptest.NewServer(signIn.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, tt.options)))
			t.Cleanup(srv.Close)
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: srv.URL, OAuthHandler: auth}, speaking(tt.version))
			require.NoError(t, err)
			defer session.Close()
			res := call(t, session, tt.tool, `{}`)
			assert.Equal(t, tt.challenge == "", res.IsError, "after the challenge the client sends the call again")
			if tt.challenge != "" {
				assert.Equal(t, []string{tt.challenge}, auth.challenges)
				return
			}
			assert.Empty(t, auth.challenges)
			raw := encoded(t, res)
			assert.NotContains(t, raw, "canary")
			assert.Contains(t, raw, `"owner"`)
		})
	}
}

// A client that opens URLs is asked to, in the way of its version, and the call is sent again.
// If it declines, or cannot, the model reads the failure.
func TestElicitation(t *testing.T) {
	for name, tt := range map[string]struct {
		version string
		can     bool
		action  string
		page    string
		asked   bool
	}{
		"2025-11-25":              {"2025-11-25", true, "accept", "https://mcp.example/sign-in", true},
		"2026-07-28":              {"2026-07-28", true, "accept", "https://mcp.example/sign-in", true},
		"2026-07-28, it declines": {"2026-07-28", true, "decline", "https://mcp.example/sign-in", true},
		"no URL is known":         {"2025-11-25", true, "accept", "", false},
		"the client cannot":       {"2025-11-25", false, "", "https://mcp.example/sign-in", false},
		"the client cannot, new":  {"2026-07-28", false, "", "https://mcp.example/sign-in", false},
	} {
		t.Run(name, func(t *testing.T) {
			var allowed atomic.Bool
			var ids []string
			signIn := mcptools.SignIn{Page: func(_ context.Context, tool, id string) string {
				assert.Equal(t, "expired", tool)
				ids = append(ids, id)
				return tt.page
			}}
			server := accessServer(&allowed, mcptools.WithSignIn(&signIn))
			there, here := mcp.NewInMemoryTransports()
			ss, err := server.Connect(t.Context(), there, nil)
			require.NoError(t, err)
			defer ss.Close()
			var asked []*mcp.ElicitParams
			elicit := func(p *mcp.ElicitParams) *mcp.ElicitResult {
				asked = append(asked, p)
				allowed.Store(tt.action == "accept")
				return &mcp.ElicitResult{Action: tt.action}
			}
			var opts mcp.ClientOptions
			if tt.can {
				opts.Capabilities = &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}}
				opts.ElicitationHandler = func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
					return elicit(req.Params), nil
				}
			}
			session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &opts).
				Connect(t.Context(), here, speaking(tt.version))
			require.NoError(t, err)
			defer session.Close()
			res, err := try(t, session, "expired", `{}`)
			var wire *jsonrpc.Error
			if errors.As(err, &wire) { // the SDK's client leaves this to the program
				require.EqualValues(t, mcp.CodeURLElicitationRequired, wire.Code)
				var data struct{ Elicitations []*mcp.ElicitParams }
				require.NoError(t, json.Unmarshal(wire.Data, &data))
				elicit(data.Elicitations[0])
				res, err = try(t, session, "expired", `{}`)
			}
			require.NoError(t, err)
			assert.Equal(t, tt.action != "accept" || tt.page == "", res.IsError)
			require.Equal(t, tt.asked, len(asked) == 1, "%v", asked)
			if tt.asked {
				assert.Equal(t, tt.page, asked[0].URL)
				assert.Equal(t, "url", asked[0].Mode)
				assert.Equal(t, ids, []string{asked[0].ElicitationID})
				assert.NotContains(t, asked[0].Message, "canary")
			}
		})
	}
}

// The drafts are written only with the option.
func TestDrafts(t *testing.T) {
	session := inMemory(t, accessServer(new(atomic.Bool)))
	res := call(t, session, "scope", `{}`)
	assert.NotContains(t, res.Meta, "io.modelcontextprotocol/toolFailure")
	_, err := try(t, session, "nosuch", `{}`)
	require.ErrorContains(t, err, "unknown tool")

	session = inMemory(t, accessServer(new(atomic.Bool), mcptools.WithDrafts()))
	res = call(t, session, "scope", `{}`)
	failure, _ := res.Meta["io.modelcontextprotocol/toolFailure"].(map[string]any)
	mine, _ := res.Meta[mcptools.MetaKey].(map[string]any)
	assert.Equal(t, "permission_denied", failure["code"])
	assert.Equal(t, mine["reference"], failure["correlationId"])
	res = call(t, session, "nosuch", `{}`)
	assert.True(t, res.IsError)
}
