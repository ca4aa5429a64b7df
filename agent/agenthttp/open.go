package agenthttp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/errand-go/errand/agent"
)

// An openRun is a streamed run that has not ended. One request at a time reads its items. A
// client that reconnects takes the place of the request that was reading.
type openRun struct {
	invocation string
	items      chan item
	stop       chan struct{} // closed when nobody will read again
	cancel     context.CancelFunc
	drop       func() // removes the run from the handler

	mu     sync.Mutex
	ended  bool
	reader *reader
	past   []frame // that were read, without the deltas before a whole text
}

// A reader is a request that reads a run.
type reader struct {
	replaced chan struct{} // closed when another reader has come
	left     chan struct{} // closed when this one has left
	unblock  func()        // ends a write that does not return
}

// A runKey names a run.
type runKey struct {
	session    agent.SessionRef
	invocation string
}

// open starts a run. Its context ends when its last reader has left.
func (h *Handler) open(ref agent.SessionRef, run *agent.Run, cancel context.CancelFunc) *openRun {
	key := runKey{ref, run.InvocationID()}
	o := &openRun{
		invocation: key.invocation, items: make(chan item), stop: make(chan struct{}), cancel: cancel, drop: func() { h.active.Delete(key) },
	}
	h.active.Store(key, o)
	go func() {
		defer h.runs.give(1)
		o.produce(run)
	}()
	return o
}

// openRun returns the open run of an invocation, and nil if there is none.
func (h *Handler) openRun(ref agent.SessionRef, invocation string) *openRun {
	v, _ := h.active.Load(runKey{ref, invocation})
	o, _ := v.(*openRun)
	return o
}

// produce ranges over a run until it ends or nobody reads any more.
func (o *openRun) produce(run *agent.Run) {
	defer close(o.items)
	ended := false
	defer func() {
		if !ended {
			o.give(item{err: panicked(recover())})
		}
	}()
	for e, err := range run.Events() {
		it := item{err: err}
		if err == nil {
			it.frames, it.err = framesOf(e)
		}
		if !o.give(it) {
			break
		}
	}
	ended = true
}

func (o *openRun) give(it item) bool {
	select {
	case o.items <- it:
		return true
	case <-o.stop:
		return false
	}
}

// enter makes a new reader the only one, and returns the frames after the one with an id
// that earlier readers got.
func (o *openRun) enter(after string, unblock func()) (*reader, []frame) {
	me := &reader{make(chan struct{}), make(chan struct{}), unblock}
	o.mu.Lock()
	earlier := o.reader
	o.reader = me
	o.mu.Unlock()
	if earlier != nil {
		close(earlier.replaced)
		earlier.unblock()
		<-earlier.left
	}
	return me, framesAfter(o.past, after)
}

// record keeps frames for a client that reconnects. Only the reader calls it.
func (o *openRun) record(frames []frame) {
	if slices.ContainsFunc(frames, func(f frame) bool { return f.id != "" }) {
		o.past = slices.DeleteFunc(o.past, func(f frame) bool { return f.id == "" })
	}
	o.past = append(o.past, frames...)
}

// last reports whether a reader is the last one, and must end the run.
func (o *openRun) last(me *reader) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	last := o.reader == me && !o.ended
	o.ended = o.ended || last
	return last
}

// abandon cancels the run after a wait, unless another reader comes.
func (o *openRun) abandon(me *reader, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-me.replaced:
	case <-timer.C:
		o.cancel()
	}
}

// lost waits, after the client of a reader has disconnected, until another reader comes or
// the run is canceled.
func (o *openRun) lost(me *reader, wait time.Duration) error {
	o.abandon(me, wait)
	return nil
}

// leave ends a reader. After the last one, the run is canceled and stores its end.
func (o *openRun) leave(me *reader) {
	if o.last(me) {
		o.cancel()
		o.drop()
		close(o.stop)
		for range o.items {
			// Events that were not sent are stored.
		}
	}
	close(me.left)
}
