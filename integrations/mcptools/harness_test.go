package mcptools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/toolerr"
)

// The test's own program is the server on stdio, so that messages cross a process boundary.
const roleVariable = "MCPTOOLS_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "server":
		s := newServer(guard())
		s.AddTool(&mcp.Tool{Name: "die", InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { os.Exit(3); return nil, nil })
		err := s.Run(context.Background(), &mcp.StdioTransport{})
		if err != nil && !errors.Is(err, io.EOF) {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

// canary is a text of a vendor that must not reach a model.
const canary = faults.CanaryCause

type sum struct {
	A int8 `json:"a"`
	B int8 `json:"b,omitempty"`
}

type total struct {
	Total int `json:"total"`
}

type order struct {
	Item  string    `json:"item"`
	Count int       `json:"count"`
	Size  string    `json:"size,omitempty"`
	Due   time.Time `json:"due,omitzero"`
}

const orderSchema = `{"type":"object","required":["item","count"],"additionalProperties":false,"properties":{
	"item":{"type":"string","maxLength":8},"count":{"type":"integer","minimum":1},
	"size":{"enum":["small","large"]},"due":{"type":"string"}}}`

// limited returns the error of a service with a rate limit.
func limited() error {
	u, _ := url.Parse("https://user:" + faults.CredentialPassword + "@api.example.com/v1/items?key=" + faults.CredentialQuery)
	return fmt.Errorf("weather: %w", httpadapter.CheckResponse(&http.Response{
		StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"30"}},
		Body: io.NopCloser(strings.NewReader(canary)), Request: &http.Request{Method: http.MethodGet, URL: u},
	}))
}

// tools adds the tools of the test's server, which fail in every way.
func tools(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "add"}, func(_ context.Context, _ *mcp.CallToolRequest, in sum) (*mcp.CallToolResult, total, error) {
		return nil, total{int(in.A) + int(in.B)}, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "limited"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, total, error) {
		return nil, total{}, limited()
	})
	mcp.AddTool(s, &mcp.Tool{Name: "own"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
		return nil, nil, toolerr.Retryable(toolerr.Msg("There is no such city."), toolerr.Msg("Use the English name."))
	})
	mcp.AddTool(s, &mcp.Tool{Name: "order", InputSchema: json.RawMessage(orderSchema)},
		func(_ context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
			return nil, map[string]any{"ordered": in.Item}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "misfit", OutputSchema: json.RawMessage(`{"type":"object","required":["total"]}`)},
		func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
			return nil, map[string]any{"secret": canary}, nil
		})
	panics := func(v any) mcp.ToolHandler {
		return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic(v) }
	}
	returns := func(res *mcp.CallToolResult, err error) mcp.ToolHandler {
		return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res, err }
	}
	spoken := &mcp.CallToolResult{
		Content: []mcp.Content{
			spokenText(), &mcp.ImageContent{MIMEType: "image/png", Data: []byte("map")},
			&mcp.TextContent{Text: canary}, // in the form of SetError
		},
		Meta: mcp.Meta{"example.com/door": "left"},
	}
	spoken.SetError(errors.New(canary))
	broken := &mcp.CallToolResult{Content: []mcp.Content{(*mcp.ImageContent)(nil)}, Meta: mcp.Meta{"x": math.Inf(1)}}
	broken.SetError(errors.New(canary))
	for name, handler := range map[string]mcp.ToolHandler{
		"raw":    returns(nil, fmt.Errorf("db at %s: %w", canary, errors.New("gone"))),
		"reason": returns(nil, toolerr.Errorf("no item %s in stock, says %s", "tea-7", canary)),
		"proxy":  returns(nil, fmt.Errorf("other server: %w", &jsonrpc.Error{Code: -32000, Message: canary})),
		"panic":  panics("boom " + canary),
		"exit": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			runtime.Goexit()
			return nil, nil
		},
		"nothing":  returns(nil, nil),
		"nan":      returns(&mcp.CallToolResult{StructuredContent: math.NaN()}, nil),
		"nilblock": returns(&mcp.CallToolResult{Content: []mcp.Content{(*mcp.ImageContent)(nil)}}, nil),
		"protocol": returns(nil, &jsonrpc.Error{Code: -32042, Message: "sign in"}),
		"nilerror": returns(nil, (*jsonrpc.Error)(nil)),
		"baddata":  returns(nil, &jsonrpc.Error{Code: 1, Message: canary, Data: json.RawMessage("{")}),
		"plain":    returns(&mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "no seats left"}}}, nil),
		"spoken":   returns(spoken, nil),
		"broken":   returns(broken, nil),
		"wait": func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			select { // a client that cancels before its request has arrived cancels nothing (go-sdk v1.8.0)
			case <-ctx.Done():
			case <-time.After(10 * time.Second):
			}
			return nil, ctx.Err()
		},
	} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, handler)
	}
}

// spokenText returns a text that SetError cannot have written.
func spokenText() *mcp.TextContent {
	return &mcp.TextContent{Text: "Try the other door.", Annotations: &mcp.Annotations{Audience: []mcp.Role{"assistant"}}}
}

// bare returns a server without tools, and newServer one with those of the tests.
func bare(middleware ...mcp.Middleware) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s.AddReceivingMiddleware(middleware...)
	return s
}

func newServer(middleware ...mcp.Middleware) *mcp.Server {
	s := bare(middleware...)
	tools(s)
	return s
}

// guard returns the middleware of the test's server. The results of tool "plain" are kept.
func guard() mcp.Middleware {
	return middleware(adapters.Default(), mcptools.WithMarkedResultsKept("plain"))
}

// The transports to newServer with the middleware.
var transports = map[string]func(*testing.T) *mcp.ClientSession{
	"in memory": func(t *testing.T) *mcp.ClientSession {
		return inMemory(t, newServer(guard()))
	},
	"stdio": func(t *testing.T) *mcp.ClientSession {
		return connect(t, &mcp.CommandTransport{Command: own(t, "server")})
	},
	"streamable HTTP": func(t *testing.T) *mcp.ClientSession {
		return connect(t, &mcp.StreamableClientTransport{Endpoint: overHTTP(t, newServer(guard()))})
	},
}

func inMemory(t *testing.T, s *mcp.Server) *mcp.ClientSession {
	t.Helper()
	there, here := mcp.NewInMemoryTransports()
	ss, err := s.Connect(t.Context(), there, nil)
	require.NoError(t, err)
	t.Cleanup(func() { ss.Close() })
	return connect(t, here)
}

// own returns a command that runs the test's own program in another role.
func own(t *testing.T, role string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	return cmd
}

// same returns a Connect for a session that exists.
func same(session *mcp.ClientSession) mcpagent.Connect {
	return func(context.Context) (*mcp.ClientSession, error) { return session, nil }
}

func overHTTP(t *testing.T, s *mcp.Server) string {
	t.Helper()
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

// call calls a tool, and requires a result.
func call(t *testing.T, s *mcp.ClientSession, tool, args string) *mcp.CallToolResult {
	t.Helper()
	res, err := try(t, s, tool, args)
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
func try(t *testing.T, s *mcp.ClientSession, tool, args string) (*mcp.CallToolResult, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
}

// payloadOf returns the payload in a failed result.
func payloadOf(t *testing.T, res *mcp.CallToolResult) map[string]any {
	t.Helper()
	require.True(t, res.IsError)
	require.NotEmpty(t, res.Content)
	text, ok := res.Content[0].(*mcp.TextContent)
	require.True(t, ok)
	var p map[string]any
	require.NoError(t, json.Unmarshal([]byte(text.Text), &p), text.Text)
	more, ok := res.Meta[mcptools.MetaKey].(map[string]any)
	require.True(t, ok)
	for _, member := range []string{"problems", "access", "guidance"} { // problems have their parts; the others are for programs
		delete(more, member)
	}
	require.Empty(t, more)
	return p
}

var _ adapter.Adapter = mcpagent.Adapter{}

// middleware is the middleware with payloads as texts.
func middleware(r adapter.Registry, opts ...mcptools.Option) mcp.Middleware {
	return mcptools.Middleware(r, append(opts, mcptools.WithJSON())...)
}
