package adapter

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

const (
	// grace is how long a function has to return after its context ended.
	grace = 50 * time.Millisecond
	// defaultLimit is the [Bounded.Limit] of a call that sets none.
	defaultLimit = 2
)

// A WrapOption changes how [Wrap] and [Do] run a function. The options are
// [WithArguments], [WithReconcile] and [Bounded].
type WrapOption interface{ apply(w wrapping) wrapping }

type wrapping struct {
	arguments bool
	bounds    *Bounded // nil runs the function on the caller's goroutine
	reconcile any      // a settler
}

// Bounded is a [WrapOption]. It runs the function on a goroutine of its own, so that the
// call returns an error if the function panics, calls runtime.Goexit or ignores the end of
// its context. That costs about a microsecond.
//
// Without a Timeout, the call waits for the function to return, and no goroutine outlives
// the call.
type Bounded struct {
	// Timeout limits the call, if it is more than 0. The function's context ends after the
	// timeout, or earlier with the caller's context. If the function has not returned 50 ms
	// later, it is left running, because Go cannot stop it, and its results are dropped.
	// The call then returns a zero value and an error. The error's kind is that of a
	// timeout or a cancellation, its effect is unknown, and [LeftRunning] recognises it.
	Timeout time.Duration
	// Bulkhead counts the functions that are left running, and refuses calls while there
	// are Limit of them. Nil counts and refuses nothing.
	Bulkhead *Bulkhead
	// Limit is the number of functions of one name that may be left running before further
	// calls are refused. 0 means 2. With a negative limit, no call is refused.
	Limit int
	// Name is the name that the Bulkhead uses; "" means the name of the chain's tool.
	Name string
}

func (b Bounded) apply(w wrapping) wrapping {
	w.bounds = &b
	return w
}

// A Bulkhead counts, by name, the functions that calls with [Bounded] left running. One
// Bulkhead can serve any number of tools. The zero value is ready for use. It is safe for
// concurrent use.
type Bulkhead struct {
	mu   sync.Mutex
	left []*leftRunning
}

// Left returns the number of functions of the name that are running now and were left
// running at least the given time ago; 0 counts all of them.
func (b *Bulkhead) Left(name string, atLeast time.Duration) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forget()
	n := 0
	for _, l := range b.left {
		if l.name == name && time.Since(l.since) >= atLeast {
			n++
		}
	}
	return n
}

// Refusal returns nil while fewer than limit functions of the name are left running.
// Otherwise it returns the error of a refused call. The error's effect is none, and its
// message is that the tool cannot be used for now.
func (b *Bulkhead) Refusal(name string, limit int) error {
	if b.Left(name, 0) < limit {
		return nil
	}
	return toolerr.New(toolerr.KindToolFatal,
		toolerr.Msg("Earlier calls of the tool are still running and do not react, so the call was not executed. Go on without the tool."),
		toolerr.WithCode(toolerr.CodeConflict), toolerr.WithEffect(toolerr.EffectNone))
}

func (b *Bulkhead) add(l *leftRunning) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forget()
	b.left = append(b.left, l)
}

// forget drops the functions that have returned.
func (b *Bulkhead) forget() {
	b.left = slices.DeleteFunc(b.left, func(l *leftRunning) bool {
		select {
		case <-l.ended:
			return true
		default:
			return false
		}
	})
}

// leftRunning is a function that was left running. It is the cause of the error of its
// call.
type leftRunning struct {
	name  string
	since time.Time
	ended <-chan struct{}
}

func (*leftRunning) Error() string {
	return "the function ignores that its context ended, and was left running"
}

// LeftRunning returns a channel if err comes from a call with [Bounded] whose function was
// left running, and nil otherwise. The channel is closed when the function returns, which
// may be never.
func LeftRunning(err error) <-chan struct{} {
	if l, ok := go126.AsType[*leftRunning](err); ok {
		return l.ended
	}
	return nil
}

// bounded runs fn on its own goroutine, with the limits of b.
func bounded[T any](ctx context.Context, c Chain, b Bounded, fn func(context.Context) (T, error)) (T, error) {
	var none T
	r := &running[T]{chain: c}
	if ctx != nil {
		r.recorder.Context = ctx
		ctx = &r.recorder
	}
	if b.Name == "" {
		b.Name = c.tool
	}
	if err := b.refusal(); err != nil {
		return none, c.report(ctx, err)
	}
	r.returned.Add(1)
	if b.Timeout <= 0 {
		go r.run(ctx, fn)
		r.returned.Wait()
		return r.out, r.err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, b.Timeout)
	defer cancel()
	r.ended = make(chan struct{})
	go r.run(ctx, fn)
	select {
	case <-r.ended:
	case <-ctx.Done():
		if !soon(r.ended) {
			return none, c.report(ctx, b.leave(ctx, r.ended))
		}
	}
	return r.out, r.err
}

// running is a call on its own goroutine, in one allocation. Its goroutine writes out and
// err, and its caller reads them after the end.
type running[T any] struct {
	recorder wire.Recorder
	chain    Chain // here, because each copy makes the stack of the goroutine larger
	out      T
	err      error
	returned sync.WaitGroup
	ended    chan struct{} // closed at the end; nil without a timeout
}

func (r *running[T]) run(ctx context.Context, fn func(context.Context) (T, error)) {
	defer r.returned.Done()
	if r.ended != nil {
		defer close(r.ended)
	}
	r.out, r.err = contained(ctx, &r.chain, fn, &r.err)
}

// refusal returns the error of a call that the bulkhead refuses, and nil for any other
// call.
func (b Bounded) refusal() error {
	if b.Bulkhead == nil || b.Limit < 0 {
		return nil
	}
	if b.Limit == 0 {
		b.Limit = defaultLimit
	}
	return b.Bulkhead.Refusal(b.Name, b.Limit)
}

// leave counts a function as left running, and returns the error of its call.
func (b Bounded) leave(ctx context.Context, ended <-chan struct{}) error {
	l := &leftRunning{name: b.Name, since: time.Now(), ended: ended}
	if b.Bulkhead != nil {
		b.Bulkhead.add(l)
	}
	kind := toolerr.KindToolTimeout
	if ctx.Err() == context.Canceled {
		kind = toolerr.KindToolCanceled
	}
	return toolerr.New(kind, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithCause(l))
}

// report passes an error that Bounded made to the observer and the logger, and returns it.
// If they do not return within the grace, report does not wait for them.
func (c Chain) report(ctx context.Context, err error) error {
	te, ok := toolerr.Find(err)
	if ok {
		te = c.declare(te)
		err = te
	}
	if ok && (c.observer != nil || c.journal != nil) {
		if c.journal != nil || c.observed() {
			te = te.With(toolerr.WithReference())
		}
		observed := te
		if c.journal != nil {
			observed = te.With(toolerr.WithNote(note.Logged()))
		}
		err = observed
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = c.journal.Record(ctx, c.tool, te)
			c.observe(ctx, Observation{Tool: c.tool, Err: observed})
		}()
		soon(ended)
	}
	return err
}

// soon reports whether the channel is closed within the grace.
func soon(ended <-chan struct{}) bool {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-ended:
		return true
	case <-timer.C:
		return false
	}
}
