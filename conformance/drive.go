package conformance

import (
	"context"
	"errors"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/faults"
)

// An outcome is how one call of the suite's client ended.
type outcome struct {
	err      error
	panicked any
	hangs    bool // the call did not return; its goroutine is lost
}

// grace is how long a call may take to notice that its context has ended.
func grace(limit time.Duration) time.Duration { return max(limit, time.Second) }

// call makes one call of the suite's client, under a context that ends after
// limit or before.
func (r *run) call(ctx context.Context, t Target, limit time.Duration) outcome {
	done := make(chan outcome, 1)
	go func() {
		returned := false
		defer func() {
			if !returned {
				done <- outcome{panicked: recovered(recover())}
			}
		}()
		err := r.suite.Call(ctx, t)
		returned = true
		done <- outcome{err: err}
	}()
	patience := time.NewTimer(limit + grace(limit))
	defer patience.Stop()
	select {
	case o := <-done:
		return o
	case <-patience.C:
		return outcome{hangs: true}
	}
}

// recovered is what a goroutine ended with: a panic, or runtime.Goexit, of which
// recover says nothing.
func recovered(p any) any {
	if p == nil {
		return errors.New("conformance: Suite.Call ended its goroutine")
	}
	return p
}

// A drive is one call under a fault, and what the chain made of it.
type drive struct {
	outcome
	answer  error
	expired bool   // the deadline of the caller of the call
	missed  bool   // the fault did not happen
	unfit   string // why it cannot happen
}

// drive calls the client under a fault until that has happened. On a machine
// that is busy with something else a timer of the client's can be faster than
// its request: it then gets more time.
func (r *run) drive(ctx context.Context, f faults.Fault) drive {
	for patience := faults.DefaultTimeout; ; patience *= 4 {
		d := r.once(ctx, f, patience)
		if !d.missed || 4*patience > r.timeout() || ctx.Err() != nil {
			return d
		}
	}
}

func (r *run) once(ctx context.Context, f faults.Fault, patience time.Duration) (d drive) {
	// A client that never gives up meets a deadline of its caller's, as it would
	// in a tool.
	limit := r.limit(f)
	bounded, stop := context.WithTimeout(ctx, limit)
	defer stop()
	t := r.server.Target(f, faults.WithTargetShape(r.suite.Shape), faults.WithPatience(patience))
	ctx, cancel := t.Context(bounded)
	defer cancel()
	if f.Arguments != nil {
		ctx = adapter.WithCall(ctx, callOf(f))
	}
	_, d.answer = adapter.Do(ctx, r.chain, func(ctx context.Context) (struct{}, error) {
		d.outcome = r.call(ctx, t, limit)
		if d.panicked != nil {
			panic(d.panicked)
		}
		d.err = t.After(d.err)
		return struct{}{}, d.err
	}, adapter.WithEvidence())
	d.expired = bounded.Err() != nil
	d.missed = d.answer != nil && t.Missed()
	d.unfit = t.Unfit()
	return d
}

// callOf returns the call that a fault refuses.
func callOf(f faults.Fault) adapter.Call {
	return adapter.Call{Arguments: f.Arguments, Schema: f.Schema}
}

func (r *run) timeout() time.Duration {
	if r.suite.Timeout != 0 {
		return r.suite.Timeout
	}
	return DefaultTimeout
}

// soon is the deadline where a client is known to go on until there is one, or
// beyond it.
const soon = time.Second

// limit is the deadline of a call under a fault.
func (r *run) limit(f faults.Fault) time.Duration {
	_, endless := f.EndlessFor(r.suite.Client)
	_, silent := f.SilentFor(r.suite.Client)
	if endless || silent {
		return min(soon, r.timeout())
	}
	return r.timeout()
}
