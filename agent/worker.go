package agent

import "sync"

// A worker is a goroutine on which a run calls functions of other people, one
// at a time. It is used again and again, because a fresh goroutine has to grow
// its stack anew for every call.
type worker struct {
	tasks chan func()
	done  chan struct{} // a task has ended on time; never blocks the worker
	dead  bool          // a task ended the goroutine; read after done
	late  bool          // a task ended after it was abandoned; the worker's own
}

// workers are those of one run.
type workers struct {
	mu     sync.Mutex
	idle   []*worker
	closed bool
	alive  sync.WaitGroup // without those that were abandoned
}

// get returns a worker that has nothing to do.
func (p *workers) get() *worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return w
	}
	w := &worker{tasks: make(chan func(), 1), done: make(chan struct{}, 1)}
	p.alive.Add(1)
	go w.work(p)
	return w
}

// put takes a worker back whose task has ended.
func (p *workers) put(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case w.dead:
	case p.closed:
		close(w.tasks)
	default:
		p.idle = append(p.idle, w)
	}
}

// abandon gives up a worker whose task does not end.
func (p *workers) abandon() { p.alive.Done() }

// close ends the workers that have nothing to do, and waits for them.
func (p *workers) close() {
	p.mu.Lock()
	p.closed = true
	for _, w := range p.idle {
		close(w.tasks)
	}
	p.idle = nil
	p.mu.Unlock()
	p.alive.Wait()
}

// work runs tasks until there are no more, one of them ends the goroutine, or
// one of them ends after it was abandoned.
func (w *worker) work(p *workers) {
	ended := true
	defer func() {
		if w.late {
			return
		}
		if !ended { // the task called runtime.Goexit
			w.dead = true
			w.done <- struct{}{}
		}
		p.alive.Done()
	}()
	for task := range w.tasks {
		ended = false
		task()
		ended = true
		if w.late {
			return
		}
		w.done <- struct{}{}
	}
}
