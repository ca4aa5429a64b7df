package agent

import (
	"encoding/json"

	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// loopGuard notices calls that fail the same way again and again, and tools
// that only fail. It belongs to the goroutine of the run.
type loopGuard struct {
	calls  map[string]*repeat
	streak map[string]int // consecutive failures of a tool
	denied map[string]int // consecutive calls of a tool that were denied
	looped bool
}

// repeat is what is known about one call that failed.
type repeat struct {
	times   int
	failure string
	last    *result
}

// repeatKey stands for a call: its tool and its arguments, whatever their order.
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

// refuse returns the result of a call that failed the same way too often
// already; nil if it may be tried.
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
	return refuse(OutcomeSkipped, nil, refusal(toolerr.CodeRepeatedCall, toolerr.Msg(
		"The same call failed the same way before, so it was not executed.")))
}

// room is how often a call may fail the same way before it is refused.
func (g *loopGuard) room(c *callState) int {
	if seen := g.calls[c.repeatKey()]; seen != nil {
		return refusedAt - 1 - seen.times
	}
	return refusedAt - 1
}

// bar answers a call that the guard does not let through.
func (r *run) bar(c *callState) *result {
	if res := r.guard.refuse(c); res != nil {
		return res
	}
	if c.tool != nil && r.guard.unavailable(c.tool.name) {
		return refuse(OutcomeSkipped, nil, refusal(toolerr.CodeBudgetExhausted, toolerr.Msg(
			"The tool failed too often and is unavailable for the rest of this run, so the call was not executed.")))
	}
	return nil
}

// note takes down how a call ended. A tool that was not run did not fail, however
// its call was made.
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

// temper makes a failure say no more than the loop will allow: a repeat that
// would be refused is not held out.
func (r *run) temper(t *turn, c *callState) {
	res := c.res
	switch {
	case c.earlier != nil:
		r.temperRefusal(t, c)
		return
	case res.err == nil || res.outcome != OutcomeFailed:
		return
	}
	if te := r.tempered(t, c); te != res.err {
		res.change(te)
	}
}

// temperRefusal says what the call that was refused had led to.
func (r *run) temperRefusal(t *turn, c *callState) {
	hint := toolerr.Msg("Change the arguments, or do something else.")
	if r.noRoom(t) {
		hint = hintNoRoom
	}
	earlier := *c.earlier.last
	earlier.change(stop(earlier.err, toolerr.Message{})) // what to do is said once
	c.res.set(toolerr.Result(struct {
		Earlier json.RawMessage `json:"earlier_result"`
	}{earlier.raw}, c.res.err.With(toolerr.WithHint(hint))))
}

var hintNoRoom = toolerr.Msg("This run has no room for another call. Answer with what is known.")

// tempered is the error of a call that failed, as the model is told of it.
func (r *run) tempered(t *turn, c *callState) *toolerr.ToolRuntimeError {
	te := c.res.err
	mayRepeat, ours := te.CanRetry(), c.args == nil // ours says what to change
	switch {
	case r.guard.unavailable(c.fc.Name):
		return stop(te, toolerr.Msg("The tool failed too often and is unavailable for the rest of this run. Go on without it."))
	case (mayRepeat || ours || c.failedTimes >= sharperAt) && r.noRoom(t):
		return pass(te, hintNoRoom)
	case c.failedTimes >= sharperAt:
		return stop(te, toolerr.Msg(
			"The same call has now failed twice the same way. It will not be executed again as it is: change the arguments, or do something else."))
	case mayRepeat && r.runner.stuck.Left(c.fc.Name, 0) >= stuckAt:
		return pass(te, toolerr.Msg("Calls of the tool are still running and do not react. Go on without the tool."))
	case mayRepeat && r.tooLong(te):
		return pass(te, toolerr.Msg("The service asks for more time than this run has left. Go on without it."))
	case mayRepeat && !te.SafeToRepeat(c.tool != nil && c.tool.policy.repeatable()) && te.Hint().IsZero():
		return te.With(toolerr.WithHint(toolerr.Msg(
			"The call may have been carried out, as a whole or in part. Find out before you make it again.")))
	}
	return te
}

// stop is a failure after which the call is not to be made again, by nobody.
func stop(te *toolerr.ToolRuntimeError, hint toolerr.Message) *toolerr.ToolRuntimeError {
	return pass(te, hint).With(toolerr.WithGuidance(toolerr.GuidanceNone))
}

// pass is a failure after which the run cannot make the call again. What the host
// may do about it stays.
func pass(te *toolerr.ToolRuntimeError, hint toolerr.Message) *toolerr.ToolRuntimeError {
	return te.With(toolerr.WithCanRetry(false), toolerr.WithHint(hint))
}

// noRoom reports whether the run has no call of a tool left after this turn, or
// nobody to make it.
func (r *run) noRoom(t *turn) bool {
	return r.lastTurn || t.budget || r.guard.looped ||
		r.noToolCalls() || r.noModelCalls()
}

// tooLong reports whether the wait that te asks for ends after the run.
func (r *run) tooLong(te *toolerr.ToolRuntimeError) bool {
	hint, _ := te.RetryAfter()
	return hint > r.timeLeft()
}
