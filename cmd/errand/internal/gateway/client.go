package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/wire" //nolint:depguard // nobody imports the command, and the exchanges are those of httpadapter
)

const (
	methodCall = "tools/call"
	methodInit = "initialize"
)

// readClient forwards the messages of the client. What a server does not read any more is
// lost: its calls are answered when it ends.
func (s *Session) readClient(in io.Reader) {
	defer s.leave()
	for lines := newLineReader(in); ; {
		line, whole, err := lines.next()
		if err != nil {
			return
		}
		link := s.live()
		m, _ := parse(line)
		if !whole { // a call in it has no tool, because its parameters are not read
			_ = link.in.pass(lines, line, func(m message) { s.admit(link, m) })
		} else if s.admit(link, m) {
			_ = link.in.write(line)
		}
	}
}

// admit adds a call to those without an answer. It reports whether the server gets the
// message, and answers a call that it does not get.
func (s *Session) admit(link *Link, m message) (forward bool) {
	if m.Method == "" || m.ID == nil {
		return s.note(&m)
	}
	c := s.newCall(m)
	answer := s.refuse(c)
	if answer == nil && !s.register(link, c) {
		answer = s.failure(c, unavailable(), nil, nil)
	}
	if answer != nil {
		_ = s.out.write(answer)
	}
	return answer == nil
}

// newCall returns the call of a request.
func (s *Session) newCall(m message) *call {
	c := &call{message: m, params: m.read(), key: keyOf(m.ID), began: time.Now()}
	s.mu.Lock()
	t := s.tools[c.Name]
	s.mu.Unlock()
	disclosure, ok := s.Disclosure[c.Name]
	if !ok {
		disclosure = s.Disclosure[""]
	}
	// The server's whole text follows errand's own, so the chain does not tell it, too.
	c.tells = disclosure == adapter.DisclosureText
	c.chain = s.Registry.For(cmp.Or(c.Name, c.Method)).WithDisclosure(min(disclosure, adapter.DisclosureNames))
	if t.Annotations.ReadOnly || t.Annotations.Idempotent {
		c.chain = c.chain.WithRepeatable(nil)
	}
	c.ctx = wire.WithRecorder(adapter.WithCall(context.Background(), adapter.Call{Arguments: c.Arguments, Schema: t.Schema}))
	return c
}

// register adds a call to those without an answer. It reports false if the server has ended.
func (s *Session) register(link *Link, c *call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != link {
		return false
	}
	switch c.Method {
	case methodInit, "logging/setLevel":
		s.told[c.Method] = c.message
	case "resources/subscribe":
		s.told[c.URI] = c.message
	case "resources/unsubscribe":
		delete(s.told, c.URI)
	case methodCall, "resources/read", "prompts/get":
		if s.Timeout > 0 {
			c.timer = time.AfterFunc(s.Timeout, func() { s.expire(c) })
		}
	}
	s.calls[c.key] = c
	return true
}

// note reads a notification or an answer of the client, and reports whether the server gets
// it: a request of a server that has ended needs no answer.
func (s *Session) note(m *message) bool {
	key := keyOf(m.ID)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.Method {
	case "":
		_, asked := s.asked[key]
		delete(s.asked, key)
		return asked || m.ID == nil
	case "notifications/cancelled":
		s.remove(keyOf(m.read().RequestID))
	}
	return true
}

// remove removes a call because it needs no answer, and returns it, or nil if there is none.
// The caller has locked the session.
func (s *Session) remove(key string) *call {
	c := s.calls[key]
	if c == nil {
		return nil
	}
	delete(s.calls, key)
	s.changed.Broadcast()
	if c.timer != nil {
		c.timer.Stop()
	}
	return c
}

// expire answers a call whose time is over, and cancels it. The time begins again while the
// server waits for a person or a model.
func (s *Session) expire(c *call) {
	s.mu.Lock()
	link, due, upset := s.link, s.calls[c.key] == c, c.upset
	waits := slices.Contains(slices.Collect(maps.Values(s.asked)), true)
	if due && waits {
		c.timer.Reset(s.Timeout)
	} else if due {
		s.remove(c.key)
	}
	s.mu.Unlock()
	if !due || waits {
		return
	}
	_ = s.out.write(s.failure(c, hung(c, upset), nil, nil))
	if link != nil {
		_ = link.in.write(cancelled(c.ID, "the time of the call is over"))
	}
}

// cancelled returns the notification that cancels a request.
func cancelled(id json.RawMessage, why string) []byte {
	return encode(map[string]any{"method": "notifications/cancelled", "params": map[string]any{"requestId": id, "reason": why}})
}
