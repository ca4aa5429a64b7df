package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent/internal/advice"
	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// record returns the event with all results of the turn, and reports whether the run has to
// wait.
func (t *turn) record() (e *Event, waits bool) {
	for _, c := range t.calls {
		t.waitOn(c)
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

// waitOn lets a call wait on that the run was to continue and that certainly did not run,
// for another reason than its own: what it waited for is not used up.
func (t *turn) waitOn(c *callState) {
	if c.waits == "" || c.call.revival != nil || c.attempts > 0 || !c.away && c.res.outcome != OutcomeSkipped {
		return
	}
	c.res = refuse(OutcomePending, nil, refusal.StillWaits(c.res.err))
	c.res.waits = c.waits
	t.diagnose(DiagResume, c, toolerr.Msg("A call that was to continue could not be executed. It still waits."), c.res.err)
}

// results creates the event with all results of the turn, in call order.
func (t *turn) results() *Event {
	e := t.journal.event(t.agent.cfg.Name)
	e.Content = &Content{Role: RoleUser, Parts: make([]Part, 0, len(t.calls))}
	e.Actions = t.done
	for _, c := range t.calls {
		e.Content.Parts = append(e.Content.Parts, Part{FunctionResponse: c.res.response(c.fc)})
		e.Usage = e.Usage.add(c.call.usage)
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
		s := c.call.suspended
		switch revival := c.call.revival; {
		case revival != nil && c.attempts == 0 && (c.away || c.res.outcome == OutcomeSkipped):
			s = &Suspension{revival.events}
		case revival != nil && !c.executed:
			c.res = refuse(OutcomeInterrupted, nil, refusal.Unfinished())
			continue
		case s == nil || c.res.err != nil || !c.executed:
			continue
		}
		if all == nil {
			all = map[string]Suspension{}
		}
		all[c.fc.ID] = *s
		res := refuse(OutcomePending, nil, refusal.AgentWaits())
		res.waits, res.silent, res.attempts = s.waits(), true, c.res.attempts
		c.res = res
	}
	return all
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
// retry. A call that was refused gets the earlier failure.
func (t *turn) limitAdvice(c *callState) {
	res := c.res
	if earlier := c.counts.Earlier; earlier != nil {
		refused, before := advice.Refused(res.err, earlier.Err(), t.noRoom())
		res.set(toolerr.Result(struct {
			Earlier json.RawMessage `json:"earlier_result"`
		}{newResult(OutcomeFailed, earlier.WithError(before)).raw}, refused))
		return
	}
	if res.err == nil || res.outcome != OutcomeFailed {
		return
	}
	te := advice.After(res.err, advice.Facts{
		NoRoom: t.noRoom(), Unavailable: t.guard.Unavailable(c.fc.Name), Repeated: c.counts.Repeated(), Invalid: c.args == nil,
		Unresponsive: t.runner.stuck.Left(c.fc.Name, 0) >= stuckAt,
		TimeLeft:     t.timeLeft(),
	})
	if te != res.err {
		res.change(te)
	}
}
