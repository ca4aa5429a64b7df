// Package gateway runs in front of an MCP server that nobody changes. It forwards every
// message as it is, except that it turns failures into answers that a model can act on,
// answers in place of a server that hangs or has ended, and starts that one again.
package gateway

import (
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/mcpresult" //nolint:depguard // nobody imports the command, and its results are those of mcptools
)

// A Config is the configuration of a gateway.
type Config struct {
	// Registry adapts failures.
	Registry adapter.Registry
	// Disclosure is what a model may read of failures, by tool; "" is any other tool.
	Disclosure map[string]adapter.Disclosure
	// JSON renders failures as JSON in place of sentences.
	JSON bool
	// RedactResults removes credentials from successes, too.
	RedactResults bool
	// Timeout limits a call, unless it reports progress; 0 does not.
	Timeout time.Duration
	// NoRestart ends the session when the server has crashed.
	NoRestart bool
	// Secrets are removed from what a model reads of a failure.
	Secrets []string
	// Log gets a record of each failure, if it is not nil.
	Log *slog.Logger
	// Stderr gets what the server prints that is not a message.
	Stderr io.Writer
}

// A Session is the connection of one client with its server.
type Session struct {
	Config
	guard   mcpresult.Guard
	secrets *strings.Replacer
	start   func(*Session) (*Link, error)
	out     *lineWriter // to the client

	mu       sync.Mutex
	changed  sync.Cond     // link or starting has changed
	link     *Link         // nil while there is no server
	starting bool          // there will be one
	gaveUp   time.Time     // when the last attempt to start one failed
	wake     chan struct{} // a request asks for another attempt
	closed   chan struct{} // the client has left

	calls    map[string]*call  // of the client, without an answer, by the key of their ids
	late     map[string]bool   // those that were answered in place of the server
	asked    map[string]bool   // of the server, without an answer
	stale    map[string]bool   // of a server that has ended
	tools    map[string]tool   // by name
	hosts    map[string]string // the host that a tool called last
	failed   map[string]*repeat
	saved    saved
	answered bool // the server has answered a request
	renewed  bool // the next answer tells that the server was started again
}

// saved is what a new server is told of the session.
type saved struct {
	initialize, level json.RawMessage // parameters
	version           string
	initialized       bool
	subscribed        map[string]json.RawMessage // parameters, by URI
}

// A call is a request of the client that has no answer.
type call struct {
	id     json.RawMessage
	key    string
	method string
	raw    json.RawMessage // the parameters
	params params
	began  time.Time
	timer  *time.Timer
	bound
}

// NewSession returns a session that writes to out. start connects to a server.
func NewSession(c Config, out io.Writer, start func(*Session) (*Link, error)) *Session {
	s := &Session{
		Config: c, start: start, out: &lineWriter{w: out}, starting: true,
		wake: make(chan struct{}, 1), closed: make(chan struct{}),
		calls: map[string]*call{}, late: map[string]bool{}, asked: map[string]bool{}, stale: map[string]bool{},
		tools: map[string]tool{}, hosts: map[string]string{}, failed: map[string]*repeat{},
		saved: saved{subscribed: map[string]json.RawMessage{}},
	}
	s.changed.L = &s.mu
	s.configure()
	return s
}

// A lineWriter writes lines, one after the other.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *lineWriter) write(line []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.w.Write(line)
	return err
}

// pass writes a line that is not whole.
func (w *lineWriter) pass(from *lineReader, line []byte, last func(message)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return from.pass(w.w, line, last)
}

// A Link is a connection with a server.
type Link struct {
	in  lineWriter
	out io.Reader
	// wait returns the exit code of a server whose output has ended.
	wait func() int
	// close ends the input of the server, and end also the server, after a moment.
	close, end func()
}

// Run forwards messages until the client or the server ends the session, and returns the
// exit code of the server.
func (s *Session) Run(in io.Reader) (code int, err error) {
	go s.readClient(in)
	return s.keep()
}

// Close ends the session at once.
func (s *Session) Close() {
	s.leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != nil {
		go s.link.end()
	}
}

// leave ends the session when the calls have their answers, as a client does that ends its
// output.
func (s *Session) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closed:
		return
	default:
	}
	close(s.closed)
	if s.link != nil {
		go s.drain(s.link)
	}
}

// drain ends the input of the server, and the server when no call waits.
func (s *Session) drain(link *Link) {
	link.close()
	for tick := time.NewTicker(10 * time.Millisecond); ; <-tick.C {
		s.mu.Lock()
		busy := len(s.calls) > 0
		s.mu.Unlock()
		if !busy {
			tick.Stop()
			link.end()
			return
		}
	}
}

// live returns the connection with the server. It waits for one that starts, and asks for one
// if the last attempt was some time ago. Without a server it returns nil.
func (s *Session) live() *Link {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link == nil && !s.starting && time.Since(s.gaveUp) > pauseDown {
		s.starting = true
		s.wake <- struct{}{}
	}
	for s.link == nil && s.starting {
		s.changed.Wait()
	}
	return s.link
}

// set changes the state of the connection.
func (s *Session) set(link *Link, starting bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link, s.starting = link, starting
	s.changed.Broadcast()
}
