package loopback

import "sync"

// Waiters are functions that wait for something, such as for the next request that a
// server reads. The zero value has none. It is safe for concurrent use, and must not be
// copied.
type Waiters struct {
	mu  sync.Mutex
	all map[*func()]struct{}
}

// Add makes the next [Waiters.Call] call f, unless stop is called before.
func (w *Waiters) Add(f func()) (stop func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[*func()]struct{}{}
	}
	w.all[&f] = struct{}{}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, &f)
	}
}

// Call calls the waiting functions, each once, in any order.
func (w *Waiters) Call() {
	w.mu.Lock()
	all := w.all
	w.all = nil
	w.mu.Unlock()
	for f := range all {
		(*f)()
	}
}
