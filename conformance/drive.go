package conformance

import (
	"context"
	"errors"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// An outcome is the result of one call of the suite's client.
type outcome struct {
	err      error
	panicked any
	hangs    bool // the call did not return, and its goroutine is lost
}

// grace returns how long a call may take to return after its context has ended.
func grace(limit time.Duration) time.Duration { return max(limit, time.Second) }

// call makes one call of the suite's client with a context that ends after at most limit.
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

// recovered returns the reason why a goroutine ended: a panic, or runtime.Goexit, for which
// recover returns nil.
func recovered(p any) any {
	if p == nil {
		return errors.New("conformance: Suite.Call ended its goroutine")
	}
	return p
}

// A drive is one call with a fault, and the chain's answer.
type drive struct {
	outcome
	answer  error
	expired bool   // the deadline of the caller
	missed  bool   // the fault did not happen
	unfit   string // the reason why it cannot happen
}

// drive calls the client with a fault until the fault has happened. On a busy machine a
// client's timer can end before its request is sent. The client then gets more time.
func (r *run) drive(ctx context.Context, f faults.Fault) drive {
	for patience := faults.DefaultTimeout; ; patience *= 4 {
		d := r.once(ctx, f, patience)
		if !d.missed || 4*patience > r.timeout() || ctx.Err() != nil {
			return d
		}
	}
}

func (r *run) once(ctx context.Context, f faults.Fault, patience time.Duration) (d drive) {
	// A client that never gives up reaches a deadline of its caller, as in a tool.
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
		return struct{}{}, d.err
	})
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

// soon is the deadline of a client that is known to continue until the deadline, or beyond
// it.
const soon = time.Second

// limit returns the deadline of a call with a fault.
func (r *run) limit(f faults.Fault) time.Duration {
	_, endless := f.EndlessFor(r.suite.Client)
	_, silent := f.SilentFor(r.suite.Client)
	if endless || silent {
		return min(soon, r.timeout())
	}
	return r.timeout()
}

// Reconciling runs a function as adapter.WithReconcile and agent.Reconcile run it, with a
// context of its own, and returns the requests through httpadapter.Transport by which it may
// have changed something. It must have none.
func Reconciling(ctx context.Context, find func(ctx context.Context) error) (unsafe []string) {
	_, _ = adapter.Do(ctx, adapter.Chain{}, func(ctx context.Context) (any, error) {
		err := find(ctx)
		for _, x := range wire.EvidenceOf(ctx).All {
			if !toolerr.SafeMethod(x.Method) {
				unsafe = append(unsafe, x.Method+" "+x.Route())
			}
		}
		return nil, err
	}, adapter.Bounded{})
	return unsafe
}
