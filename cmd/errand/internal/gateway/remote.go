package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
)

// A remote is a session of a server with streamable HTTP. What is written to it is posted.
type remote struct {
	*Session
	url    string
	header http.Header // of every request; Session.mu protects it
	client http.Client
	ctx    context.Context //nolint:containedctx // until the link ends
	held   []byte          // the first parts of a message
	from   lineWriter      // what the server sends
	end    func()
}

// Remote returns a function that connects to a server by streamable HTTP (MCP specification
// 2025-11-25) at a URL, which can be parsed. Every request has the header. A redirection is a
// failure, so that no other host gets the header.
func Remote(url string, header http.Header) func(*Session) (*Link, error) {
	client := http.Client{Transport: httpadapter.NewTransport(nil)}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return func(s *Session) (*Link, error) {
		out, in := io.Pipe()
		ctx, cancel := context.WithCancel(context.Background())
		r := &remote{Session: s, url: url, header: header.Clone(), client: client, ctx: ctx, from: lineWriter{w: in}}
		r.end = sync.OnceFunc(func() {
			time.AfterFunc(time.Second, cancel)
			_, _, _ = r.exchange(http.MethodDelete, nil, message{}, cancel)
			cancel()
			_ = in.Close()
		})
		wait := func() int { return map[bool]int{true: 1}[s.left.Err() == nil] }
		return &Link{in: lineWriter{w: r}, out: out, wait: wait, close: func() {}, end: r.end}, nil
	}
}

// Write posts a message when its end is written. It returns at once for a request, and for
// initialize and other messages after the response, so that they arrive in their order.
func (r *remote) Write(part []byte) (int, error) {
	if r.held = append(r.held, part...); bytes.HasSuffix(part, []byte("\n")) {
		ctx, sent := context.WithTimeout(r.ctx, startLimit)
		go r.post(r.held, sent)
		<-ctx.Done()
		r.held = nil
	}
	return len(part), nil
}

// post sends a message, and reads what the server sends because of it. The stream of the
// server's own messages follows the first notification.
func (r *remote) post(line []byte, sent func()) {
	defer sent()
	m, _ := parse(line)
	if m.ID != nil && m.Method != "" && m.Method != methodInit {
		sent()
	}
	status, gone, err := r.exchange(http.MethodPost, line, m, sent)
	for m.Method == "notifications/initialized" && status < http.StatusMultipleChoices && r.ctx.Err() == nil {
		sent()
		status, _, _ = r.exchange(http.MethodGet, nil, message{}, sent)
		time.Sleep(time.Second)
	}
	if err != nil && m.Method != "" && r.ctx.Err() == nil { // a link that ends answers its calls
		if c := r.take(keyOf(m.ID)); c != nil {
			_ = r.out.write(r.failure(c, err, nil, nil))
		}
		if gone || keyOf(m.ID) == ownPrefix+methodInit+`"` {
			r.end() // the next link has a session of its own
		}
	}
}

// exchange sends a request, and forwards the messages of its response. It returns the status,
// 0 without one, whether the session is gone, and the error of a request without an answer.
func (r *remote) exchange(method string, body []byte, m message, sent func()) (status int, gone bool, err error) {
	req, _ := http.NewRequestWithContext(r.ctx, method, r.url, bytes.NewReader(body)) // the URL can be parsed
	r.mu.Lock()
	req.Header = r.header.Clone()
	r.mu.Unlock()
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Content-Type", "application/json")
	resp, err := r.client.Do(req)
	if err != nil {
		return 0, false, err
	}
	defer func() { _ = resp.Body.Close() }()
	status, err = resp.StatusCode, httpadapter.CheckResponse(resp)
	switch {
	case status == http.StatusNotFound && req.Header.Get("Mcp-Session-Id") != "":
		return status, true, unavailable()
	case err != nil && status != http.StatusBadRequest && status != http.StatusNotFound:
		return status, false, err
	case r.receive(resp, m, sent):
		return status, false, nil
	}
	return status, false, cmp.Or(err, lost())
}

// receive forwards the messages of a response: its body, or the data of its events. It reports
// whether one of them is the answer, and forwards no other with a status that is a failure.
func (r *remote) receive(resp *http.Response, m message, sent func()) (answered bool) {
	stream := strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")
	note := func(a message) {
		answered = answered || a.Method == "" && m.Method != "" && keyOf(a.ID) == keyOf(m.ID)
	}
	var data []byte
	for lines := newLineReader(io.MultiReader(resp.Body, strings.NewReader("\n"))); ; {
		line, whole, err := lines.next()
		line = bytes.TrimRight(line, "\r\n")
		part, some := line, true
		if stream {
			part, some = bytes.CutPrefix(line, []byte("data:"))
		}
		switch {
		case !whole && len(data) == 0: // it is the whole message
			_ = r.from.pass(lines, bytes.TrimLeft(part, " "), note)
		case err == nil && some && len(data) < 16*maxHeld:
			data = append(data, part...)
		case err != nil || len(line) == 0:
			a, _ := parse(data)
			note(a)
			if m.Method == methodInit && answered {
				r.begin(resp.Header, a.Result)
				sent()
			}
			if data = bytes.TrimSpace(data); len(data) > 0 && (answered || resp.StatusCode < http.StatusMultipleChoices) {
				_ = r.from.write(append(data, '\n'))
			}
			data = nil
		}
		if err != nil {
			return answered
		}
	}
}

// begin keeps what the server says of the session in the answer to initialize.
func (r *remote) begin(header http.Header, result json.RawMessage) {
	var chosen struct{ ProtocolVersion string }
	_ = json.Unmarshal(result, &chosen)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.header["Mcp-Session-Id"] = header["Mcp-Session-Id"]
	r.header.Set("Mcp-Protocol-Version", chosen.ProtocolVersion)
}
