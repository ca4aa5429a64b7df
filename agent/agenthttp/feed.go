package agenthttp

import (
	"sync"

	"github.com/errand-go/errand/agent"
)

// A runKey names a run.
type runKey struct {
	session    agent.SessionRef
	invocation string
}

// A feed tells the readers of an open run that its session has more events.
type feed struct {
	mu    sync.Mutex
	more  chan struct{} // closed when there are more
	ended bool
}

// next returns a channel that is closed when there are more events, and whether the run has
// ended. A reader calls it before it reads the session.
func (f *feed) next() (more <-chan struct{}, ended bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.more, f.ended
}

// tell tells the readers that there are more events, or that the run has ended.
func (f *feed) tell(ended bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.more)
	f.more, f.ended = make(chan struct{}), ended
}

// open returns the feed of a run that begins, and the function that ends it.
func (h *Handler) open(ref agent.SessionRef, invocation string) (f *feed, end func()) {
	f = &feed{more: make(chan struct{})}
	h.active.Store(runKey{ref, invocation}, f)
	return f, func() {
		h.active.Delete(runKey{ref, invocation})
		f.tell(true)
	}
}
