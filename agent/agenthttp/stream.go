package agenthttp

import (
	"bytes"
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

// answerStream sends the events of a run when they are yielded. If a run fails before its
// first event, the response is an ordinary error with its status. When the client has
// disconnected, the run is canceled, or goes on without it.
func (x *exchange) answerStream(run *agent.Run, ref agent.SessionRef) error {
	items, stop := make(chan item), make(chan struct{})
	go produce(run, items, stop)
	feed, end := x.h.open(ref, run.InvocationID())
	defer end()
	defer func() { // the run stores its end before the request ends
		close(stop)
		for range items {
			// Events that were not sent are stored.
		}
	}()
	quiet := time.NewTimer(x.h.cfg.KeepAlive)
	defer quiet.Stop()
	for connected := true; ; quiet.Reset(x.h.cfg.KeepAlive) {
		var frames []frame
		select {
		case it, more := <-items:
			if !more {
				return x.endStream()
			}
			if it.err != nil {
				return it.err
			}
			frames = it.frames
			feed.tell(false)
		case <-quiet.C:
		}
		connected = connected && x.send(run.InvocationID(), frames...)
		if !connected && !x.h.cfg.KeepRuns {
			return nil
		}
	}
}

// produce ranges over a run until it ends or stop is closed.
func produce(run *agent.Run, items chan<- item, stop <-chan struct{}) {
	defer close(items)
	give := func(it item) bool {
		select {
		case items <- it:
			return true
		case <-stop:
			return false
		}
	}
	ended := false
	defer func() {
		if !ended {
			give(item{err: panicked(recover())})
		}
	}()
	for e, err := range run.Events() {
		it := item{err: err}
		if err == nil {
			it.frames, it.err = framesOf(e)
		}
		if !give(it) {
			break
		}
	}
	ended = true
}

// rejoin answers a client that was reading the run of a frame id: with the events after it
// that the client missed, and those that come if the run is open, here or in another process.
// If there are none, the response is 204, which ends the client's attempts to reconnect.
func (x *exchange) rejoin(runner *agent.Runner, ref agent.SessionRef, last string) error {
	invocation, after, _ := strings.Cut(last, "/")
	v, _ := x.h.active.Load(runKey{ref, invocation})
	open, ok := v.(*feed)
	pause := x.h.cfg.KeepAlive
	if !ok {
		pause = min(pause, elsewherePause)
	}
	for {
		more, ended := (<-chan struct{})(nil), false
		if ok {
			more, ended = open.next()
		} else {
			ended = !x.elsewhere(runner.Store(), ref)
		}
		missed, err := x.missed(runner, ref, invocation, after)
		switch {
		case err != nil:
			return err
		case len(missed) > 0:
			after = missed[len(missed)-1].id
			if !x.send(invocation, missed...) {
				return nil
			}
		}
		if ended {
			if x.stream == nil {
				x.WriteHeader(http.StatusNoContent)
			}
			return nil
		}
		select {
		case <-more:
		case <-x.r.Context().Done():
			return nil
		case <-time.After(pause):
			if !x.send(invocation) {
				return nil
			}
		}
	}
}

// elsewherePause is the pause before the session of a run in another process is read again.
const elsewherePause = time.Second

// elsewhere reports whether another process runs the session, if processes share the store.
func (x *exchange) elsewhere(store agent.Store, ref agent.SessionRef) bool {
	claimer, ok := store.(agent.Claimer)
	if !ok {
		return false
	}
	_, release, err := claimer.Claim(x.r.Context(), ref)
	if err == nil {
		release()
	}
	return errors.Is(err, agent.ErrSessionBusy)
}

// missed returns the frames of a run that are stored and come after the one with an id.
func (x *exchange) missed(runner *agent.Runner, ref agent.SessionRef, invocation, after string) (all []frame, err error) {
	s, err := runner.Store().Get(x.r.Context(), ref)
	if err != nil {
		return nil, err
	}
	for _, e := range s.Events {
		if e.InvocationID != invocation || e.Author == agent.AuthorUser {
			continue
		}
		frames, err := framesOf(e)
		if err != nil {
			return nil, err
		}
		all = append(all, frames...)
	}
	return framesAfter(all, after), nil
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
