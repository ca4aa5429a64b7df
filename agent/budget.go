package agent

import "sync/atomic"

// A budget is what a run may use up, together with the agents that are tools in it, and
// what they have used up of it.
type budget struct {
	limits                Limits
	modelCalls, toolCalls atomic.Int64
}

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
func (b *budget) noModelCalls() bool { return b.modelCalls.Load() >= int64(b.limits.ModelCalls) }

// noToolCalls reports whether no tool can be called any more.
func (b *budget) noToolCalls() bool { return b.toolCalls.Load() >= int64(b.limits.ToolCalls) }

// takeModelCall takes a place of a model call, if one is left.
func (b *budget) takeModelCall() bool { return take(&b.modelCalls, b.limits.ModelCalls) }

// takeToolCall takes a place of a tool call, if one is left.
func (b *budget) takeToolCall() bool { return take(&b.toolCalls, b.limits.ToolCalls) }

// giveBack gives back the place of a call that was not run.
func (b *budget) giveBack(c *callState) {
	if c.counted {
		c.counted = false
		b.toolCalls.Add(-1)
	}
}
