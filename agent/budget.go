package agent

import "sync/atomic"

// A budget counts what a run has used up of its limits, together with the agents that are
// tools in it.
type budget struct{ modelCalls, toolCalls atomic.Int64 }

// take counts one more if that is within limit, and reports whether it is.
func take(count *atomic.Int64, limit int) bool {
	for {
		n := count.Load()
		if n >= int64(limit) {
			return false
		}
		if count.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// noModelCalls reports whether the model cannot be asked any more.
func (r *run) noModelCalls() bool { return r.budget.modelCalls.Load() >= int64(r.limits.ModelCalls) }

// noToolCalls reports whether no tool can be called any more.
func (r *run) noToolCalls() bool { return r.budget.toolCalls.Load() >= int64(r.limits.ToolCalls) }

// countCall takes a place in the budget of tool calls, if one is left.
func (r *run) countCall() bool { return take(&r.budget.toolCalls, r.limits.ToolCalls) }

// uncount gives the place of a call back that was not run.
func (r *run) uncount(c *callState) {
	if c.counted {
		c.counted = false
		r.budget.toolCalls.Add(-1)
	}
}
