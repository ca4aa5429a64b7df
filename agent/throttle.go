package agent

import "sync"

// A throttle starts the parallel calls of one turn. As soon as a call of a tool is left
// running, it starts further calls of that tool one by one, so that not all of them are
// left running. A nil throttle is for calls that run in sequence.
type throttle struct {
	mu      sync.Mutex
	active  map[string]int
	changed chan struct{} // closed when a call ends
}

// acquire waits until a call may start. It returns nil, and release must follow, or the
// result of a call that may not start.
func (t *throttle) acquire(h *host, name string) *result {
	if t == nil {
		return h.refused(name)
	}
	for {
		t.mu.Lock()
		if res := h.refused(name); res != nil {
			t.mu.Unlock()
			return res
		}
		if left := h.runner.stuck.Left(name, 0); left == 0 || left+t.active[name] < stuckAt {
			if t.active == nil {
				t.active = map[string]int{}
			}
			t.active[name]++
			t.mu.Unlock()
			return nil
		}
		if t.changed == nil {
			t.changed = make(chan struct{})
		}
		changed := t.changed
		t.mu.Unlock()
		select {
		case <-changed:
		case <-h.ctx.Done():
			return canceled()
		}
	}
}

func (t *throttle) release(name string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.active[name]--
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}
