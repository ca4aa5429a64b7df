package mcpresult

import (
	"context"
	"sync"
	"time"
)

// The limits of calls without a timeout of their own. A tool that is not declared read-only
// or idempotent gets the longer one, because a timeout makes its effect unknown.
const (
	harmlessLimit = 30 * time.Second
	otherLimit    = 2 * time.Minute
	endless       = 24 * time.Hour // beside a context that ends earlier
)

// Limit returns the context of a call, which ends when the limit of the guard is over, and a
// function that releases it. Each [Extend] begins the limit again. harmless reports whether
// the tool is declared read-only or idempotent; it is asked if the call takes long. Nil
// means that it is.
func (g *Guard) Limit(ctx context.Context, name string, harmless func() bool) (limited context.Context, release func()) {
	if _, ok := g.timeout(name); ok || ctx.Value(patienceKey{}) != nil {
		return ctx, func() {}
	}
	p := &patience{Context: ctx, harmless: harmless, limit: harmlessLimit, done: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(p.limit, p.expire)
	stop := context.AfterFunc(ctx, func() { p.end(ctx.Err()) })
	return p, func() {
		stop()
		p.end(context.Canceled)
	}
}

// Extend begins the default limit of the call of ctx again, because the tool made progress.
func Extend(ctx context.Context) {
	if p, _ := ctx.Value(patienceKey{}).(*patience); p != nil {
		p.restart(p.timer.Reset)
	}
}

// Suspend stops the default limit of the call of ctx until the returned function is called,
// while the tool waits for the client.
func Suspend(ctx context.Context) (resume func()) {
	p, _ := ctx.Value(patienceKey{}).(*patience)
	if p == nil {
		return func() {}
	}
	p.restart(func(time.Duration) bool { return p.timer.Stop() })
	return func() { Extend(ctx) }
}

type patienceKey struct{}

// patience is the context of a call. Its end is that of a deadline that can be moved, which
// package context does not have.
type patience struct {
	context.Context //nolint:containedctx // this is a context
	harmless        func() bool
	done            chan struct{}

	mu    sync.Mutex
	limit time.Duration
	timer *time.Timer
	err   error
}

// Done returns the channel that is closed at the end of the call.
func (p *patience) Done() <-chan struct{} { return p.done }

// Err returns context.DeadlineExceeded after the limit, and the parent's error after its end.
func (p *patience) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Value returns p for its key, and values of the parent for others.
func (p *patience) Value(key any) any {
	if _, ok := key.(patienceKey); ok {
		return p
	}
	return p.Context.Value(key)
}

// restart changes the timer of a call that has not ended.
func (p *patience) restart(change func(time.Duration) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		change(p.limit)
	}
}

// expire ends the call, or prolongs it if its tool may change something.
func (p *patience) expire() {
	if p.harmless != nil && !p.declared() {
		p.mu.Lock()
		first := p.limit == harmlessLimit
		p.limit = otherLimit
		if first && p.err == nil {
			p.timer.Reset(otherLimit - harmlessLimit)
		}
		p.mu.Unlock()
		if first {
			return
		}
	}
	p.end(context.DeadlineExceeded)
}

// declared asks harmless, which may be code of another package.
func (p *patience) declared() (ok bool) {
	defer func() { _ = recover() }()
	return p.harmless()
}

func (p *patience) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.timer.Stop()
		p.err = err
		close(p.done)
	}
}
