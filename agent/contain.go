package agent

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// contained is how a function of somebody else's ended.
type contained[T any] struct {
	value T
	// err is nil or a *toolerr.ToolRuntimeError.
	err error
	// abandoned: the function ignored that its context ended, and still runs.
	abandoned bool
}

// The states of a contained function.
const (
	running int32 = iota
	returned
	abandoned
)

// contain runs fn on a goroutine of its own, so that a panic, a runtime.Goexit
// and a function that ignores its context stay where they are. It returns when
// fn does, or graceTime after ctx ended; l is told when a function that was
// abandoned ends after all.
func contain[T any](
	ctx context.Context, chain adapter.Chain, l latecomer, fn func(context.Context) (T, error),
) contained[T] {
	pool := &l.run.workers
	w := pool.get()
	c := &cell[T]{}
	w.tasks <- func() { c.run(ctx, chain, w, l, fn) }
	select {
	case <-w.done:
		pool.put(w)
		return c.res
	case <-ctx.Done():
	}
	timer := time.NewTimer(graceTime)
	defer timer.Stop()
	select {
	case <-w.done:
	case <-timer.C:
		if c.state.CompareAndSwap(running, abandoned) {
			pool.abandon()
			return contained[T]{err: outOfTime(ctx), abandoned: true}
		}
		<-w.done
	}
	pool.put(w)
	return c.res
}

// A latecomer is what is told when something that was abandoned ends after all.
type latecomer struct {
	run          *run
	name, callID string
}

// cell is where a contained function leaves what it returned.
type cell[T any] struct {
	state atomic.Int32
	res   contained[T]
}

func (c *cell[T]) run(
	ctx context.Context, chain adapter.Chain, w *worker, l latecomer, fn func(context.Context) (T, error),
) {
	ended := false
	defer func() {
		if !ended {
			_ = recover() // a panic in the machinery around fn; fn's own was adapted
			c.res.err = exited()
		}
		if !c.state.CompareAndSwap(running, returned) {
			w.late = true
			l.run.late(l.name, l.callID)
		}
	}()
	c.res.value, c.res.err = adapter.Do(ctx, chain, fn, adapter.WithEvidence())
	ended = true
}

// exited is the error of a function that ended its goroutine.
func exited() *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolFatal, toolerr.Msg("The tool stopped unexpectedly."),
		toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithDeveloperMessage("runtime.Goexit was called, as t.FailNow does"))
}

// outOfTime is the error of a function that outlived its context.
func outOfTime(ctx context.Context) *toolerr.ToolRuntimeError {
	kind := toolerr.KindToolTimeout
	if ctx.Err() == context.Canceled {
		kind = toolerr.KindToolCanceled
	}
	return toolerr.New(kind, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithDeveloperMessage("the function ignores that its context ended, and was left running"))
}

// What is counted beside tools, by names that no tool can have.
const (
	nameConfirmer = "(confirmer)"
	nameCallback  = "(callback)"
	nameToolset   = "(toolset)"
	nameSchema    = "(schema)"
)

// bulkhead counts the functions that were abandoned and still run, by name.
type bulkhead struct {
	mu    sync.Mutex
	stuck map[string]int
}

func (b *bulkhead) add(name string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stuck == nil {
		b.stuck = map[string]int{}
	}
	if b.stuck[name] += n; b.stuck[name] == 0 {
		delete(b.stuck, name)
	}
}

func (b *bulkhead) count(name string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stuck[name]
}

// full reports whether so many are stuck that no further one may begin.
func (b *bulkhead) full(name string) bool { return b.count(name) >= stuckAt }

// doorway lets the calls of one turn in that run at once. As soon as a call of a
// tool is stuck, calls of that tool go in one by one, so that not all of them get
// stuck beside it.
type doorway struct {
	mu      sync.Mutex
	inside  map[string]int
	changed chan struct{} // closed when somebody leaves
}

// enter waits until a call may begin, and reports whether it may. Who was let in
// leaves.
func (d *doorway) enter(ctx context.Context, b *bulkhead, name string) bool {
	for {
		d.mu.Lock()
		stuck := b.count(name)
		if stuck >= stuckAt {
			d.mu.Unlock()
			return false
		}
		if stuck <= 0 || stuck+d.inside[name] < stuckAt {
			if d.inside == nil {
				d.inside = map[string]int{}
			}
			d.inside[name]++
			d.mu.Unlock()
			return true
		}
		if d.changed == nil {
			d.changed = make(chan struct{})
		}
		changed := d.changed
		d.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

func (d *doorway) leave(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inside[name]--
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
}

// wait pauses for d, and reports false if ctx ended first.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
