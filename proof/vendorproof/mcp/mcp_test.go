// Package mcp_test tests mcpadapter with two real MCP clients for Go: the official SDK's
// and mcp-go's.
//
// mcp-go returns codes that are not in its list as errors.New with the server's
// text, which no adapter recognises.
package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// Both clients read every code of the table, in a response with status 200 and in one with
// 400.
func TestCodes(t *testing.T) {
	for name, call := range callers {
		for _, row := range spec.Of(mcpadapter.Adapter{}).Table().Rows() {
			code, err := strconv.ParseInt(row.VendorCode, 10, 64)
			if err != nil {
				continue // tested by TestLostConnection, TestSessions, TestUnauthorized
			}
			if name == "mcp-go" && row.VendorCode == "-32001" {
				continue // tested by TestCodesWithoutAVariable
			}
			for _, status := range []int{200, 400} {
				s := serve(t, coded(status, code))
				want := proof.WantRow(row, 0)
				if name == "go-sdk" && status == 400 {
					want.Status = 400 // mcp-go drops it
				}
				wantCode := row.VendorCode
				if row.VendorCode == "-32001" && status == 400 {
					want, wantCode = faults.ForStatus(400), ""
				}
				proof.Check(t, adapterOf(name), proof.Case{
					Name: fmt.Sprintf("%s, %s, %d", name, row.VendorCode, status), Err: call(t.Context(), s.Client(), s.URL), Want: want, Code: wantCode,
				})
			}
		}
	}
}

func coded(status int, code int64) answer {
	return func(w http.ResponseWriter, m message) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, m.failure(code, faults.CanaryMessage, `{"capability":"`+faults.CanaryBody+`","requested":"`+faults.CanaryBody+
			`","elicitations":[{"mode":"url","elicitationId":"1","url":"https://`+faults.CanaryHost+`","message":"`+faults.CanaryMessage+`"}]}`))
	}
}

// No row has these codes.
func TestCodesWithoutAVariable(t *testing.T) {
	for _, code := range []int64{0, 7, -32000} {
		s := serve(t, coded(200, code))
		proof.Check(t, mcpadapter.Adapter{}, proof.Case{
			Name: fmt.Sprint("go-sdk, ", code), Err: callSDK(t.Context(), s.Client(), s.URL),
			Want: proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown),
		})
	}
	for _, code := range []int64{0, 7, -32000, -32001} {
		s := serve(t, coded(200, code))
		proof.Check(t, adapterOf("mcp-go"), proof.Case{
			Name: fmt.Sprint("mcp-go, ", code), Err: callMCPGo(t.Context(), s.Client(), s.URL),
			Want: proof.Want(toolerr.KindToolFatal, toolerr.EffectUnset), Service: proof.Nobody,
		})
	}
	s := serve(t, coded(200, -32602))
	proof.Check(t, mcpadapter.Adapter{}, proof.Case{
		Name: "mcp-go, without its variables", Err: callMCPGo(t.Context(), s.Client(), s.URL),
		Want: proof.Want(toolerr.KindToolFatal, toolerr.EffectUnset), Service: proof.Nobody,
	})
}

// The response is HTTP without JSON-RPC, and its status has no name. TestFaults has the
// statuses with names.
func TestAStatusWithoutAName(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ message) { http.Error(w, faults.CanaryBody, 520) })
	proof.Check(t, mcpadapter.Adapter{}, proof.Case{
		Name: "go-sdk, 520", Err: callSDK(t.Context(), s.Client(), s.URL), Want: proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown),
	})
	proof.Check(t, mcpadapter.Adapter{}, proof.Case{
		Name: "mcp-go, 520", Err: callMCPGo(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(520),
	})
}

// A status is more specific than a code without a meaning.
func TestStatusWithCode(t *testing.T) {
	s := serve(t, coded(401, -32000))
	proof.Check(t, mcpadapter.Adapter{}, proof.Case{Name: "401", Err: callSDK(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(401)})
	s = serve(t, coded(404, -32001)) // like the TypeScript server, but with an id
	proof.Check(t, mcpadapter.Adapter{}, proof.Case{Name: "404", Err: callSDK(t.Context(), s.Client(), s.URL), Want: forgotten, Code: "mcp_session_not_found"})
}

var (
	forgotten = faults.ForStatus(404)
	lost      = proof.Want(toolerr.KindNetworkTransportUnreachable, toolerr.EffectUnknown).Retry(false)
)

// The server does not know the session any more, and sends 404.
func TestSessions(t *testing.T) {
	for body, text := range map[string]string{
		"plain": faults.CanaryBody, "TypeScript's": `{"jsonrpc":"2.0","error":{"code":-32001,"message":"` + faults.CanaryMessage + `"},"id":null}`,
	} {
		s := serve(t, func(w http.ResponseWriter, _ message) { http.Error(w, text, http.StatusNotFound) })
		for name, call := range callers {
			proof.Check(t, adapterOf(name), proof.Case{Name: name + ", " + body, Err: call(t.Context(), s.Client(), s.URL), Want: forgotten, Code: "mcp_session_not_found"})
		}
	}
}

// The recorded exchange adds nothing to the answer.
func TestSessionRecorded(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ message) { http.Error(w, faults.CanaryBody, http.StatusNotFound) })
	for name, call := range callers {
		proof.CheckRecorded(t, adapterOf(name), s, call, proof.Case{Name: name, Want: forgotten.With(toolerr.EffectUnknown), Code: "mcp_session_not_found"})
	}
}

// The server at the other end of a pipe ends in the middle of a call. The next call finds
// the connection closed.
func TestLostConnection(t *testing.T) {
	for name, open := range map[string]func(*testing.T) func() error{"go-sdk": openSDK, "mcp-go": openMCPGo} {
		call := open(t)
		for _, which := range []string{"first", "next"} {
			proof.Check(t, adapterOf(name), proof.Case{Name: name + ", " + which, Err: call(), Want: lost, Code: "mcp_connection_closed"})
		}
	}
}

func openSDK(t *testing.T) func() error {
	t.Helper()
	p := pipe(t)
	s, err := sessionSDK(t.Context(), &mcp.IOTransport{Reader: p.in, Writer: p.out})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return func() error { return useSDK(t.Context(), s) }
}

func openMCPGo(t *testing.T) func() error {
	t.Helper()
	p := pipe(t)
	c, err := startMCPGo(t.Context(), transport.NewIO(p.in, p.out, io.NopCloser(http.NoBody)))
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return func() error { return useMCPGo(t.Context(), c) }
}

// The owner has closed the session.
func TestClosed(t *testing.T) {
	s := serve(t, coded(200, 7))
	session, err := sessionSDK(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.URL, HTTPClient: s.Client(), DisableStandaloneSSE: true})
	require.NoError(t, err)
	require.NoError(t, session.Close())
	proof.Check(t, mcpadapter.Adapter{}, proof.Case{Name: "go-sdk", Err: useSDK(t.Context(), session), Want: lost, Code: "mcp_connection_closed"})
}

// TestUnauthorized: mcp-go has types for it.
func TestUnauthorized(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ message) {
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://`+faults.CanaryHost+`/x"`)
		http.Error(w, faults.CanaryBody, http.StatusUnauthorized)
	})
	proof.Check(t, adapterOf("mcp-go"), proof.Case{Name: "mcp-go", Err: callMCPGo(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(401)})

	tr, err := transport.NewStreamableHTTP(s.URL, transport.WithHTTPBasicClient(s.Client()),
		transport.WithHTTPOAuth(transport.OAuthConfig{ClientID: "c", ClientSecret: faults.CredentialBearer, TokenStore: transport.NewMemoryTokenStore()}))
	require.NoError(t, err)
	c, err := startMCPGo(t.Context(), tr)
	t.Cleanup(func() { _ = c.Close() })
	proof.Check(t, adapterOf("mcp-go"), proof.Case{
		Name: "mcp-go, no token", Err: err, Want: proof.Want(toolerr.KindUpstreamAuthError, toolerr.EffectNone), Code: "mcp_authorization_required",
	})
}

// The session is refused before it begins.
func TestInitialize(t *testing.T) {
	s := proof.Serve(t, proof.Answer{Status: http.StatusForbidden, Body: faults.CanaryBody})
	proof.Check(t, adapterOf("go-sdk"), proof.Case{Name: "go-sdk", Err: callSDK(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(403)})
	proof.Check(t, adapterOf("mcp-go"), proof.Case{
		Name: "mcp-go", Err: callMCPGo(t.Context(), s.Client(), s.URL),
		Want: proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown),
	})
	// mcp-go keeps no status of a refused session; the transport does.
	s = proof.Serve(t, proof.Answer{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"7"}}, Body: faults.CanaryBody})
	proof.CheckRecorded(t, adapterOf("mcp-go"), s, callMCPGo, proof.Case{Name: "mcp-go, recorded", Want: faults.ForStatus(429).Wait(7 * time.Second)})
}

// mcp-go treats any JSON object of a failure as an answer, which no adapter can detect. The
// test fails if the client changes this.
func TestUndetectedFailures(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ message) {
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"message":"slow down"}`)
	})
	err := callMCPGo(t.Context(), s.Client(), s.URL)
	require.Error(t, err)
	assert.Nil(t, adapterOf("mcp-go").FromError(err), err.Error())
}

// callers open a session with the server, call a tool with a secret, and return the error.
var callers = map[string]proof.Call{"go-sdk": callSDK, "mcp-go": callMCPGo}

func sessionSDK(ctx context.Context, t mcp.Transport) (*mcp.ClientSession, error) {
	return mcp.NewClient(&mcp.Implementation{Name: "proof", Version: "1"}, nil).Connect(ctx, t, nil)
}

func useSDK(ctx context.Context, s *mcp.ClientSession) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "lookup", Arguments: map[string]any{"arg": faults.CanaryUpload}})
	return err
}

func callSDK(ctx context.Context, hc *http.Client, base string) error {
	s, err := sessionSDK(ctx, &mcp.StreamableClientTransport{
		Endpoint: base, HTTPClient: proof.Authorized(hc), MaxRetries: -1, DisableStandaloneSSE: true,
	})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return useSDK(ctx, s)
}

func startMCPGo(ctx context.Context, t transport.Interface) (*client.Client, error) {
	c := client.NewClient(t)
	if err := c.Start(ctx); err != nil {
		return c, err
	}
	_, err := c.Initialize(ctx, mcpgo.InitializeRequest{Params: mcpgo.InitializeParams{
		ClientInfo: mcpgo.Implementation{Name: "proof", Version: "1"},
	}})
	return c, err
}

func useMCPGo(ctx context.Context, c *client.Client) error {
	_, err := c.CallTool(ctx, mcpgo.CallToolRequest{Params: mcpgo.CallToolParams{
		Name: "lookup", Arguments: map[string]any{"arg": faults.CanaryUpload},
	}})
	return err
}

func callMCPGo(ctx context.Context, hc *http.Client, base string) error {
	t, err := transport.NewStreamableHTTP(base, transport.WithHTTPBasicClient(proof.Authorized(hc)))
	if err != nil {
		return err
	}
	c, err := startMCPGo(ctx, t)
	defer func() { _ = c.Close() }()
	if err != nil {
		return err
	}
	return useMCPGo(ctx, c)
}

// adapterOf returns the adapter for a client.
func adapterOf(client string) mcpadapter.Adapter {
	if client != "mcp-go" {
		return mcpadapter.Adapter{}
	}
	return mcpadapter.WithCodes(map[error]int{
		mcpgo.ErrParseError:         mcpgo.PARSE_ERROR,
		mcpgo.ErrInvalidRequest:     mcpgo.INVALID_REQUEST,
		mcpgo.ErrMethodNotFound:     mcpgo.METHOD_NOT_FOUND,
		mcpgo.ErrInvalidParams:      mcpgo.INVALID_PARAMS,
		mcpgo.ErrInternalError:      mcpgo.INTERNAL_ERROR,
		mcpgo.ErrRequestInterrupted: mcpgo.REQUEST_INTERRUPTED,
		mcpgo.ErrResourceNotFound:   mcpgo.RESOURCE_NOT_FOUND,
	})
}

// Both clients run with the fault server. Every call opens a session, which succeeds, and
// then calls a tool.
func TestFaults(t *testing.T) {
	shape := faults.Shape{
		Name: "MCP",
		Error: func(faults.Answer) faults.Content {
			return faults.Content{Type: "text/html", Body: []byte(faults.CanaryBody)}
		},
		Success: func(c faults.Request) faults.Content {
			var m message
			_ = json.Unmarshal(c.Body, &m)
			if len(m.ID) == 0 {
				m.ID = json.RawMessage("0")
			}
			return faults.Content{Type: "application/json", Body: []byte(m.result(`{"content":[{"type":"text","text":"` + faults.CanaryBody + `"}]}`))}
		},
	}
	for name, call := range callers {
		t.Run(name, func(t *testing.T) {
			suite := proof.Suite(adapterOf(name), "mcp/"+name, shape, proof.WithoutRows("TestCodes and others reach every row"), func(ctx context.Context, hc *http.Client, url string) error {
				hc.Transport = ahead{hc.Transport}
				return call(ctx, hc, url)
			})
			suite.Messages = append(append(suite.Messages, clients.Messages()...), toolerr.Msg("The connection to the MCP server is closed."))
			suite.Wants = wants(name)
			suite.Run(t)
		})
	}
}

// wants returns the expected results if the clients keep too little.
func wants(client string) map[string]conformance.Want {
	all := proof.HeaderLimits()
	if client == "go-sdk" {
		for _, name := range []string{"url-bad-ipv6", "url-control-char", "url-bad-port"} {
			all["fault/"+name] = lost.Because("the first request of a session breaks the connection, and the second one keeps nothing of the first but a text")
		}
		for _, name := range []string{"client-timeout-in-body", "read-after-close", "max-bytes"} {
			all["fault/"+name] = proof.Want(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).Because("of a body that it could not read the client keeps nothing but a text")
		}
	}
	return all
}
