package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The attempts to start a server again.
const (
	maxRestarts = 5                      // in a row
	firstPause  = 100 * time.Millisecond // before an attempt; doubled each time
	steady      = time.Minute            // a server that ran as long begins a new row
	startLimit  = 30 * time.Second       // for the answer to initialize
)

// Run forwards messages until the client or the server ends the session, and returns the
// exit code of the server. A server that has crashed is started again.
func (s *Session) Run(in io.Reader) (code int, err error) {
	defer s.leave()
	if s.Observe {
		dir, err := os.MkdirTemp("", "errand-mcp-")
		if err == nil {
			defer func() { _ = os.RemoveAll(dir) }()
			s.env, err = s.observe(filepath.Join(dir, "roots.pem"))
		}
		if err != nil {
			return -1, err
		}
	}
	go s.readClient(in)
	for attempts := 0; ; attempts++ {
		began := time.Now()
		link, err := s.start(s)
		if code = -1; err == nil {
			code = s.serve(link)
		}
		if time.Since(began) > steady {
			attempts = 0
		}
		s.mu.Lock()
		again := code != 0 && s.answered && !s.NoRestart && attempts < maxRestarts && s.left.Err() == nil
		if s.answered {
			err = nil
		}
		s.mu.Unlock()
		s.set(nil, again)
		s.endCalls()
		if !again {
			return code, err
		}
		select {
		case <-time.After(firstPause << attempts):
		case <-s.left.Done():
		}
	}
}

// endCalls answers the calls that a server left when it ended, and withdraws its requests.
func (s *Session) endCalls() {
	s.mu.Lock()
	calls, asked := slices.Collect(maps.Values(s.calls)), s.asked
	for _, c := range calls {
		s.remove(c.key)
	}
	s.asked = map[string]bool{}
	s.mu.Unlock()
	for key := range asked {
		_ = s.out.write(cancelled(json.RawMessage(key), "the server has ended"))
	}
	for _, c := range calls {
		_ = s.out.write(s.failure(c, lost(), nil, nil))
	}
}

// serve forwards the messages of a server until its output ends, and returns its exit code.
func (s *Session) serve(link *Link) (code int) {
	limit := time.AfterFunc(startLimit, link.end)
	defer limit.Stop()
	go s.drain(link)
	s.mu.Lock()
	first, known := s.told[methodInit]
	s.renewed = s.answered
	s.mu.Unlock()
	if known {
		_ = link.in.write(request(methodInit, first.Params))
	} else {
		limit.Stop()
		s.set(link, false)
	}
	for lines := newLineReader(link.out); ; {
		line, whole, err := lines.next()
		if err != nil {
			return link.wait()
		}
		m, ok := parse(line)
		switch {
		case !whole:
			err = s.out.pass(lines, line, func(m message) { s.settle(&m) })
		case !ok:
			_, _ = s.Stderr.Write(line)
		case keyOf(m.ID) == ownPrefix+methodInit+`"`:
			limit.Stop()
			s.resume(link, &m)
		default:
			if line = s.fromServer(&m, line); line != nil {
				err = s.out.write(line)
			}
		}
		if err != nil { // the client has left
			s.leave()
		}
	}
}

// fromServer returns the line that the client gets in place of a line with a message, or nil:
// an answer for which no call waits is the gateway's, or comes after one of the gateway.
func (s *Session) fromServer(m *message, line []byte) []byte {
	c := s.settle(m)
	switch {
	case c != nil:
		if changed := s.answer(c, m); changed != nil {
			return changed
		}
	case m.Method == "" && keyOf(m.ID) != "null": // that of a message that the server cannot read
		return nil
	}
	return append(bytes.TrimSuffix(line, []byte("\n")), '\n') // the last line may have no end
}

// settle reads a message of the server, and returns the call that it answers, or nil.
func (s *Session) settle(m *message) (c *call) {
	key, params := keyOf(m.ID), m.read()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.Method {
	case "":
		s.answered = true
		return s.remove(key)
	case "notifications/progress":
		for _, c := range s.calls {
			if c.timer != nil && len(params.Token) > 0 && keyOf(c.Meta.Token) == keyOf(params.Token) {
				c.timer.Reset(s.Timeout)
			}
		}
	case "notifications/cancelled":
		delete(s.asked, keyOf(params.RequestID))
	default:
		if m.ID != nil {
			s.asked[key] = m.Method == "elicitation/create" || m.Method == "sampling/createMessage"
		}
	}
	return nil
}

// ownPrefix begins the ids of the gateway's own requests.
const ownPrefix = `"errand-gateway-`

// request returns a request of the gateway.
func request(method string, params json.RawMessage) []byte {
	return encode(map[string]any{"id": json.RawMessage(ownPrefix + method + `"`), "method": method, "params": params})
}

// resume tells a new server what the one before was told, and the client that the lists may
// have changed.
func (s *Session) resume(link *Link, m *message) {
	var result struct{ Capabilities map[string]json.RawMessage }
	if m.Result == nil || json.Unmarshal(m.Result, &result) != nil {
		go link.end()
		return
	}
	lines := [][]byte{encode(map[string]any{"method": "notifications/initialized"})}
	s.mu.Lock()
	for _, told := range s.told {
		if told.Method != methodInit {
			lines = append(lines, request(told.Method, told.Params))
		}
	}
	s.mu.Unlock()
	for _, line := range lines {
		_ = link.in.write(line)
	}
	for _, list := range []string{"tools", "prompts", "resources"} {
		if result.Capabilities[list] != nil {
			_ = s.out.write(encode(map[string]any{"method": "notifications/" + list + "/list_changed"}))
		}
	}
	s.set(link, false)
}
