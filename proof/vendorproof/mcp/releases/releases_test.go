// Package releases_test tests mcpadapter with other releases of the two MCP clients than
// package mcp_test. It uses only the common parts of all releases, so that it compiles with
// those of go.mod, of mcp-older.mod and of mcp-old.mod; .ci/run runs it with each:
//
//	GOWORK=off go test -modfile=mcp-older.mod ./mcp/releases
package releases_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// callers open a session with the server, call a tool with a secret, and return the error.
var callers = map[string]proof.Call{"go-sdk": callSDK, "mcp-go": callMCPGo}

func callSDK(ctx context.Context, hc *http.Client, base string) error {
	s, err := mcp.NewClient(&mcp.Implementation{Name: "proof", Version: "1"}, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: base, HTTPClient: proof.Authorized(hc), MaxRetries: -1,
	}, nil)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	_, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "lookup", Arguments: map[string]any{"arg": faults.CanaryUpload}})
	return err
}

func callMCPGo(ctx context.Context, hc *http.Client, base string) error {
	t, err := transport.NewStreamableHTTP(base, transport.WithHTTPBasicClient(proof.Authorized(hc)))
	if err != nil {
		return err
	}
	c := client.NewClient(t)
	defer func() { _ = c.Close() }()
	if err := c.Start(ctx); err != nil {
		return err
	}
	if _, err := c.Initialize(ctx, mcpgo.InitializeRequest{Params: mcpgo.InitializeParams{
		ClientInfo: mcpgo.Implementation{Name: "proof", Version: "1"},
	}}); err != nil {
		return err
	}
	_, err = c.CallTool(ctx, mcpgo.CallToolRequest{Params: mcpgo.CallToolParams{
		Name: "lookup", Arguments: map[string]any{"arg": faults.CanaryUpload},
	}})
	return err
}

// An answer handles one request.
type answer func(w http.ResponseWriter, id json.RawMessage)

// serve starts a server that opens sessions, and uses answer for one method.
func serve(t *testing.T, method string, answer answer) *httptest.Server {
	t.Helper()
	return proof.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &m)
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case m.Method == method:
			answer(w, m.ID)
		case len(m.ID) == 0:
			w.WriteHeader(http.StatusAccepted)
		case m.Method != "initialize":
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"method not found"}}`, m.ID)
		default:
			w.Header().Set("Mcp-Session-Id", "quorvexsession")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`, m.ID)
		}
	}))
}

func refuse(status int) answer {
	return func(w http.ResponseWriter, _ json.RawMessage) {
		w.Header().Set("Retry-After", "7")
		http.Error(w, faults.CanaryBody, status)
	}
}

// check makes both clients call a server.
func check(t *testing.T, s *httptest.Server, c proof.Case) {
	t.Helper()
	for name, call := range callers {
		one := c
		one.Name, one.Err = name+", "+c.Name, call(t.Context(), s.Client(), s.URL)
		proof.Check(t, mcpadapter.Adapter{}, one)
	}
}

// A status is recognised by the text of each release, and a 401 or a 403 is never retried.
func TestStatuses(t *testing.T) {
	for _, status := range []int{400, 401, 402, 403, 405, 408, 409, 410, 413, 415, 422, 425, 429, 451, 500, 501, 502, 503, 504} {
		check(t, serve(t, "tools/call", refuse(status)), proof.Case{Name: fmt.Sprint(status), Want: faults.ForStatus(status)})
	}
	for _, status := range []int{401, 500, 502, 503} { // from v0.45.0 on, mcp-go keeps no status of a 4xx except 401
		check(t, serve(t, "initialize", refuse(status)), proof.Case{Name: fmt.Sprint("no session, ", status), Want: faults.ForStatus(status)})
	}
	refused := faults.ForStatus(403).Because("a status").
		Or("mcp-go v0.45.0 keeps none", proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown))
	check(t, serve(t, "initialize", refuse(403)), proof.Case{Name: "no session, 403", Want: refused})
}

// mcp-go drops the wait, and the transport records it. (The Go SDK's stream for messages of
// the server overlaps every call, so a wait could belong to it.)
func TestWait(t *testing.T) {
	s := serve(t, "tools/call", refuse(http.StatusTooManyRequests))
	want := faults.ForStatus(429).With(toolerr.EffectUnknown).Wait(7 * time.Second) // a POST opened the session
	proof.CheckRecorded(t, mcpadapter.Adapter{}, s, callMCPGo, proof.Case{Name: "mcp-go", Want: want})
}

// The server does not know the session any more, and sends 404.
func TestSession(t *testing.T) {
	check(t, serve(t, "tools/call", refuse(http.StatusNotFound)), proof.Case{Name: "404", Want: faults.ForStatus(404), Code: "mcp_session_not_found"})
}

// The Go SDK keeps the code of an answer. mcp-go keeps the server's text, or a variable,
// with which only a program that imports mcp-go can compare.
func TestCodes(t *testing.T) {
	for _, code := range []int{-32700, -32600, -32601, -32602, -32603, -32002} {
		s := serve(t, "tools/call", func(w http.ResponseWriter, id json.RawMessage) {
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, id, code, faults.CanaryMessage)
		})
		c := proof.RowCase(t, spec.Of(mcpadapter.Adapter{}).Table(), fmt.Sprint(code))
		c.Err = callSDK(t.Context(), s.Client(), s.URL)
		proof.Check(t, mcpadapter.Adapter{}, c)
		proof.Check(t, mcpadapter.Adapter{}, proof.Case{
			Name: fmt.Sprint("mcp-go, ", code), Err: callMCPGo(t.Context(), s.Client(), s.URL),
			Want: proof.Want(toolerr.KindToolFatal, toolerr.EffectUnset), Service: proof.Nobody,
		})
	}
}

// A response that a client could not decode is the server's failure.
func TestUnread(t *testing.T) {
	for _, content := range []string{"application/json", "text/html"} {
		s := serve(t, "tools/call", func(w http.ResponseWriter, _ json.RawMessage) {
			w.Header().Set("Content-Type", content)
			_, _ = io.WriteString(w, "<p>"+faults.CanaryBody)
		})
		check(t, s, proof.Case{Name: content, Want: unread})
	}
}

var unread = faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(false)

// mcp-go keeps net/http's error. The Go SDK keeps only its text in old releases.
func TestUnreachable(t *testing.T) {
	s := serve(t, "", nil)
	s.Close()
	refused := proof.Want(toolerr.KindNetworkTransportUnreachable, toolerr.EffectNone)
	proof.Check(t, mcpadapter.Adapter{}, proof.Case{Name: "mcp-go", Err: callMCPGo(t.Context(), http.DefaultClient, s.URL), Want: refused, Service: "_http"})

	err := callSDK(t.Context(), http.DefaultClient, s.URL)
	te := mcpadapter.Adapter{}.FromError(err)
	c := proof.Case{Name: "go-sdk", Err: err, Want: proof.Want(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown)}
	if te == nil {
		c.Want, c.Service = refused, "_http"
	}
	proof.Check(t, mcpadapter.Adapter{}, c)
}

// The caller's own cancellation is classified by the chain.
func TestCanceled(t *testing.T) {
	for name, call := range callers {
		ctx, cancel := context.WithCancel(t.Context())
		s := serve(t, "tools/call", func(http.ResponseWriter, json.RawMessage) {
			cancel()
			panic(http.ErrAbortHandler)
		})
		proof.Check(t, mcpadapter.Adapter{}, proof.Case{
			Name: name, Err: call(ctx, s.Client(), s.URL), Context: ctx, Service: "_http",
			Want: proof.Want(toolerr.KindToolCanceled, toolerr.EffectUnknown),
		})
	}
}
