// Package server starts the audited MCP server unchanged, and communicates with it.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options determine how the server is reached.
type Options struct {
	// Command starts the server.
	Command []string
	// URL is the address of a server that uses HTTP; "" for one that uses its standard input
	// and output.
	URL string
	// Env are the variables for the server, in addition to those of this process.
	Env []string
	// StartTimeout is the maximum time for the server to start.
	StartTimeout time.Duration
}

// A Server is a running server with a session.
type Server struct {
	Session *mcp.ClientSession
	process *Process
	stderr  *tail
}

// Start starts the server, and opens a session.
func Start(ctx context.Context, o Options) (*Server, error) {
	ctx, cancel := context.WithTimeout(ctx, o.StartTimeout)
	defer cancel()
	stderr := &tail{}
	p, err := StartProcess(o.Command, o.Env, stderr)
	if err != nil {
		return nil, err
	}
	s := &Server{process: p, stderr: stderr}
	var transport mcp.Transport = &mcp.IOTransport{Reader: p.Out, Writer: p.In}
	if o.URL != "" {
		transport = &mcp.StreamableClientTransport{Endpoint: o.URL, HTTPClient: direct(), MaxRetries: -1, DisableStandaloneSSE: true}
	}
	if err := s.connect(ctx, transport, o.URL != ""); err != nil {
		switch {
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			slow := fmt.Errorf("it does not answer within %s (--start-timeout)", o.StartTimeout)
			if !errors.Is(err, context.DeadlineExceeded) {
				slow = fmt.Errorf("%w; the last attempt: %w", slow, err)
			}
			err = slow
		case s.Dead(quitting):
			err = errors.New("it ended without an answer")
		}
		s.Close() // waits for the server's output
		return nil, errors.Join(fmt.Errorf("the server does not start: %w", err), s.Said())
	}
	return s, nil
}

// direct is a client that ignores the proxies of the environment.
func direct() *http.Client { return &http.Client{Transport: &http.Transport{}} }

// connect opens the session. It retries until the server listens, and returns the error of
// the last attempt that the end of ctx did not interrupt.
func (s *Server) connect(ctx context.Context, t mcp.Transport, again bool) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "errand-audit", Version: "0"}, nil)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var last error
	for {
		session, err := client.Connect(ctx, t, nil)
		if err == nil {
			s.Session = session
			return nil
		}
		if ctx.Err() != nil {
			return cmp.Or(last, err)
		}
		if !again {
			return err
		}
		last = err
		select {
		case <-ctx.Done():
			return err
		case <-s.process.Ended:
			return err
		case <-tick.C:
		}
	}
}

// Dead reports whether the server's process has ended. It waits a moment if the connection
// is already closed.
func (s *Server) Dead(grace time.Duration) bool {
	select {
	case <-s.process.Ended:
		return true
	case <-time.After(grace):
		return false
	}
}

// Said returns the end of the server's standard error, beginning with a panic if there is
// one, or nil.
func (s *Server) Said() error {
	text := s.stderr.String()
	if at := strings.LastIndex(text, "panic: "); at >= 0 {
		text = text[at:]
	} else {
		text = text[max(len(text)-saidSize, 0):]
	}
	if text = strings.TrimSpace(text[:min(len(text), saidSize)]); text == "" {
		return nil
	}
	return errors.New(strings.ToValidUTF8(text, "\uFFFD"))
}

// Close ends the session, the process, and all processes in its group.
func (s *Server) Close() {
	s.process.End()
	if s.Session != nil {
		_ = s.Session.Close()
	}
}

// The number of bytes of the standard error that are kept, and reported.
const (
	tailSize = 64 << 10
	saidSize = 4 << 10
)

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = slices.Delete(t.text, 0, over)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
