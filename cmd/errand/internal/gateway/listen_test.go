package gateway_test

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/gateway"
)

func handler(start gateway.Start) *gateway.Handler {
	return &gateway.Handler{Open: func(out io.Writer) *gateway.Session { return gateway.NewSession(config(), out, start) }}
}

// ask sends a request to a handler, and returns the response.
func ask(h http.Handler, method, body string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost/mcp", strings.NewReader(body))
	for name, value := range header {
		r.Header.Set(name, value)
	}
	r.Host = cmp.Or(header["Host"], r.Host)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const begin = `{"jsonrpc":"2.0","id":"i",` + "\r\n" + `"method":"initialize"}`

// Two clients of the SDK have two servers, which end with their clients. A request of the
// server reaches the client that it is for.
func TestListen(t *testing.T) {
	h := handler(gateway.Command([]string{os.Args[0]}, []string{roleVariable + "=server"}, io.Discard))
	server := httptest.NewServer(h)
	var clients [2]*mcp.ClientSession
	var servers [2]int
	call := func(i int, tool string, args map[string]any) *mcp.CallToolResult {
		res, err := clients[i].CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
		require.NoError(t, err)
		return res
	}
	text := func(res *mcp.CallToolResult) string {
		c, ok := res.Content[0].(*mcp.TextContent)
		require.True(t, ok)
		return c.Text
	}
	for i := range clients {
		c := mcp.NewClient(&mcp.Implementation{Name: "c"}, &mcp.ClientOptions{
			CreateMessageHandler: func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) { //nolint:staticcheck // servers still ask for it
				return &mcp.CreateMessageResult{Model: "model " + strconv.Itoa(i), Content: &mcp.TextContent{}}, nil //nolint:staticcheck // as above
			},
		})
		var err error
		clients[i], err = c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL}, nil)
		require.NoError(t, err)
		servers[i], err = strconv.Atoi(strings.Fields(text(call(i, "state", nil)))[0])
		require.NoError(t, err)
	}
	assert.NotEqual(t, servers[0], servers[1])
	for i := range clients {
		assert.Contains(t, text(call(i, "ask", nil)), "model "+strconv.Itoa(i))
	}
	assert.Len(t, text(call(0, "echo", map[string]any{"text": strings.Repeat("x", 3<<20)})), 3<<20)
	assert.True(t, call(0, "exit", map[string]any{"text": "3"}).IsError)
	assert.Equal(t, strconv.Itoa(servers[1]), strings.Fields(text(call(1, "state", nil)))[0])
	for _, c := range clients {
		require.NoError(t, c.Close())
	}
	server.Close()
	h.Close()
	for _, pid := range servers {
		assert.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH)
	}
}

// Requests of other sites' pages, without a session, or with one that has ended are refused.
func TestListenRefuses(t *testing.T) {
	h := handler(inside())
	w := ask(h, http.MethodPost, begin, map[string]string{"Origin": "http://localhost"})
	assert.Contains(t, w.Body.String(), `"protocolVersion":"2025-11-25"`)
	session := w.Header().Get("Mcp-Session-Id")
	const list, note = `{"id":1,"method":"tools/list"}`, `{"method":"notifications/initialized"}`
	for _, tt := range []struct {
		method, body, session, origin, host string
		want                                int
	}{
		{http.MethodGet, "", session, "https://evil.example", "", 403},
		{http.MethodPost, begin, "", "null", "", 403},
		{http.MethodPost, begin, "", "http://evil.example", "evil.example", 403}, // a name that leads here
		{http.MethodPost, list, "", "", "", 400},
		{http.MethodPost, list, "unknown", "", "", 404},
		{http.MethodPost, `[]`, session, "", "", 400},
		{http.MethodPost, `{`, session, "", "", 400},
		{http.MethodPut, list, session, "", "", 400},
		{http.MethodPost, note, session, "", "", 202},
		{http.MethodPost, list, session, "", "127.0.0.1:80", 200},
	} {
		header := map[string]string{"Mcp-Session-Id": tt.session, "Host": tt.host}
		if tt.origin != "" {
			header["Origin"] = tt.origin
		}
		assert.Equal(t, tt.want, ask(h, tt.method, tt.body, header).Code, "%v", tt)
	}
	assert.Equal(t, http.StatusOK, ask(h, http.MethodDelete, "", map[string]string{"Mcp-Session-Id": session}).Code)
	h.Close()
	assert.Equal(t, http.StatusNotFound, ask(h, http.MethodGet, "", map[string]string{"Mcp-Session-Id": session}).Code)
	for range 64 {
		assert.Equal(t, http.StatusOK, ask(h, http.MethodPost, begin, nil).Code)
	}
	assert.Equal(t, http.StatusServiceUnavailable, ask(h, http.MethodPost, begin, nil).Code)
	h.Close()
}

// The session of a client that is gone ends.
func TestListenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := handler(inside())
		header := map[string]string{"Mcp-Session-Id": ask(h, http.MethodPost, begin, nil).Header().Get("Mcp-Session-Id")}
		pass(9 * time.Minute)
		assert.Equal(t, http.StatusOK, ask(h, http.MethodPost, `{"id":1,"method":"tools/list"}`, header).Code)
		pass(9 * time.Minute)
		assert.Equal(t, http.StatusOK, ask(h, http.MethodPost, `{"id":2,"method":"tools/list"}`, header).Code)
		ctx, cancel := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/", nil)
		r.Header.Set("Mcp-Session-Id", header["Mcp-Session-Id"])
		time.AfterFunc(time.Hour, cancel)
		h.ServeHTTP(httptest.NewRecorder(), r)
		pass(2 * time.Minute)
		assert.Equal(t, http.StatusNotFound, ask(h, http.MethodPost, `{"id":3,"method":"tools/list"}`, header).Code)
		h.Close()
	})
}
