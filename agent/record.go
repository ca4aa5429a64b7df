package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// record returns the event with all results of the turn, and reports whether the run has to
// wait.
func (t *turn) record() (e *Event, waits bool) {
	for _, c := range t.calls {
		t.limitAdvice(c)
		if c.res.err == nil {
			continue
		}
		if c.res.outcome != OutcomePending {
			msg := toolerr.Msg("A call failed; the model received the error.")
			if !c.executed && c.res.err.Effect() == toolerr.EffectNone {
				msg = toolerr.Msg("A call was not executed; the model received the reason.")
			}
			t.diagnose(DiagToolFailed, c, msg, c.res.err)
		}
		if t.abort == nil && c.res.err.Aborts() {
			t.abort = c.res.err
		}
	}
	suspended := t.suspend()
	e, waits = t.results(), t.waiting()
	e.Actions.Suspended = suspended
	e.TurnComplete = waits || e.Actions.SkipSummarization
	t.listPending(e, waits)
	return e, waits
}

// results creates the event with all results of the turn, in call order.
func (t *turn) results() *Event {
	e := t.journal.event(t.agent.cfg.Name)
	e.Content = &Content{Role: RoleUser, Parts: make([]Part, 0, len(t.calls))}
	e.Actions = t.done
	for _, c := range t.calls {
		e.Content.Parts = append(e.Content.Parts, Part{FunctionResponse: c.res.response(c.fc)})
		e.Usage = e.Usage.add(c.call.used())
		if c.res.outcome != OutcomePending {
			continue
		}
		switch {
		case c.res.confirmation != nil:
			put(&e.Actions.RequestedToolConfirmations, c.fc.ID, *c.res.confirmation)
		case c.res.auth != nil:
			put(&e.Actions.RequestedAuth, c.fc.ID, *c.res.auth)
		}
	}
	return e
}

// suspend makes the calls pending whose agents wait, and returns their suspensions by call
// id.
func (t *turn) suspend() map[string]Suspension {
	var all map[string]Suspension
	for _, c := range t.calls {
		if c.call.revival != nil && (!c.executed || c.res.outcome == OutcomeSkipped) {
			c.res = refuse(OutcomeInterrupted, nil, refusal.Unfinished())
		}
		s := c.suspension()
		if s == nil || c.res.err != nil || !c.executed {
			continue
		}
		if all == nil {
			all = map[string]Suspension{}
		}
		all[c.fc.ID] = *s
		c.res = suspended(s.waits(), c.res.attempts)
	}
	return all
}

// suspended returns the result of a call whose agent waits.
func suspended(what Waits, attempts int) *result {
	te := refusal.AgentWaitsForApproval()
	switch what { //nolint:exhaustive // the other one is a person's approval
	case WaitsForAuth:
		te = refusal.AgentWaitsForSignIn()
	case WaitsForResult:
		te = refusal.AgentWaitsForResult()
	}
	res := refuse(OutcomePending, nil, te)
	res.waits, res.silent, res.attempts = what, true, attempts
	return res
}

// waiting reports whether the run must wait before it calls the model: a call waits for a
// person, or for the result of a tool that has returned nothing yet.
func (t *turn) waiting() bool {
	for _, c := range t.calls {
		if c.res.outcome == OutcomePending && (c.res.waits != WaitsForResult || c.res.silent) {
			return true
		}
	}
	return false
}

// listPending writes pending calls into the event of a turn: those of the turn, or all of
// the session if the run pauses.
func (t *turn) listPending(e *Event, pauses bool) {
	waits := func(c *callState) bool { return c.res.outcome == OutcomePending }
	if !slices.ContainsFunc(t.calls, waits) {
		return
	}
	pending := pendingCalls(append(slices.Clip(t.journal.events), e))
	if pauses {
		t.pause(e)
	} else {
		pending = slices.DeleteFunc(pending, func(p PendingCall) bool {
			id, _, _ := strings.Cut(p.CallID, suspendedIn)
			return !slices.ContainsFunc(t.calls, func(c *callState) bool { return c.fc.ID == id })
		})
	}
	e.list(pending)
}

// limitAdvice removes the advice to retry from a failure if the loop would refuse the
// retry.
func (t *turn) limitAdvice(c *callState) {
	res := c.res
	switch {
	case c.counts.Earlier != nil:
		t.adviseRefused(c)
		return
	case res.err == nil || res.outcome != OutcomeFailed:
		return
	}
	if te := t.advised(c); te != res.err {
		res.change(te)
	}
}

// adviseRefused adds the earlier failure to the result of a call that was refused.
func (t *turn) adviseRefused(c *callState) {
	hint := toolerr.Msg("Change the arguments, or do something else.")
	if t.noRoom() {
		hint = hintNoRoom
	}
	earlier := c.counts.Earlier
	last := earlier.WithError(withoutAnyRetry(earlier.Err(), toolerr.Message{})) // the new result has the hint
	c.res.set(toolerr.Result(struct {
		Earlier json.RawMessage `json:"earlier_result"`
	}{newResult(OutcomeFailed, last).raw}, c.res.err.With(toolerr.WithHint(hint))))
}

var hintNoRoom = toolerr.Msg("This run has no room for another call. Answer with what is known.")

// advised returns the error of a failed call in the form that the model gets.
func (t *turn) advised(c *callState) *toolerr.ToolRuntimeError {
	te := c.res.err
	mayRepeat, ours := te.CanRetry(), c.args == nil // an argument error lists the changes to make
	switch {
	case t.guard.Unavailable(c.fc.Name):
		return withoutAnyRetry(te, toolerr.Msg("The tool failed too often and is unavailable for the rest of this run. Go on without it."))
	case (mayRepeat || ours || c.counts.Repeated()) && t.noRoom():
		return withoutRetry(te, hintNoRoom)
	case c.counts.Repeated():
		return withoutAnyRetry(te, toolerr.Msg(
			"The same call has now failed twice the same way. It will not be executed again as it is: change the arguments, or do something else."))
	case mayRepeat && t.runner.stuck.Left(c.fc.Name, 0) >= stuckAt:
		return withoutRetry(te, toolerr.Msg("Calls of the tool are still running and do not react. Go on without the tool."))
	case mayRepeat && t.tooLong(te):
		return withoutRetry(te, toolerr.Msg("The service asks for more time than this run has left. Go on without it."))
	case mayRepeat && !te.SafeToRetry(c.tool != nil && c.tool.policy.repeatable()) && te.Hint().IsZero():
		return te.With(toolerr.WithHint(toolerr.Msg(
			"The call may have been carried out, as a whole or in part. Find out before you make it again.")))
	}
	return te
}

// withoutAnyRetry returns te with the advice that neither the run nor the host retries.
func withoutAnyRetry(te *toolerr.ToolRuntimeError, hint toolerr.Message) *toolerr.ToolRuntimeError {
	return withoutRetry(te, hint).With(toolerr.WithGuidance(toolerr.GuidanceNone))
}

// withoutRetry returns te with the advice that the run does not retry. The advice for the
// host stays.
func withoutRetry(te *toolerr.ToolRuntimeError, hint toolerr.Message) *toolerr.ToolRuntimeError {
	return te.With(toolerr.WithCanRetry(false), toolerr.WithHint(hint))
}

// tooLong reports whether the wait in te ends after the run.
func (h *host) tooLong(te *toolerr.ToolRuntimeError) bool {
	hint, _ := te.RetryAfter()
	return hint > h.timeLeft()
}
