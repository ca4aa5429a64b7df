package agent

import (
	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/agent/internal/refusal"
)

// blocked returns the result of a call that the guard does not allow, else nil.
func (t *turn) blocked(c *callState) *result {
	if te := t.guard.Refuse(&c.counts); te != nil {
		return skipped(te)
	}
	if c.tool != nil && t.guard.Unavailable(c.tool.name) {
		return skipped(refusal.Unavailable())
	}
	return nil
}

// count records in the guard how a call ended. A tool that was not run did not fail, even if
// the call was invalid.
func (t *turn) count(c *callState) {
	failed, denied := c.res.outcome == OutcomeFailed, c.res.outcome == OutcomeDenied
	t.guard.Ended(&c.counts, loopguard.Ending{
		Payload: c.res.payload, At: t.around.Now(), Denied: denied,
		Failed:     failed || c.executed && (denied || c.res.outcome == OutcomeConflict),
		ToolFailed: failed && c.attempts > 0,
	})
}

// noRoom reports whether the run has no tool call, or no model call, left after this turn.
func (t *turn) noRoom() bool {
	return t.lastTurn || t.spent || t.guard.Looping ||
		t.budget.noToolCalls() || t.budget.noModelCalls()
}
