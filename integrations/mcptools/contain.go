package mcptools

import (
	"context"
	"sync"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	// graceTime is how long a tool may take to notice that its context ended.
	graceTime = 100 * time.Millisecond
	// stuckAt is how many calls of a tool may be stuck before it is refused.
	stuckAt = 2
)

// contain runs fn inside the boundary. The error it returns is nil or a
// *toolerr.ToolRuntimeError.
func (g *guard) contain(
	ctx context.Context, chain adapter.Chain, tool string, fn func(context.Context) (outcome, error),
) (outcome, error) {
	call := func(ctx context.Context) (outcome, error) {
		return adapter.Do(ctx, chain, fn, adapter.Isolated(), adapter.WithEvidence())
	}
	timeout, ok := g.timeouts[tool]
	if !ok {
		timeout = g.timeout
	}
	if timeout <= 0 {
		return call(ctx)
	}
	if g.stuck.count(tool) >= stuckAt {
		return outcome{}, chain.Adapt(ctx, refused())
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c := &bounded{done: make(chan struct{})}
	go func() {
		defer close(c.done)
		c.res, c.err = call(ctx)
	}()
	if c.wait(ctx) {
		return c.res, c.err
	}
	g.stuck.add(tool, 1)
	go func() { // ends with the stuck call
		<-c.done
		g.stuck.add(tool, -1)
	}()
	return outcome{}, chain.Adapt(ctx, outOfTime(ctx))
}

// bounded is a call that may be left behind.
type bounded struct {
	done chan struct{}
	res  outcome
	err  error
}

// wait reports whether the call ended before its time did, or soon after.
func (c *bounded) wait(ctx context.Context) bool {
	select {
	case <-c.done:
		return true
	case <-ctx.Done():
	}
	timer := time.NewTimer(graceTime)
	defer timer.Stop()
	select {
	case <-c.done:
		return true
	case <-timer.C:
		return false
	}
}

// outOfTime is the error of a tool that outlived its context.
func outOfTime(ctx context.Context) *toolerr.ToolRuntimeError {
	kind := toolerr.KindToolTimeout
	if ctx.Err() == context.Canceled {
		kind = toolerr.KindToolCanceled
	}
	return toolerr.New(kind, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithDeveloperMessage("the tool ignores that its context ended, and was left running"))
}

// refused is the error of a call that would join others that are stuck.
func refused() *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolFatal,
		toolerr.Msg("Earlier calls of the tool are still running and do not react, so the call was not executed. Go on without the tool."),
		toolerr.WithCode(toolerr.CodeConflict), toolerr.WithEffect(toolerr.EffectNone))
}

// bulkhead counts the calls that are stuck, by tool.
type bulkhead struct {
	mu    sync.Mutex
	stuck map[string]int
}

func (b *bulkhead) add(tool string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stuck == nil {
		b.stuck = map[string]int{}
	}
	if b.stuck[tool] += n; b.stuck[tool] == 0 {
		delete(b.stuck, tool)
	}
}

func (b *bulkhead) count(tool string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stuck[tool]
}
