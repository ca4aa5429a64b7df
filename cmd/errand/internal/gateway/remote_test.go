package gateway_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/gateway"
)

// A host is a server with streamable HTTP, whose tools answer in every way.
type host struct {
	session atomic.Int32 // the one that is known
	own     chan string  // sent on the stream of GET
	seen    chan string  // notifications and DELETE
	rest    chan string  // of a stream that was cut, for the GET with the id of its last event
}

const success = `{"id":%s , "result":{"content":[],  "x":1.50,"y":"\u003c %s"},"jsonrpc":"2.0"}`

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q asking
	_ = json.NewDecoder(r.Body).Decode(&q)
	text, _ := q.Params.Arguments["text"].(string)
	say := func(kind, format string, args ...any) {
		w.Header().Set("Content-Type", kind)
		_, _ = fmt.Fprintf(w, format, args...)
	}
	if text == "lost" {
		h.session.Add(1)
	}
	session := fmt.Sprint("s", h.session.Load())
	switch known := r.Header.Get("Mcp-Session-Id") == session; cmp.Or(r.Header.Get("Last-Event-Id"), q.Params.Name, q.Method, r.Method) {
	case "cut":
		say("text/event-stream", "%s", <-h.rest)
	case "stream":
		say("text/event-stream", "%s", strings.ReplaceAll(text, "$id", string(q.ID)))
	case "unknown":
		w.WriteHeader(http.StatusBadRequest)
		say("", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}`)
	case http.MethodDelete, "notifications/initialized", "notifications/cancelled":
		h.seen <- cmp.Or(q.Method, r.Method)
	case http.MethodGet:
		say("text/event-stream", ": hello\n\nevent: message\ndata: %s\n\n", <-h.own)
	case "initialize":
		w.Header().Set("Mcp-Session-Id", session)
		say("application/json", "{\n \"id\":%s,\n \"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{}}\n}\n", q.ID)
	case "tools/list":
		say("application/json", `{"id":%s,"result":%s}`, q.ID, listed)
	case "notify":
		h.own <- `{"method":"notifications/own"}`
		say("application/json", success+"\n", q.ID, r.Header["Authorization"][0]+r.Header.Get("Mcp-Protocol-Version"))
	case "events":
		say("text/event-stream", "id: 1\ndata: \n\n: x\nevent: message\r\ndata: {\"method\":\r\ndata:\"notifications/one\"}\r\n\r\ndata: "+success+"\n\n", q.ID, "")
	case "raw":
		w.WriteHeader(map[bool]int{true: 200, false: 404}[known])
		say("text/html", "%s", strings.ReplaceAll(text, "$id", string(q.ID)))
	case "refused", "refused with 200":
		if q.Params.Name == "refused" {
			w.WriteHeader(http.StatusBadRequest)
		}
		say("application/json", `{"jsonrpc":"2.0","id":%s,"error":{"code":-32022,"message":"version"}}`, q.ID)
	case "hang":
		<-r.Context().Done()
	default:
		code, _ := strconv.Atoi(q.Params.Name)
		w.Header().Set("Retry-After", map[bool]string{true: "7"}[code == 429])
		w.WriteHeader(code)
	}
}

// visit connects to a host.
func visit(t *testing.T, conf gateway.Config) (*client, *host) {
	t.Helper()
	h := &host{own: make(chan string), seen: make(chan string, 9), rest: make(chan string, 2)}
	server := httptest.NewServer(h)
	t.Cleanup(server.CloseClientConnections)
	c := connectTo(t, conf, gateway.Remote(server.URL, http.Header{"Authorization": {"Bearer x "}})).open()
	assert.Equal(t, "notifications/initialized", <-h.seen)
	return c, h
}

// Messages of a server with HTTP pass as they are, from bodies and streams. DELETE ends the
// session.
func TestRemote(t *testing.T) {
	c, h := visit(t, config())
	got := c.call("notify", "") + c.line()
	assert.Contains(t, got, `{"method":"notifications/own"}`)
	assert.Contains(t, got, fmt.Sprintf(success, "1", "Bearer x2025-11-25"))
	assert.Equal(t, `{"method":"notifications/one"}`, c.call("events", ""))
	assert.Equal(t, fmt.Sprintf(success, "2", ""), c.line())
	assert.Equal(t, `{"jsonrpc":"2.0","id":3,"error":{"code":-32022,"message":"version"}}`, c.call("refused", ""))
	assert.Equal(t, `{"jsonrpc":"2.0","id":4,"error":{"code":-32022,"message":"version"}}`, c.call("refused with 200", ""))
	long := `{"id":5,"result":"` + strings.Repeat("y", 3<<20) + `"}`
	assert.Equal(t, long, c.call("raw", strings.Replace(long, "5", "$id", 1)))
	require.NoError(t, c.in.Close())
	assert.Equal(t, http.MethodDelete, <-h.seen)
}

// Failures of HTTP become answers, with the status and the wait. A call that hangs is
// cancelled, as one that the client cancels. A session that is lost begins again.
func TestRemoteFailures(t *testing.T) {
	conf := config()
	conf.Timeout = time.Second
	c, h := visit(t, conf)
	for tool, want := range map[string]string{
		"401": `"status_code":401`, "403": `"status_code":403`, "503": `"status_code":503`, "429": `"retry_after_ms":7000`, "hang": `"effect":"unknown"`,
	} {
		assert.Contains(t, c.call(tool, ""), want)
	}
	assert.Contains(t, c.call("raw", "<h1>Log in</h1>"), "may have been carried out")
	assert.Contains(t, c.call("raw", `{"id":$id,"result":{}`), "may have been carried out")
	assert.Equal(t, "notifications/cancelled", <-h.seen)
	c.send(`{"id":50,"method":"tools/call","params":{"name":"hang"}}`)
	c.send(`{"method":"notifications/cancelled","params":{"requestId":50}}`)
	assert.Equal(t, "notifications/cancelled", <-h.seen)
	c.send(`{"id":"waits","method":"resources/subscribe","params":{"name":"hang"}}`)
	assert.Contains(t, c.call("raw", "lost"), "was not executed", "the server does not know the session any more")
	assert.Contains(t, c.line(), "may have been carried out")
	assert.Equal(t, http.MethodDelete, <-h.seen)
	assert.Contains(t, c.line(), "notifications/tools/list_changed")
	assert.Equal(t, "notifications/initialized", <-h.seen)
	assert.Contains(t, c.call("events", "")+c.line(), "was started again before this call")
	assert.Contains(t, c.call("unknown", "")+c.line(), "was not executed", "as with a 404")
	assert.Equal(t, http.MethodDelete, <-h.seen)
}

// A stream that breaks off is requested again behind its last whole event, until it has the
// answer. One without ids is lost.
func TestRemoteResumes(t *testing.T) {
	c, h := visit(t, config())
	h.rest <- "" // it ends again
	h.rest <- `id: cut` + "\n" + `data: {"method":"notifications/two"}` + "\n\n" + `data: {"id":1,"result":{}}` + "\n\n"
	got := c.call("stream", "retry: 1\n\nid: cut\ndata: {\"method\":\"notifications/one\"}\n\nid: later\ndata: {\"meth")
	assert.Equal(t, `{"method":"notifications/one"}`, got)
	assert.Equal(t, `{"method":"notifications/two"}`, c.line())
	assert.Equal(t, `{"id":1,"result":{}}`, c.line())
	assert.Equal(t, `{"method":"notifications/x"}`, c.call("stream", "data: {\"method\":\"notifications/x\"}\n\n"))
	_, meta := texts(t, c.line())
	assert.Equal(t, "unknown", meta["effect"])
}

// A server that is not there, and one of the SDK.
func TestRemoteServers(t *testing.T) {
	dead := httptest.NewServer(nil)
	dead.Close()
	assert.Contains(t, connectTo(t, config(), gateway.Remote(dead.URL, http.Header{})).call("x", ""), "could not be reached")
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "strict"}, func(_ context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
		if in["text"] == "" {
			return nil, nil, errors.New("HTTP 404 Not Found")
		}
		return nil, nil, nil
	})
	server := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	t.Cleanup(server.CloseClientConnections)
	c := connectTo(t, config(), gateway.Remote(server.URL, http.Header{})).open()
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`, c.call("strict", "x"))
	assert.Contains(t, c.call("strict", ""), "404")
}
