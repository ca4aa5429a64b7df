package mcp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/errand-go/errand/proof/vendorproof/proof"
)

// message is a client's message.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

const initialized = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`

// reply returns the server's reply to a message that is not a tool call; "" means none.
func (m message) reply() string {
	switch {
	case len(m.ID) == 0:
		return ""
	case m.Method == "initialize":
		return m.result(initialized)
	}
	return m.failure(-32601, "method not found", "")
}

func (m message) result(result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

func (m message) failure(code int64, text, data string) string {
	if data != "" {
		data = `,"data":` + data
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q%s}}`, m.ID, code, text, data)
}

// answer handles a tool call.
type answer func(w http.ResponseWriter, m message)

// serve starts a server of streamable HTTP.
func serve(t *testing.T, onCall answer) *httptest.Server {
	t.Helper()
	return proof.Serve(t, handler(onCall))
}

func handler(onCall answer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m message
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &m)
		switch reply := m.reply(); {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case m.Method == "tools/call":
			onCall(w, m)
		case reply == "":
			w.WriteHeader(http.StatusAccepted)
		default:
			w.Header().Set("Mcp-Session-Id", "quorvexsession")
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, reply)
		}
	})
}

// ahead passes tool calls on and answers the rest itself, so that the fault affects the
// tool call.
type ahead struct{ base http.RoundTripper }

func (a ahead) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close()
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	if r.Response != nil || bytes.Contains(body, []byte(`"tools/call"`)) { // a redirect may drop the body
		return a.base.RoundTrip(r)
	}
	w := httptest.NewRecorder()
	handler(nil).ServeHTTP(w, r)
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

// stream is a server at the other end of two pipes.
type stream struct {
	in  *io.PipeReader // read by the client
	out *io.PipeWriter // written by the client
}

// pipe starts a server that closes the connection in the middle of the first call.
func pipe(t *testing.T) stream {
	t.Helper()
	in, toClient := io.Pipe()
	fromClient, out := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _, _ = toClient.Close(), fromClient.Close() }()
		for lines := bufio.NewScanner(fromClient); lines.Scan(); {
			var m message
			_ = json.Unmarshal(lines.Bytes(), &m)
			if m.Method == "tools/call" {
				return
			}
			if reply := m.reply(); reply != "" {
				_, _ = io.Copy(toClient, strings.NewReader(reply+"\n"))
			}
		}
	}()
	t.Cleanup(func() {
		_, _ = in.Close(), out.Close()
		<-done
	})
	return stream{in, out}
}
