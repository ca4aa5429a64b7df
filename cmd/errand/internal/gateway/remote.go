package gateway

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
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
	from   io.Writer       // gets what the server sends
	end    func()
}

// Remote returns a function that connects to a server by streamable HTTP (MCP specification
// 2025-11-25) at a URL, which can be parsed. Every request has the header. A redirection is a
// failure, so that no other host gets the header.
func Remote(url string, header http.Header) Start {
	client := http.Client{Transport: httpadapter.NewTransport(nil)}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return func(s *Session) (*Link, error) {
		out, in := io.Pipe()
		ctx, cancel := context.WithCancel(context.Background())
		r := &remote{Session: s, url: url, header: header.Clone(), client: client, ctx: ctx, from: in}
		r.end = sync.OnceFunc(func() {
			time.AfterFunc(time.Second, cancel)
			_ = r.exchange(http.MethodDelete, nil, &posted{})
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

// A posted message is one of the client. Without a method, it is the stream of the server's own
// messages.
type posted struct {
	message
	sent     func()        // the next message may be sent
	answered bool          // by one of the messages that have arrived
	gone     bool          // the server does not know the session
	last     string        // the id of the last event
	pause    time.Duration // before the rest of a stream is requested
}

// post sends a message, and reads what the server sends because of it. The stream of the
// server's own messages follows the first notification.
func (r *remote) post(line []byte, sent func()) {
	defer sent()
	m, _ := parse(line)
	p := &posted{message: m, sent: sent, pause: time.Second}
	request := m.ID != nil && m.Method != ""
	if request && m.Method != methodInit {
		sent()
	}
	err := r.exchange(http.MethodPost, line, p)
	if m.Method == "notifications/initialized" && err == nil {
		sent()
		r.follow(&posted{})
	}
	if request && err == nil && !p.answered {
		r.follow(p)
		err = lost()
	}
	if !request || err == nil || p.answered || r.ctx.Err() != nil { // a link that ends answers its calls
		return
	}
	r.mu.Lock()
	c := r.remove(keyOf(m.ID))
	r.mu.Unlock()
	if c != nil {
		_ = r.out.write(r.failure(c, err, nil, nil))
	}
	if p.gone || keyOf(m.ID) == ownPrefix+methodInit+`"` {
		r.end() // the next link has a session of its own
	}
}

// follow requests the rest of a stream that has ended, as long as there are new events. That of
// the server's own messages may have none.
func (r *remote) follow(p *posted) {
	for tries := 0; tries < maxRestarts && (p.Method == "" || p.last != "" && !p.answered); tries++ {
		select {
		case <-time.After(p.pause):
		case <-r.ctx.Done():
			return
		}
		last := p.last
		p.pause = cmp.Or(p.pause, time.Second)
		if err := r.exchange(http.MethodGet, nil, p); err == nil && (p.Method == "" || p.last != last) {
			tries = 0
		}
	}
}

// exchange sends a request, and forwards the messages of its response.
func (r *remote) exchange(method string, body []byte, p *posted) error {
	req, _ := http.NewRequestWithContext(r.ctx, method, r.url, bytes.NewReader(body)) // the URL can be parsed
	r.mu.Lock()
	req.Header = r.header.Clone()
	r.mu.Unlock()
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Content-Type", "application/json")
	if p.last != "" {
		req.Header.Set("Last-Event-Id", p.last)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	from := resp.Body
	defer func() { _ = from.Close() }()
	if resp.StatusCode >= 300 {
		err := httpadapter.CheckResponse(resp)
		text, _ := io.ReadAll(io.LimitReader(resp.Body, maxHeld))
		a, _ := parse(text)
		missing, bad := resp.StatusCode == http.StatusNotFound, resp.StatusCode == http.StatusBadRequest
		answers := p.Method != "" && a.Method == "" && keyOf(a.ID) == keyOf(p.ID)
		// The specification has 404; servers by the examples of its SDKs answer 400.
		if req.Header.Get("Mcp-Session-Id") != "" && (missing || bad && !answers && bytes.Contains(bytes.ToLower(text), []byte("session"))) {
			p.gone = true
			return unavailable()
		}
		if !answers || !missing && !bad {
			return err
		}
		resp.Body = io.NopCloser(bytes.NewReader(text))
	}
	r.receive(resp, p)
	return nil
}

// receive forwards the messages of a response: its body, or the data of its events.
func (r *remote) receive(resp *http.Response, p *posted) {
	var data []byte
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		data, _ = io.ReadAll(io.LimitReader(resp.Body, maxMessage))
		r.forward(data, resp, p)
		return
	}
	id, lines := p.last, bufio.NewScanner(resp.Body)
	for lines.Buffer(nil, maxMessage); lines.Scan(); {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "":
			if len(lines.Bytes()) == 0 { // not a comment
				r.forward(data, resp, p)
				data, p.last = nil, id
			}
		case "data":
			data = append(data[:min(len(data), maxMessage)], value...)
		case "id":
			id = string(value)
		case "retry":
			ms, _ := strconv.Atoi(string(value))
			p.pause = time.Duration(ms) * time.Millisecond
		}
	}
}

// forward forwards a message that the server sent.
func (r *remote) forward(data []byte, resp *http.Response, p *posted) {
	m, _ := parse(data)
	if m.Method == "" && p.Method != "" && keyOf(m.ID) == keyOf(p.ID) {
		p.answered = true
		if p.Method == methodInit {
			r.begin(resp.Header, m.Result)
			p.sent()
		}
	}
	if len(data) > 0 {
		_, _ = r.from.Write(oneLine(data))
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

// maxMessage is the size of the longest message over HTTP.
const maxMessage = 64 << 20

// oneLine returns the line of a message. Line breaks in JSON are white space.
func oneLine(message []byte) []byte {
	line := bytes.ReplaceAll(bytes.TrimSpace(message), []byte("\n"), []byte(" "))
	return append(bytes.ReplaceAll(line, []byte("\r"), []byte(" ")), '\n')
}
