package agent

import (
	"encoding/json"

	"github.com/errand-go/errand/toolerr"
)

// loopGuard notices calls that fail the same way again and again, and tools
// that only fail. It belongs to the goroutine of the run.
type loopGuard struct {
	calls  map[string]*repeat
	streak map[string]int // consecutive failures of a tool
	looped bool
}

// repeat is what is known about one call that failed.
type repeat struct {
	times   int
	failure string
	earlier json.RawMessage
}

// keyOf stands for a call: its tool and its arguments, whatever their order.
func callKeyOf(call *FunctionCall) string {
	if call.Malformed != "" {
		return call.Name + "\x00" + call.Malformed
	}
	return call.Name + "\x00" + string(canonical(call.Args))
}

func (g *loopGuard) unavailable(tool string) bool { return g.streak[tool] >= unavailableAt }

// refuse returns the result of a call that failed the same way too often
// already; nil if it may be tried.
func (g *loopGuard) refuse(call *FunctionCall) *result {
	if len(g.calls) == 0 {
		return nil
	}
	seen := g.calls[callKeyOf(call)]
	if seen == nil || seen.times+1 < refusedAt {
		return nil
	}
	seen.times++
	g.looped = g.looped || seen.times >= loopAt
	return refuse(OutcomeSkipped, struct {
		Earlier json.RawMessage `json:"earlier_result"`
	}{seen.earlier}, refusal(toolerr.CodeRepeatedCall, toolerr.Msg(
		"The same call failed the same way before, so it was not executed again. Change the arguments, or do something else.")))
}

// note takes down how a call ended, and returns how often it has failed the
// same way.
func (g *loopGuard) note(call *FunctionCall, res *result) int {
	switch {
	case res.err == nil:
		delete(g.streak, call.Name)
		if len(g.calls) > 0 {
			delete(g.calls, callKeyOf(call))
		}
		return 0
	case res.outcome != OutcomeFailed:
		return 0
	}
	if g.calls == nil {
		g.calls, g.streak = map[string]*repeat{}, map[string]int{}
	}
	g.streak[call.Name]++
	key := callKeyOf(call)
	failure := string(res.err.Kind()) + " " + string(res.err.Code())
	seen := g.calls[key]
	if seen == nil || seen.failure != failure {
		seen = &repeat{failure: failure}
		g.calls[key] = seen
	}
	seen.times++
	seen.earlier = res.raw
	return seen.times
}

// temper makes a failure say no more than the loop will allow: a repeat that
// would be refused is not held out.
func (r *run) temper(c *callState) {
	res := c.res
	times := r.guard.note(c.fc, res)
	if res.err == nil || res.outcome != OutcomeFailed {
		return
	}
	te := res.err
	switch {
	case r.guard.unavailable(c.fc.Name):
		te = te.With(toolerr.WithCanRetry(false), toolerr.WithGuidance(toolerr.GuidanceNone), toolerr.WithHint(toolerr.Msg(
			"The tool failed too often and is unavailable for the rest of this run. Go on without it.")))
	case times >= sharperAt:
		te = te.With(toolerr.WithCanRetry(false), toolerr.WithGuidance(toolerr.GuidanceNone), toolerr.WithHint(toolerr.Msg(
			"The same call has now failed twice the same way. It will not be executed again as it is: change the arguments, or do something else.")))
	case te.CanRetry() && r.cannotRepeat(c, te):
		te = te.With(toolerr.WithCanRetry(false))
	case te.CanRetry() && !te.SafeToRepeat(c.tool != nil && c.tool.policy.repeatable()) && te.Hint().IsZero():
		te = te.With(toolerr.WithHint(toolerr.Msg(
			"The call may have been carried out all the same. Find out before you make it again.")))
	}
	if te != res.err {
		res.change(te)
	}
}

// cannotRepeat reports whether the run has no room left for a repeat.
func (r *run) cannotRepeat(c *callState, te *toolerr.ToolRuntimeError) bool {
	if r.lastTurn || r.toolCalls.Load() >= int64(r.limits.ToolCalls) || r.modelCalls >= r.limits.ModelCalls ||
		r.runner.stuck.count(c.fc.Name) >= stuckAt {
		return true
	}
	hint, _ := te.RetryAfter()
	return hint > r.timeLeft()
}
