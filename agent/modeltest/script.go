package modeltest

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"sync"

	"github.com/errand-go/errand/agent/agenttest"
)

// A Script is a server that answers from a script, with one handler for each request, and
// records the requests. A request after the last handler is an error of the test. It is
// safe for concurrent use.
type Script struct {
	t agenttest.TB

	mu      sync.Mutex
	script  []http.Handler
	forever http.Handler
	asked   []Asked
}

// Asked is a request that a server received.
type Asked struct {
	Method string
	URL    *url.URL
	Header http.Header
	Body   []byte
}

// NewScript returns a server that answers with the given handlers, in order. A handler can
// read the body of its request. The server has read the whole body before, so that a
// handler that waits for the request's context notices when the client is gone.
func NewScript(t agenttest.TB, script ...http.Handler) *Script {
	return &Script{t: t, script: script}
}

// Forever makes the server answer every further request with h once the script has no
// handler left. It returns the server.
func (s *Script) Forever(h http.Handler) *Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forever = h
	return s
}

// ServeHTTP answers with the next handler.
func (s *Script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Errorf("the body of a request cannot be read: %v", err)
	}
	next := s.next(Asked{r.Method, r.URL, r.Header.Clone(), body})
	if next == nil {
		s.t.Errorf("an unexpected request: %s %s", r.Method, r.URL.Path)
		w.WriteHeader(http.StatusTeapot)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	next.ServeHTTP(w, r)
}

func (s *Script) next(a Asked) http.Handler {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, a)
	if len(s.script) == 0 {
		return s.forever
	}
	next := s.script[0]
	s.script = s.script[1:]
	return next
}

// Requests returns the requests so far.
func (s *Script) Requests() []Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Asked(nil), s.asked...)
}
