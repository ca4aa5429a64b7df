package gateway

import (
	"encoding/json"
	"io"
	"time"
)

// readClient forwards the messages of the client.
func (s *Session) readClient(in io.Reader) {
	defer s.leave()
	for lines := newLineReader(in); ; {
		line, whole, err := lines.next()
		switch {
		case err != nil:
			return
		case whole:
			s.fromClient(line)
		default:
			s.longFromClient(lines, line)
		}
	}
}

func (s *Session) fromClient(line []byte) {
	link, all := s.live(), parse(line)
	var sent []*call
	for i := range all {
		m := &all[i]
		if m.isRequest() {
			c := s.newCall(m)
			if answer := s.refuse(c, len(all) > 1); answer != nil {
				_ = s.out.write(answer)
				return
			}
			if link = s.register(link, c); link == nil {
				_ = s.out.write(s.failure(c, unavailable(), nil, nil))
				continue
			}
			sent = append(sent, c)
		} else if !s.note(m) {
			return
		}
	}
	if link != nil && link.in.write(line) != nil {
		s.unsent(sent)
	}
}

// longFromClient forwards a message that is not held. A call in it has no tool, because its
// parameters are not read.
func (s *Session) longFromClient(lines *lineReader, line []byte) {
	link := s.live()
	var sent []*call
	last := func(m message) {
		if m.isRequest() {
			c := s.newCall(&m)
			if link == nil || s.register(link, c) != link {
				s.take(c.key)
				_ = s.out.write(s.failure(c, unavailable(), nil, nil))
				return
			}
			sent = append(sent, c)
		}
	}
	if link == nil {
		_ = lines.pass(io.Discard, line, last)
	} else if link.in.pass(lines, line, last) != nil {
		s.unsent(sent)
	}
}

// unsent answers calls that could not be sent as a whole, and were not answered at the end of
// the server.
func (s *Session) unsent(calls []*call) {
	for _, c := range calls {
		if taken, _ := s.take(c.key); taken != nil {
			_ = s.out.write(s.failure(c, lost(), nil, nil))
		}
	}
}

// newCall returns the call of a request.
func (s *Session) newCall(m *message) *call {
	c := &call{id: m.ID, key: keyOf(m.ID), method: m.Method, raw: m.Params, params: m.params(), began: time.Now()}
	s.bind(c)
	return c
}

// register adds a call to those without an answer, and returns the connection for it: that
// of a new server if the other one has ended meanwhile, or nil.
func (s *Session) register(link *Link, c *call) *Link {
	for ; link != nil; link = s.live() {
		s.mu.Lock()
		if s.link == link {
			defer s.mu.Unlock()
			s.remember(c)
			s.calls[c.key] = c
			delete(s.late, c.key)
			switch c.method {
			case methodCall, methodResource, methodPrompt:
				if s.Timeout > 0 {
					c.timer = time.AfterFunc(s.Timeout, func() { s.expire(c) })
				}
			}
			return link
		}
		s.mu.Unlock()
	}
	return nil
}

// remember saves what a new server has to be told.
func (s *Session) remember(c *call) {
	switch c.method {
	case methodInitialize:
		s.saved.initialize = c.raw
	case methodLevel:
		s.saved.level = c.raw
	case methodSubscribe:
		s.saved.subscribed[c.params.URI] = c.raw
	case methodUnsubscribe:
		delete(s.saved.subscribed, c.params.URI)
	}
}

// note reads a notification or an answer of the client, and reports whether the server gets
// it: a request of a server that has ended needs no answer.
func (s *Session) note(m *message) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := keyOf(m.ID)
	switch m.Method {
	case "":
		stale := s.stale[key] && !s.asked[key]
		delete(s.stale, key)
		delete(s.asked, key)
		return !stale
	case methodInitialized:
		s.saved.initialized = true
	case methodCancelled:
		if c := s.calls[keyOf(m.params().RequestID)]; c != nil {
			s.remove(c)
		}
	}
	return true
}

// take removes a call because it has an answer. It returns nil if there is none with that
// key, and whether the call was answered before.
func (s *Session) take(key string) (c *call, late bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c = s.calls[key]; c != nil {
		s.remove(c)
	}
	late = s.late[key]
	delete(s.late, key)
	return c, late
}

func (s *Session) remove(c *call) {
	delete(s.calls, c.key)
	if c.timer != nil {
		c.timer.Stop()
	}
}

// expire answers a call whose time is over, and cancels it. The time begins again while the
// server waits for an answer of the client.
func (s *Session) expire(c *call) {
	s.mu.Lock()
	if s.calls[c.key] != c {
		s.mu.Unlock()
		return
	}
	if len(s.asked) > 0 {
		c.timer.Reset(s.Timeout)
		s.mu.Unlock()
		return
	}
	delete(s.calls, c.key)
	s.late[c.key] = true
	link := s.link
	s.mu.Unlock()
	_ = s.out.write(s.failure(c, hung(), nil, nil))
	if link != nil {
		_ = link.in.write(encode(map[string]any{
			"method": methodCancelled, "params": map[string]any{"requestId": c.id, "reason": "the time of the call is over"},
		}))
	}
}

// extend begins the time of a call again.
func (s *Session) extend(token json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.calls {
		if c.timer != nil && len(token) > 0 && keyOf(c.params.Meta.Token) == keyOf(token) {
			c.timer.Reset(s.Timeout)
		}
	}
}
