// Package throttle starts calls of functions of which some may be left running.
package throttle

import (
	"context"
	"sync"

	"github.com/errand-go/errand/adapter"
)

// A Throttle decides when a call may start. If the calls are parallel and one of a name is
// left running, the Throttle starts further calls of that name one by one, so that not all
// of them are left running.
type Throttle struct {
	// Running has the functions that were left running.
	Running *adapter.Bulkhead
	// Limit is the number of functions of one name that are left running before further
	// calls are refused.
	Limit int
	// Parallel means that calls may run at the same time.
	Parallel bool

	mu      sync.Mutex
	active  map[string]int
	changed chan struct{} // closed when a call ends
}

// Acquire waits until a call may start, and Release must follow. It returns an error if the
// call is refused, or if ctx ended first.
func (t *Throttle) Acquire(ctx context.Context, name string) error {
	if !t.Parallel {
		return t.Running.Refusal(name, t.Limit)
	}
	for {
		changed, err := t.start(name)
		if changed == nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// start starts a call or refuses it. If the call has to wait, it returns the channel that is
// closed when another call ends.
func (t *Throttle) start(name string) (changed <-chan struct{}, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.Running.Refusal(name, t.Limit); err != nil {
		return nil, err
	}
	if left := t.Running.Left(name, 0); left > 0 && left+t.active[name] >= t.Limit {
		if t.changed == nil {
			t.changed = make(chan struct{})
		}
		return t.changed, nil
	}
	if t.active == nil {
		t.active = map[string]int{}
	}
	t.active[name]++
	return nil, nil
}

// Release ends a call.
func (t *Throttle) Release(name string) {
	if !t.Parallel {
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
