// Package around has what a run needs of its environment: the time, contexts that end, and
// goroutines.
package around

import (
	"context"
	"sync"
	"time"
)

// Surroundings is a process, or an engine that replays runs.
type Surroundings interface {
	// Now returns the time.
	Now() time.Time
	// Bound returns a context that ends with ctx, after limit with the cause, and when its
	// function is called. A limit of 0 or less means none.
	Bound(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc)
	// Together runs functions, at most limit at the same time, and returns when all have
	// returned.
	Together(ctx context.Context, limit int, fns []func(context.Context))
}

// Process is the surroundings of a run on the goroutine of its caller.
type Process struct{}

// Now implements [Surroundings].
func (Process) Now() time.Time { return time.Now() }

// Bound implements [Surroundings].
func (Process) Bound(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, cause)
}

// Together implements [Surroundings].
func (Process) Together(ctx context.Context, limit int, fns []func(context.Context)) {
	var group sync.WaitGroup
	slots := make(chan struct{}, max(min(limit, len(fns)), 1))
	for _, fn := range fns {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			fn(ctx)
		})
	}
	group.Wait()
}
