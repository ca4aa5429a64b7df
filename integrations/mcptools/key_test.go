package mcptools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/toolerr"
)

// A bank is a payment service with keys as Stripe documents them. It drops, delays, fails and
// duplicates on purpose, as a seed decides.
type bank struct {
	mu     sync.Mutex
	random *rand.Rand
	calm   bool
	made   map[string]int // payments by order
	stored map[string]int // statuses by key
}

func (b *bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	order, key := r.FormValue("order"), r.Header.Get("Idempotency-Key")
	b.mu.Lock()
	if r.Method == http.MethodGet {
		n := b.made[order]
		b.mu.Unlock()
		_, _ = fmt.Fprint(w, n)
		return
	}
	fault := 9
	if !b.calm {
		fault = b.random.IntN(10)
	}
	status, again := b.stored[key]
	if !again && fault != 0 { // 0: lost on the way
		if status = http.StatusOK; fault == 1 { // before the payment, stored with the key
			status = http.StatusInternalServerError
		} else {
			b.made[order]++
		}
		if key != "" {
			b.stored[key] = status
		}
	}
	b.mu.Unlock()
	switch fault {
	case 0, 2, 3: // no answer
		panic(http.ErrAbortHandler)
	case 4: // later than the client waits
		select {
		case <-r.Context().Done():
		case <-time.After(time.Second):
		}
	}
	if again {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	w.WriteHeader(status)
}

func newBank(t *testing.T, seed uint64) (*bank, string) {
	t.Helper()
	b := &bank{random: rand.New(rand.NewPCG(seed, 1)), made: map[string]int{}, stored: map[string]int{}} //nolint:gosec // a test
	s := httptest.NewServer(b)
	t.Cleanup(s.Close)
	return b, s.URL
}

// pay makes a payment for an order, and again while that does nothing twice.
func pay(ctx context.Context, client *http.Client, url, order string) error {
	var err error
	for range 4 {
		_, err = adapter.Do(ctx, adapter.NewChain(httpadapter.Adapter{}), func(ctx context.Context) (struct{}, error) {
			ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"?order="+order, nil)
			if err != nil {
				return struct{}{}, err
			}
			resp, err := client.Do(req)
			if err != nil {
				return struct{}{}, err
			}
			defer func() { _ = resp.Body.Close() }()
			return struct{}{}, httpadapter.CheckResponse(resp)
		})
		if te, ok := toolerr.Find(err); !ok || !te.SafeToRetry(false) {
			return err
		}
	}
	return err
}

// server returns a server with a tool that pays for an order.
func server(url string, opts ...mcptools.Option) *mcp.Server {
	rule := httpadapter.KeyRule{Host: strings.TrimPrefix(url, "http://"), Header: "Idempotency-Key", Valid: time.Hour}
	client := &http.Client{Transport: httpadapter.Transport{Keys: httpadapter.NewKeys(rule)}}
	s := mcp.NewServer(&mcp.Implementation{Name: "bank"}, nil)
	s.AddReceivingMiddleware(mcptools.Middleware(stdadapter.NewRegistry(), opts...))
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

// post sends a message to a server over HTTP, and returns the session and the answer.
func post(t *testing.T, url, session, message string) (string, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(message))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Session-Id", session)
	if session == "" {
		req.Header.Del("Mcp-Session-Id")
	}
	resp, err := http.DefaultClient.Do(req)
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
	b, url := newBank(t, 1)
	b.calm = true
	keyed := server(url, mcptools.WithCallKeys())
	stateful := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return keyed }, nil))
	defer stateful.Close()
	session, _ := post(t, stateful.URL, "", initialize)
	_, first := post(t, stateful.URL, session, toolsCall(2, "a"))
	_, again := post(t, stateful.URL, session, toolsCall(2, "a"))
	_, next := post(t, stateful.URL, session, toolsCall(3, "a"))
	assert.NotEmpty(t, textOf(t, first))
	assert.Equal(t, textOf(t, first), textOf(t, again), "a request that arrives twice")
	assert.NotEqual(t, textOf(t, first), textOf(t, next))
	assert.Equal(t, 2, b.made["a"])
	other, _ := post(t, stateful.URL, "", initialize)
	_, theirs := post(t, stateful.URL, other, toolsCall(2, "a"))
	assert.NotEqual(t, textOf(t, first), textOf(t, theirs), "another session")
	_, changed := post(t, stateful.URL, session, toolsCall(2, "b"))
	assert.Contains(t, textOf(t, changed), "The request was not sent")
	assert.Zero(t, b.made["b"])

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

// outcomes names the variable with the number of payments of TestPaymentsBehindAServer.
const outcomes = "ERRAND_OUTCOMES"

// Payments behind a server with failures of client, network and service: with keys none exists
// twice, and every one exists once, but those of which the model reads that they are unknown.
// With reconcile and keys, none is unknown.
func TestPaymentsBehindAServer(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv(outcomes))
	if err != nil {
		n = 40
	}
	for name, tt := range map[string]struct{ keys, find bool }{
		"keys": {true, false}, "reconcile": {false, true}, "keys and reconcile": {true, true}, "neither": {false, false},
	} {
		t.Run(name, func(t *testing.T) {
			b, url := newBank(t, 7)
			var opts []mcptools.Option
			if tt.keys {
				opts = append(opts, mcptools.WithCallKeys())
			}
			if tt.find {
				opts = append(opts, mcptools.WithReconcile("pay", b.find))
			}
			s := server(url, opts...)
			web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
			defer web.Close()
			var group sync.WaitGroup
			var mu sync.Mutex
			unknown, failed := 0, 0
			for worker := range 8 {
				group.Go(func() {
					session, _ := post(t, web.URL, "", initialize)
					for i := worker; i < n; i += 8 {
						order := fmt.Sprintf("%s-%d", strings.ReplaceAll(name, " ", "-"), i)
						if i%5 == 0 { // the client goes away, and sends the same request again
							ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
							req, _ := http.NewRequestWithContext(ctx, http.MethodPost, web.URL, strings.NewReader(toolsCall(i+2, order)))
							req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Session-Id": {session}}
							if resp, err := http.DefaultClient.Do(req); err == nil {
								_ = resp.Body.Close()
							}
							cancel()
						}
						answer := ""
						if tt.keys || i%5 != 0 { // without keys, the client must not send it again
							_, answer = post(t, web.URL, session, toolsCall(i+2, order))
						}
						for strings.Contains(answer, "in-flight") { // the first one has not ended
							_, answer = post(t, web.URL, session, toolsCall(i+2, order))
						}
						b.mu.Lock()
						made := b.made[order]
						b.mu.Unlock()
						mu.Lock()
						switch {
						case answer == "", strings.Contains(answer, "may have been carried out"):
							unknown++
							assert.LessOrEqual(t, made, 1, answer)
						case strings.Contains(answer, `"isError":true`):
							failed++
							assert.Zero(t, made, answer)
						default:
							assert.Equal(t, 1, made, answer)
						}
						mu.Unlock()
					}
				})
			}
			group.Wait()
			t.Logf("%d payments: %d unknown, %d known not to be made", n, unknown, failed)
			if tt.keys && tt.find {
				assert.Zero(t, unknown)
			} else if n > 100 {
				assert.Positive(t, unknown)
			}
		})
	}
}

// find finds a payment of the bank, which makes none later than its answer.
func (b *bank) find(_ context.Context, args json.RawMessage, _ string) (*mcp.CallToolResult, adapter.Outcome, error) {
	var in struct{ Order string }
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, adapter.OutcomeUnknown, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made[in.Order] == 0 {
		return nil, adapter.OutcomeNever, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "paid"}}}, adapter.OutcomeDone, nil
}
