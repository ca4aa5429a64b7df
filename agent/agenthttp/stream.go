package agenthttp

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/agent"
)

// A stream is a response of server-sent events (HTML standard, section 9.2). The id of a
// frame is the invocation of its run, a slash, and the id of its event. A delta has no id of
// its own, because the event with the whole text follows.
type stream struct {
	x          *exchange
	rc         *http.ResponseController
	identified bool // a frame had an id
}

// A frame is one event, encoded.
type frame struct {
	id   string // "" for a delta
	data []byte
}

// An item is what a run yielded: frames or an error.
type item struct {
	frames []frame
	err    error
}

// follow sends the frames of an open run after the one with the given id, and those that
// come. If the run fails before the first of them, the response is an ordinary error with
// its status.
func (x *exchange) follow(o *openRun, after string) error {
	x.Header().Set("X-Invocation-Id", o.invocation)
	me, missed := o.enter(after, func() { _ = x.control().SetWriteDeadline(time.Now()) })
	defer o.leave(me)
	defer context.AfterFunc(x.r.Context(), func() { o.abandon(me, x.h.cfg.ReconnectWait) })()
	if len(missed) > 0 && !x.send(o.invocation, missed...) {
		return o.lost(me, x.h.cfg.ReconnectWait)
	}
	quiet := time.NewTimer(x.h.cfg.KeepAlive)
	defer quiet.Stop()
	for {
		select {
		case it, more := <-o.items:
			if !more {
				return x.endStream()
			}
			if it.err != nil {
				return it.err
			}
			o.record(it.frames)
			if !x.send(o.invocation, it.frames...) {
				return o.lost(me, x.h.cfg.ReconnectWait)
			}
		case <-me.replaced:
			return nil
		case <-quiet.C:
			if !x.send(o.invocation) {
				return o.lost(me, x.h.cfg.ReconnectWait)
			}
		}
		quiet.Reset(x.h.cfg.KeepAlive)
	}
}

// rejoin answers a client that was reading the run of a frame id: with the events after it
// that the client missed, and those that come if the run is open. If there are none, the
// response is 204, which ends the client's attempts to reconnect.
func (x *exchange) rejoin(runner *agent.Runner, ref agent.SessionRef, last string) error {
	invocation, after, _ := strings.Cut(last, "/")
	if o := x.h.openRun(ref, invocation); o != nil {
		return x.follow(o, after)
	}
	s, err := runner.Store().Get(x.r.Context(), ref)
	if err != nil {
		return err
	}
	var all []frame
	for _, e := range s.Events {
		if e.InvocationID != invocation || e.Author == agent.AuthorUser {
			continue
		}
		frames, err := framesOf(e)
		if err != nil {
			return err
		}
		all = append(all, frames...)
	}
	missed := framesAfter(all, after)
	if len(missed) == 0 {
		x.WriteHeader(http.StatusNoContent)
		return nil
	}
	x.send(invocation, missed...)
	return nil
}

// framesAfter returns the frames after the one with an id: all for "", and none if there is
// no such frame.
func framesAfter(all []frame, id string) []frame {
	if id == "" {
		return all
	}
	i := slices.IndexFunc(all, func(f frame) bool { return f.id == id })
	if i < 0 {
		return nil
	}
	return all[i+1:]
}

// framesOf encodes an event.
func framesOf(e *agent.Event) ([]frame, error) {
	events, err := eventToWire(e)
	if err != nil {
		return nil, err
	}
	all := make([]frame, len(events))
	for i, w := range events {
		if all[i].data, err = encode(w); err != nil {
			return nil, err
		}
		if !w.Partial {
			all[i].id = w.ID
		}
	}
	return all, nil
}

// send sends frames, or a comment if there are none, and reports whether the client received
// them.
func (x *exchange) send(invocation string, frames ...frame) bool {
	if x.stream == nil {
		x.stream = x.newStream(http.StatusOK)
	}
	s := x.stream
	if len(frames) > 0 {
		for i, f := range frames {
			id := ""
			if f.id != "" {
				id, s.identified = invocation+"/"+f.id, true
			}
			if !s.write(dataFrame(id, f.data), i == len(frames)-1) {
				return false
			}
		}
		return true
	}
	if s.identified {
		return s.write([]byte(": keep-alive\n\n"), true)
	}
	s.identified = true // a client that reconnects now must not start the run again
	return s.write([]byte("id: "+invocation+"/\n: keep-alive\n\n"), true)
}

// dataFrame returns a frame with data.
func dataFrame(id string, data []byte) []byte {
	var b bytes.Buffer
	if id != "" {
		b.WriteString("id: " + id + "\n")
	}
	b.WriteString("data: ")
	b.Write(data)
	b.WriteString("\n\n")
	return b.Bytes()
}

// endStream ends the stream of a run.
func (x *exchange) endStream() error {
	if x.stream == nil { // the run had no events
		x.stream = x.newStream(http.StatusOK)
	}
	return nil
}

// newStream begins a stream.
func (x *exchange) newStream(status int) *stream {
	x.Header().Set("Content-Type", "text/event-stream")
	x.Header().Set("Cache-Control", "no-store")
	x.Header().Set("X-Accel-Buffering", "no") // for reverse proxies
	x.WriteHeader(status)
	return &stream{x: x, rc: http.NewResponseController(x.ResponseWriter)}
}

func (s *stream) write(text []byte, flush bool) bool {
	if err := s.rc.SetWriteDeadline(time.Now().Add(s.x.h.cfg.WriteTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return false
	}
	if _, err := s.x.Write(text); err != nil {
		return false
	}
	return !flush || s.rc.Flush() == nil
}

// end sends the last frame.
func (s *stream) end(last lastFrame) {
	raw, _ := encode(last) // strings can always be encoded
	s.write(dataFrame("", raw), true)
}
