package mcptools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/internal/outcomelaw"
	"github.com/errand-go/errand/toolerr"
)

// pay makes a payment for an order, and again while that does nothing twice.
func pay(ctx context.Context, client *http.Client, url, order string) error {
	var err error
	for range 4 {
		_, err = adapter.Do(ctx, adapter.NewChain(httpadapter.Adapter{}), func(ctx context.Context) (string, error) {
			return outcomelaw.Pay(ctx, client, url, order)
		})
		if te, ok := toolerr.Find(err); !ok || !te.SafeToRetry(false) {
			return err
		}
	}
	return err
}

// server returns a server with a tool that pays for an order.
func server(url string, opts ...mcptools.Option) *mcp.Server {
	client := outcomelaw.Client(url, "keys")
	s := bare(mcptools.Middleware(stdadapter.NewRegistry(), opts...))
	type in struct {
		Order string `json:"order"`
	}
	mcp.AddTool(s, &mcp.Tool{Name: "pay"}, func(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
		if err := pay(ctx, client, url, in.Order); err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: adapter.CallKey(ctx)}}}, nil, nil
	})
	return s
}

// send sends a message to a server over HTTP.
func send(ctx context.Context, url, session, message string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(message))
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	return http.DefaultClient.Do(req)
}

// post sends a message, and returns the session and the answer.
func post(t *testing.T, url, session, message string) (string, string) {
	t.Helper()
	resp, err := send(t.Context(), url, session, message)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.Header.Get("Mcp-Session-Id"), string(raw)
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

func toolsCall(id int, order string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"pay","arguments":{"order":%q}}}`, id, order)
}

// textOf returns the text of the answer to a call.
func textOf(t *testing.T, answer string) string {
	t.Helper()
	_, data, _ := strings.Cut(answer, "data: ")
	var m struct {
		Result struct{ Content []struct{ Text string } }
	}
	require.NoError(t, json.NewDecoder(bytes.NewReader([]byte(data))).Decode(&m), answer)
	require.Len(t, m.Result.Content, 1, answer)
	return m.Result.Content[0].Text
}

// The key of a call is that of its request in a session that the server began.
func TestCallKeys(t *testing.T) {
	b := outcomelaw.NewBank()
	service := httptest.NewServer(b)
	defer service.Close()
	url := service.URL
	keyed := server(url, mcptools.WithCallKeys())
	stateful := overHTTP(t, keyed)
	session, _ := post(t, stateful, "", initialize)
	_, first := post(t, stateful, session, toolsCall(2, "a"))
	_, again := post(t, stateful, session, toolsCall(2, "a"))
	_, next := post(t, stateful, session, toolsCall(3, "a"))
	assert.NotEmpty(t, textOf(t, first))
	assert.Equal(t, textOf(t, first), textOf(t, again), "a request that arrives twice")
	assert.NotEqual(t, textOf(t, first), textOf(t, next))
	assert.Equal(t, 2, b.Count("a"))
	other, _ := post(t, stateful, "", initialize)
	_, theirs := post(t, stateful, other, toolsCall(2, "a"))
	assert.NotEqual(t, textOf(t, first), textOf(t, theirs), "another session")
	_, changed := post(t, stateful, session, toolsCall(2, "b"))
	assert.Contains(t, textOf(t, changed), "The request was not sent")
	assert.Zero(t, b.Count("b"))

	for name, tt := range map[string]struct {
		server *mcp.Server
		opts   *mcp.StreamableHTTPOptions
	}{
		"a session that the client chose": {keyed, &mcp.StreamableHTTPOptions{Stateless: true}},
		"without the option":              {server(url), nil},
	} {
		s := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tt.server }, tt.opts))
		id, _ := post(t, s.URL, "", initialize)
		if id == "" || name != "without the option" {
			id = "mine"
		}
		_, answer := post(t, s.URL, id, toolsCall(2, "c"))
		assert.Empty(t, textOf(t, answer), name)
		s.Close()
	}
}

// Payments behind a server with failures of client, network and service: with keys none exists
// twice, and every one exists once, but those of which the model reads that they are unknown.
// With reconcile and keys, none is unknown.
func TestPaymentsBehindAServer(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("ERRAND_OUTCOMES"))
	if err != nil {
		n = 40
	}
	for _, mode := range []string{"keys", "find", "keys-find", "neither"} {
		t.Run(mode, func(t *testing.T) {
			b := outcomelaw.NewBank(outcomelaw.Faults...)
			service := httptest.NewServer(b)
			defer service.Close()
			url := service.URL
			keys, find := strings.Contains(mode, "keys"), strings.Contains(mode, "find")
			var opts []mcptools.Option
			if keys {
				opts = append(opts, mcptools.WithCallKeys())
			}
			if find {
				opts = append(opts, mcptools.WithReconcile("pay", func(ctx context.Context, args json.RawMessage, _ string) (*mcp.CallToolResult, adapter.Outcome, error) {
					var in struct{ Order string }
					assert.NoError(t, json.Unmarshal(args, &in))
					text, outcome, err := outcomelaw.Find(ctx, http.DefaultClient, url, in.Order)
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, outcome, err
				}))
			}
			web := overHTTP(t, server(url, opts...))
			var group sync.WaitGroup
			var unknown atomic.Int64
			for worker := range 8 {
				group.Go(func() {
					session, _ := post(t, web, "", initialize)
					for i := worker; i < n; i += 8 {
						order := fmt.Sprintf("%s-%d", mode, i)
						if i%5 == 0 { // the client goes away, and sends the same request again
							leave(t, web, session, toolsCall(i+2, order))
						}
						if i%5 == 0 && !keys { // without keys, the client must not send it again
							unknown.Add(1)
							continue
						}
						_, answer := post(t, web, session, toolsCall(i+2, order))
						for strings.Contains(answer, "in-flight") { // the first one has not ended
							_, answer = post(t, web, session, toolsCall(i+2, order))
						}
						if b.Judge(t, order, answer, strings.Contains(answer, `"isError":true`)) == "unknown" {
							unknown.Add(1)
						}
					}
				})
			}
			group.Wait()
			for i := range n {
				assert.LessOrEqual(t, b.Count(fmt.Sprintf("%s-%d", mode, i)), 1)
			}
			t.Logf("%d payments: %d unknown", n, unknown.Load())
			if keys && find {
				assert.Zero(t, unknown.Load())
			} else if n > 100 {
				assert.Positive(t, unknown.Load())
			}
		})
	}
}

// leave sends a message, and goes away.
func leave(t *testing.T, url, session, message string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	_, _ = send(ctx, url, session, message)
}
