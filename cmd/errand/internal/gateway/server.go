package gateway

import (
	"encoding/json"
	"strings"
	"time"
)

// The attempts to start a server again.
const (
	maxRestarts = 5                      // in a row
	firstPause  = 100 * time.Millisecond // before an attempt; doubled each time
	pauseDown   = 30 * time.Second       // after the last one
	steady      = time.Minute            // a server that ran as long begins a new row
	startLimit  = 30 * time.Second       // for the answer to initialize
)

// keep runs the server, and starts it again when it has crashed.
func (s *Session) keep() (code int, err error) {
	for attempts := 0; ; attempts++ {
		began := time.Now()
		link, err := s.start(s)
		if err == nil {
			code = s.serve(link)
		} else if !s.answered {
			s.set(nil, false)
			return code, err
		}
		if time.Since(began) > steady {
			attempts = 0
		}
		again := err != nil || code != 0 && s.answered && !s.NoRestart
		select {
		case <-s.closed:
			again = false
		default:
		}
		pause := firstPause << attempts
		if attempts == maxRestarts && again {
			attempts, pause = 0, 0
			s.giveUp()
		} else {
			s.set(nil, again)
		}
		s.endCalls()
		if !again || !s.wait(pause) {
			s.set(nil, false)
			return code, nil
		}
		s.log("the server is started again", "exit_code", code)
	}
}

// giveUp makes requests fail until one of them asks for another attempt.
func (s *Session) giveUp() {
	s.mu.Lock()
	s.gaveUp = time.Now()
	s.mu.Unlock()
	s.set(nil, false)
}

// wait waits before the next attempt, or with 0 until a request asks for it. It reports false
// if the client leaves.
func (s *Session) wait(pause time.Duration) bool {
	var over <-chan time.Time
	if pause > 0 {
		over = time.After(pause)
	}
	select {
	case <-over:
	case <-s.wake:
	case <-s.closed:
		return false
	}
	return true
}

// endCalls answers the calls that a server left when it ended, and withdraws its requests.
func (s *Session) endCalls() {
	s.mu.Lock()
	calls, asked := s.calls, s.asked
	s.calls, s.asked, s.late = map[string]*call{}, map[string]bool{}, map[string]bool{}
	for key := range asked {
		s.stale[key] = true
	}
	s.mu.Unlock()
	for key := range asked {
		_ = s.out.write(encode(map[string]any{
			"method": methodCancelled, "params": map[string]any{"requestId": json.RawMessage(key), "reason": "the server has ended"},
		}))
	}
	for _, c := range calls {
		if c.timer != nil {
			c.timer.Stop()
		}
		_ = s.out.write(s.failure(c, lost(), nil, nil))
	}
}

// serve forwards the messages of a server until its output ends, and returns its exit code.
func (s *Session) serve(link *Link) (code int) {
	limit := time.AfterFunc(startLimit, link.end)
	defer limit.Stop()
	s.mu.Lock()
	initialize := s.saved.initialize
	s.mu.Unlock()
	if initialize == nil {
		limit.Stop()
		s.ready(link)
	} else {
		_ = link.in.write(request(ownInitialize, methodInitialize, initialize))
	}
	for lines := newLineReader(link.out); ; {
		line, whole, err := lines.next()
		switch {
		case err != nil:
			return link.wait()
		case !whole:
			err = s.out.pass(lines, line, func(m message) { s.settle(&m) })
		default:
			all := parse(line)
			if line[len(line)-1] != '\n' {
				line = append(line, '\n')
			}
			switch {
			case len(all) == 0:
				_, _ = s.Stderr.Write(line)
				continue
			case len(all) == 1 && keyOf(all[0].ID) == ownInitialize:
				limit.Stop()
				s.resume(link, &all[0])
				continue
			}
			line = s.fromServer(all, line)
			if line != nil {
				err = s.out.write(line)
			}
		}
		if err != nil { // the client has left
			s.Close()
		}
	}
}

// fromServer returns the line that the client gets in place of a line with messages.
func (s *Session) fromServer(all []message, line []byte) []byte {
	for i := range all {
		m := &all[i]
		if m.Method == "" && strings.HasPrefix(keyOf(m.ID), ownPrefix) {
			return nil
		}
		c, late := s.settle(m)
		switch {
		case late && len(all) == 1:
			return nil
		case c != nil:
			if changed := s.answer(c, m); changed != nil && len(all) == 1 {
				line = changed
			}
		}
	}
	return line
}

// settle reads a message of the server. It returns the call that the message answers, and
// whether that was answered before.
func (s *Session) settle(m *message) (c *call, late bool) {
	switch {
	case m.Method == methodProgress:
		s.extend(m.params().Token)
	case m.isRequest():
		s.mu.Lock()
		s.asked[keyOf(m.ID)] = true
		s.mu.Unlock()
	case m.Method == methodCancelled:
		s.mu.Lock()
		delete(s.asked, keyOf(m.params().RequestID))
		s.mu.Unlock()
	case m.Method == "" && m.ID != nil:
		s.mu.Lock()
		s.answered = true
		s.mu.Unlock()
		return s.take(keyOf(m.ID))
	}
	return nil, false
}

// The ids of the gateway's own requests.
const (
	ownPrefix     = `"errand-gateway-`
	ownInitialize = ownPrefix + `initialize"`
	ownOther      = ownPrefix + `other"`
)

// request returns a request of the gateway.
func request(id, method string, params json.RawMessage) []byte {
	return encode(map[string]any{"id": json.RawMessage(id), "method": method, "params": params})
}

// resume tells a new server what the one before was told, and the client that the lists may
// have changed.
func (s *Session) resume(link *Link, m *message) {
	var result struct {
		Version      string                     `json:"protocolVersion"`
		Capabilities map[string]json.RawMessage `json:"capabilities"`
	}
	if json.Unmarshal(m.Result, &result) != nil || result.Version != s.saved.version {
		link.end()
		return
	}
	s.mu.Lock()
	var lines [][]byte
	if s.saved.initialized {
		lines = append(lines, encode(map[string]any{"method": methodInitialized}))
	}
	if s.saved.level != nil {
		lines = append(lines, request(ownOther, methodLevel, s.saved.level))
	}
	for _, params := range s.saved.subscribed {
		lines = append(lines, request(ownOther, methodSubscribe, params))
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
	s.ready(link)
}

// ready opens the connection for the client's messages.
func (s *Session) ready(link *Link) {
	s.mu.Lock()
	s.renewed = s.answered
	s.mu.Unlock()
	s.set(link, false)
	select {
	case <-s.closed: // while it started
		go s.drain(link)
	default:
	}
}

func (s *Session) log(text string, args ...any) {
	if s.Log != nil {
		s.Log.Warn(text, args...)
	}
}
