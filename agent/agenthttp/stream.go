package agenthttp

import (
	"errors"
	"net/http"
	"time"

	"github.com/errand-go/errand/agent"
)

// A stream is a response of server-sent events (HTML standard, section 9.2).
type stream struct {
	x  *exchange
	rc *http.ResponseController
}

// A frame is an item that a run yielded, encoded.
type frame struct {
	data [][]byte
	err  error
}

// answerStream sends the events of a run when they are yielded. If a run fails before its
// first event, the response is an ordinary error with its status.
func (x *exchange) answerStream(run *agent.Run) error {
	frames, stop := make(chan frame), make(chan struct{})
	go produce(run, frames, stop)
	defer func() { // the run stores its end before the request ends
		close(stop)
		for range frames {
			// Events that were not sent are stored.
		}
	}()
	quiet := time.NewTimer(x.h.cfg.KeepAlive)
	defer quiet.Stop()
	for {
		select {
		case f, more := <-frames:
			if !more {
				return x.endStream()
			}
			if f.err != nil {
				return f.err
			}
			if !x.send(f.data...) {
				return nil
			}
		case <-quiet.C:
			if !x.send(nil) {
				return nil
			}
		}
		quiet.Reset(x.h.cfg.KeepAlive)
	}
}

// produce ranges over a run until it ends or stop is closed.
func produce(run *agent.Run, frames chan<- frame, stop <-chan struct{}) {
	defer close(frames)
	ended := false
	defer func() {
		if !ended {
			give(frames, stop, frame{err: panicked(recover())})
		}
	}()
	for e, err := range run.Events() {
		if !give(frames, stop, encodeFrame(e, err)) {
			break
		}
	}
	ended = true
}

func give(frames chan<- frame, stop <-chan struct{}, f frame) bool {
	select {
	case frames <- f:
		return true
	case <-stop:
		return false
	}
}

func encodeFrame(e *agent.Event, err error) frame {
	if err != nil {
		return frame{err: err}
	}
	events, err := eventToWire(e)
	if err != nil {
		return frame{err: err}
	}
	var f frame
	for _, w := range events {
		raw, err := encode(w)
		if err != nil {
			return frame{err: err}
		}
		f.data = append(f.data, raw)
	}
	return f
}

// send writes frames, or a comment for nil, and reports whether the client received them.
func (x *exchange) send(data ...[]byte) bool {
	if x.stream == nil {
		x.stream = &stream{x: x, rc: http.NewResponseController(x.ResponseWriter)}
		x.Header().Set("Content-Type", "text/event-stream")
		x.Header().Set("Cache-Control", "no-store")
		x.Header().Set("X-Accel-Buffering", "no") // for reverse proxies
		x.WriteHeader(http.StatusOK)
	}
	return x.stream.write(data)
}

func (x *exchange) endStream() error {
	if x.stream == nil { // the run had no events
		x.send()
	}
	return nil
}

func (s *stream) write(data [][]byte) bool {
	if err := s.rc.SetWriteDeadline(time.Now().Add(s.x.h.cfg.WriteTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return false
	}
	for _, d := range data {
		line := []byte(": keep-alive\n\n")
		if d != nil {
			line = append(append([]byte("data: "), d...), "\n\n"...)
		}
		if _, err := s.x.Write(line); err != nil {
			return false
		}
	}
	return s.rc.Flush() == nil
}

// end sends the last frame.
func (s *stream) end(last lastFrame) {
	raw, _ := encode(last) // strings can always be encoded
	s.write([][]byte{raw})
}
