package agent

import (
	"context"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A task describes a bounded call of foreign code, such as a tool, a callback or a model.
type task struct {
	host    *host
	chain   adapter.Chain
	name    string // for [Runner.Stuck]
	callID  string
	timeout time.Duration
}

// bounded runs fn, and adds a diagnostic when fn is left running.
func bounded[T any](ctx context.Context, t task, fn func(context.Context) (T, error)) (T, error) {
	if t.host.engine != nil { // an engine has one goroutine, so fn itself has to observe its deadline
		ctx, cancel := t.host.around.Bound(ctx, t.timeout, context.DeadlineExceeded)
		defer cancel(nil)
		return adapter.Do(ctx, t.chain, fn)
	}
	v, err := adapter.Do(ctx, t.chain, fn,
		adapter.Bounded{Timeout: t.timeout, Bulkhead: t.host.runner.stuck, Limit: -1, Name: t.name})
	if adapter.LeftRunning(err) != nil {
		t.host.diags.add(Diagnostic{
			Kind: DiagAbandoned, Tool: t.name, CallID: t.callID,
			Message: toolerr.Msg("The function did not return when its context ended, and was left running."),
		})
	}
	return v, err
}

// task returns the task of a call of the tool. It has no cooldown: callTool checks the
// cooldown immediately before the tool runs.
func (c *callState) task(h *host, timeout time.Duration) task {
	return task{host: h, chain: c.tool.chain.WithoutCooldown(), name: c.tool.name, callID: c.call.ID, timeout: timeout}
}

// timeout returns the time limit of one run of the tool.
func (c *callState) timeout(l Limits) time.Duration {
	switch own := c.tool.policy.Timeout; {
	case own == 0:
		return l.ToolTimeout
	case own > 0:
		return own
	}
	return forever
}

// Names under which other functions than tools are counted. No tool can have one.
const (
	nameConfirmer = "(confirmer)"
	nameCallback  = "(callback)"
	nameToolset   = "(toolset)"
	nameSchema    = "(schema)"
)
