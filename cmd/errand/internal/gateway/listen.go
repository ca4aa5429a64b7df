package gateway

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"
)

// The limits of a handler.
const (
	maxClients = 64
	idleAfter  = 10 * time.Minute // without a request, the end of a session whose client opened no stream
	goneAfter  = time.Minute      // without a request or a stream, that of one which did
)

// A Handler serves clients by streamable HTTP (MCP specification 2025-11-25).
type Handler struct {
	// Open returns the session of a new client. Each has its own, and so a server of its own.
	Open func(out io.Writer) *Session

	mu      sync.Mutex
	clients map[string]*visitor // by the id of the session
	running sync.WaitGroup
}

// Close ends all sessions, and waits for their servers. There are no requests any more.
func (h *Handler) Close() {
	h.mu.Lock()
	for _, v := range h.clients {
		v.end()
	}
	h.mu.Unlock()
	h.running.Wait()
}

// A visitor is a client with a session.
type visitor struct {
	id      string
	in      *io.PipeWriter
	session *Session
	held    []byte // the first parts of a message

	mu      sync.Mutex
	streams []stream // that are open
	idle    *time.Timer
	limit   time.Duration // of the timer
}

// A stream is the response to a request: messages, of which the answer to it is the last one.
type stream struct {
	http.ResponseWriter
	key string // of the request's id; "" for GET
	end func()
}

// ServeHTTP handles a request of a client.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !ofThisSite(r) {
		http.Error(w, "the request may come from a page of another site", http.StatusForbidden)
		return
	}
	line, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	m, _ := parse(line)
	v, status := h.visitor(r.Header.Get("Mcp-Session-Id"), m.Method == methodInit)
	switch {
	case v == nil:
		http.Error(w, http.StatusText(status), status)
	case r.Method == http.MethodDelete:
		v.end()
	case r.Method == http.MethodGet:
		v.serve(w, r, "", nil)
	case r.Method != http.MethodPost, err != nil, m.Method == "" && m.ID == nil:
		http.Error(w, "the body is not a message of JSON-RPC", http.StatusBadRequest)
	case m.Method == "" || m.ID == nil:
		_, _ = v.in.Write(oneLine(line))
		w.WriteHeader(http.StatusAccepted)
	default:
		v.serve(w, r, keyOf(m.ID), oneLine(line))
	}
}

// visitor returns the client with a session, or one that begins, or the status of a refusal.
func (h *Handler) visitor(session string, begins bool) (v *visitor, status int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case session != "":
		return h.clients[session], http.StatusNotFound
	case !begins:
		return nil, http.StatusBadRequest
	case len(h.clients) >= maxClients:
		return nil, http.StatusServiceUnavailable
	}
	return h.admit(), 0
}

// ofThisSite reports whether no page of another site can have sent a request, even if its name
// leads to this address.
func ofThisSite(r *http.Request) bool {
	name := (&url.URL{Host: r.Host}).Hostname()
	_, err := netip.ParseAddr(name)
	origin, _ := url.Parse(r.Header.Get("Origin"))
	return (err == nil || name == "localhost") && (r.Header["Origin"] == nil || origin != nil && origin.Host == r.Host)
}

// admit begins the session of a new client.
func (h *Handler) admit() *visitor {
	from, in := io.Pipe()
	v := &visitor{id: rand.Text(), in: in, limit: idleAfter}
	v.session = h.Open(v)
	v.idle = time.AfterFunc(v.limit, v.end)
	if h.clients == nil {
		h.clients = map[string]*visitor{}
	}
	h.clients[v.id] = v
	h.running.Go(func() {
		if _, err := v.session.Run(from); err != nil {
			_, _ = fmt.Fprintln(v.session.Stderr, err)
		}
		v.end()
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.clients, v.id)
	})
	return v
}

// end ends the session, and its server.
func (v *visitor) end() {
	v.session.Close()
	_ = v.in.Close()
}

// serve sends a line to the server, and messages of the server to the client.
func (v *visitor) serve(w http.ResponseWriter, r *http.Request, key string, line []byte) {
	ctx, end := context.WithCancel(r.Context())
	defer context.AfterFunc(v.session.left, end)()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Mcp-Session-Id", v.id)
	v.mu.Lock()
	_ = http.NewResponseController(w).Flush()
	v.streams = append(v.streams, stream{w, key, end})
	v.idle.Stop()
	if key == "" {
		v.limit = goneAfter
	}
	v.mu.Unlock()
	if key != "" {
		_, _ = v.in.Write(line)
	}
	<-ctx.Done()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.streams = slices.DeleteFunc(v.streams, func(st stream) bool { return st.ResponseWriter == w })
	if len(v.streams) == 0 {
		v.idle.Reset(v.limit)
	}
}

// Write sends the parts of a message to the stream of the request that it answers, or to the
// one that was opened last. Without a stream, nobody gets it.
func (v *visitor) Write(part []byte) (int, error) {
	if v.held = append(v.held, part...); !bytes.HasSuffix(part, []byte("\n")) {
		return len(part), nil
	}
	m, _ := parse(v.held)
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, st := range slices.Backward(v.streams) {
		if m.Method == "" && st.key != keyOf(m.ID) {
			continue
		}
		_, _ = fmt.Fprintf(st, "event: message\ndata: %s\n", v.held)
		_ = http.NewResponseController(st.ResponseWriter).Flush()
		if m.Method == "" {
			st.end()
		}
		break
	}
	v.held = nil
	return len(part), nil
}
