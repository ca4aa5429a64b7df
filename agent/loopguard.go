package agent

import (
	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/agent/internal/toolargs"
)

// loopGuard detects calls that fail repeatedly in the same way, and tools that only fail.
// Only the run's goroutine uses it.
type loopGuard struct {
	calls  map[string]*repeat
	streak map[string]int // consecutive failures of a tool
	denied map[string]int // consecutive calls of a tool that were denied
	looped bool
}

// repeat counts the equal failures of one call.
type repeat struct {
	times   int
	failure string
	last    *result
}

// repeatKey returns a key of the tool and the arguments that does not depend on key order.
func (c *callState) repeatKey() string {
	if c.key == "" {
		args := []byte(c.fc.Malformed)
		if len(args) == 0 {
			args = toolargs.Canonical(c.fc.Args)
		}
		c.key = c.fc.Name + "\x00" + string(args)
	}
	return c.key
}

func (g *loopGuard) unavailable(tool string) bool { return g.streak[tool] >= unavailableAt }

// refuse returns a result if the call has failed too often in the same way, else nil.
func (g *loopGuard) refuse(c *callState) *result {
	if len(g.calls) == 0 {
		return nil
	}
	seen := g.calls[c.repeatKey()]
	if seen == nil || seen.times+1 < refusedAt {
		return nil
	}
	seen.times++
	g.looped = g.looped || seen.times >= loopAt
	c.earlier = seen
	return skipped(refusal.Repeated())
}

// room returns how often a call may still fail in the same way before it is refused.
func (g *loopGuard) room(c *callState) int {
	if seen := g.calls[c.repeatKey()]; seen != nil {
		return refusedAt - 1 - seen.times
	}
	return refusedAt - 1
}

// blocked returns the result of a call that the guard does not allow, else nil.
func (g *loopGuard) blocked(c *callState) *result {
	if res := g.refuse(c); res != nil {
		return res
	}
	if c.tool != nil && g.unavailable(c.tool.name) {
		return skipped(refusal.Unavailable())
	}
	return nil
}

// note records how a call ended. A tool that was not run did not fail, even if the call was
// invalid.
func (g *loopGuard) note(c *callState) {
	res := c.res
	if res.outcome == OutcomeDenied {
		if g.denied == nil {
			g.denied = map[string]int{}
		}
		g.denied[c.fc.Name]++
	} else {
		delete(g.denied, c.fc.Name)
	}
	switch {
	case res.err == nil:
		delete(g.streak, c.fc.Name)
		if len(g.calls) > 0 {
			delete(g.calls, c.repeatKey())
		}
		return
	case res.outcome == OutcomeFailed, c.executed && (res.outcome == OutcomeDenied || res.outcome == OutcomeConflict):
	default:
		return
	}
	if g.calls == nil {
		g.calls, g.streak = map[string]*repeat{}, map[string]int{}
	}
	if c.attempts > 0 && res.outcome == OutcomeFailed {
		g.streak[c.fc.Name]++
	}
	failure := string(res.err.Kind()) + " " + string(res.err.Code())
	seen := g.calls[c.repeatKey()]
	if seen == nil || seen.failure != failure {
		seen = &repeat{failure: failure}
		g.calls[c.repeatKey()] = seen
	}
	seen.times++
	seen.last, c.failedTimes = res, seen.times
}

// noRoom reports whether the run has no tool call, or no model call, left after this turn.
func (t *turn) noRoom() bool {
	return t.lastTurn || t.spent || t.guard.looped ||
		t.budget.noToolCalls() || t.budget.noModelCalls()
}
