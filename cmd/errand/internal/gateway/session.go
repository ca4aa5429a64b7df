// Package gateway runs in front of an MCP server that nobody changes. It forwards every
// message as it is, except that it turns failures into answers that a model can act on,
// answers in place of a server that hangs or has ended, and starts that one again.
package gateway

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
	"github.com/errand-go/errand/internal/mcpresult"
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
	// Observe makes the server use a proxy of the session, which records the exchanges behind
	// its failures, except those with the hosts in Unobserved.
	Observe    bool
	Unobserved []string
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
	guard mcpresult.Guard
	start Start
	out   lineWriter // to the client
	left  context.Context
	leave context.CancelFunc // when the client has left
	env   []string           // for an observed server

	mu       sync.Mutex
	changed  sync.Cond // link or starting has changed, or a call has ended
	link     *Link     // nil while there is no server
	starting bool      // there will be one

	calls    map[string]*call  // of the client, without an answer, by the key of their ids
	asked    map[string]bool   // of the server, without an answer, and whether a person or a model is asked
	tools    map[string]tool   // by name
	hosts    map[string]string // the host that a tool called last
	failed   map[string]repeat
	told     map[string]message // what a new server is told of the session
	answered bool               // the server has answered a request
	renewed  bool               // the next answer tells that the server was started again
}

// NewSession returns a session that writes to out. start connects to a server.
func NewSession(c Config, out io.Writer, start Start) *Session {
	s := &Session{
		Config: c, start: start, out: lineWriter{w: out}, starting: true,
		calls: map[string]*call{}, asked: map[string]bool{}, told: map[string]message{},
		tools: map[string]tool{}, hosts: map[string]string{}, failed: map[string]repeat{},
	}
	s.left, s.leave = context.WithCancel(context.Background())
	s.changed.L = &s.mu
	s.Registry = s.Registry.WithCooldown(&adapter.Cooldown{Key: s.waitKey}).WithLogger(s.Log)
	s.guard = mcpresult.Guard{Registry: s.Registry, JSON: s.JSON}
	return s
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

// A Start connects a session with a server.
type Start func(*Session) (*Link, error)

// Command returns a function that starts a server and communicates by its standard input and
// output.
func Command(command, env []string, stderr io.Writer) Start {
	return func(s *Session) (*Link, error) {
		p, err := server.StartProcess(command, append(s.env, env...), stderr)
		if err != nil {
			return nil, err
		}
		p.Guard()
		go func() {
			if <-p.Ended; p.Code() != 0 {
				p.Kill() // what it started may keep its output open
			}
		}()
		return &Link{
			in: lineWriter{w: p.In}, out: p.Out,
			wait:  func() int { p.End(); return p.Code() },
			close: func() { _ = p.In.Close() }, end: p.Stop,
		}, nil
	}
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

// drain ends a server whose client has left, when no call waits.
func (s *Session) drain(link *Link) {
	<-s.left.Done()
	link.close()
	s.mu.Lock()
	for len(s.calls) > 0 {
		s.changed.Wait()
	}
	s.mu.Unlock()
	link.end()
}

// set changes the state of the connection.
func (s *Session) set(link *Link, starting bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link, s.starting = link, starting
	s.changed.Broadcast()
}

// live returns the connection with the server. It waits for one that starts. Without a
// server, the connection is one that fails.
func (s *Session) live() *Link {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.link == nil && s.starting {
		s.changed.Wait()
	}
	if s.link == nil {
		return &Link{in: lineWriter{w: io.Discard}}
	}
	return s.link
}

// A call is a request of the client that has no answer.
type call struct {
	message
	params
	key   string
	began time.Time
	timer *time.Timer
	chain adapter.Chain
	tells bool            // a model reads the server's own text of its failure
	ctx   context.Context //nolint:containedctx // with the exchanges that are observed
	upset error           // of the last exchange
}

// params are the members of parameters that the gateway reads.
type params struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	URI       string          `json:"uri"`
	RequestID json.RawMessage `json:"requestId"`
	Token     json.RawMessage `json:"progressToken"`
	Meta      struct {
		Token json.RawMessage `json:"progressToken"`
	} `json:"_meta"`
}

func (m *message) read() (p params) {
	_ = json.Unmarshal(m.Params, &p) // a member of another type is absent
	return p
}

// A tool is what the server's list says about a tool.
type tool struct {
	Name        string          `json:"name"`
	Schema      json.RawMessage `json:"inputSchema"`
	Annotations struct {
		ReadOnly   bool `json:"readOnlyHint"`
		Idempotent bool `json:"idempotentHint"`
	} `json:"annotations"`
}
