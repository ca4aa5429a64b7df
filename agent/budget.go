package agent

import "sync/atomic"

// A budget has the limits of a run and the calls it has used. A run and the agents that are
// tools in it share one.
type budget struct {
	limits                Limits
	modelCalls, toolCalls atomic.Int64
}

// take increments count if it is below limit, and reports whether it did.
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

// noModelCalls reports whether no model call is left.
func (b *budget) noModelCalls() bool { return b.modelCalls.Load() >= int64(b.limits.ModelCalls) }

// noToolCalls reports whether no tool call is left.
func (b *budget) noToolCalls() bool { return b.toolCalls.Load() >= int64(b.limits.ToolCalls) }

// takeModelCall uses one model call, and reports whether one was left.
func (b *budget) takeModelCall() bool { return take(&b.modelCalls, b.limits.ModelCalls) }

// takeToolCall uses one tool call, and reports whether one was left.
func (b *budget) takeToolCall() bool { return take(&b.toolCalls, b.limits.ToolCalls) }
