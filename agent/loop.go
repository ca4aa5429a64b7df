package agent

import (
	"context"
	"errors"
	"slices"

	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// runAgent runs an agent with the callbacks around it, and then the agent it transfers to.
func (r *run) runAgent(a *Agent) error {
	around := func(all []aroundAgent) (*Content, error) {
		c, err := firstValue(r.host, r.agentContext(a), all,
			func(ctx context.Context, f aroundAgent) (*Content, error) { return f(ctx) })
		if err != nil {
			return nil, r.callbackError(err)
		}
		return c, nil
	}
	answer, err := around(gather(r.host, a, func(c *Callbacks) []aroundAgent { return c.BeforeAgent }))
	if err != nil {
		return err
	}
	if answer != nil {
		return r.journal.emitAnswer(a, answer)
	}
	var next *Agent
	if a.sequence != nil {
		err = r.runSequence(a, 0)
	} else {
		next, err = r.iterate(a)
	}
	after := gather(r.host, a, func(c *Callbacks) []aroundAgent { return c.AfterAgent })
	if err != nil {
		if len(after) > 0 && r.soft(err) {
			answer, failure := around(after)
			return r.afterSoft(a, err, answer, failure)
		}
		return err
	}
	if answer, err = around(after); err != nil {
		return err
	}
	if answer != nil {
		if err := r.journal.emitAnswer(a, answer); err != nil {
			return err
		}
	}
	if next != nil {
		return r.runAgent(next)
	}
	return nil
}

// soft reports whether a run ends with a condition that is not a failure, a pause, or the
// end of its context.
func (r *run) soft(err error) bool {
	var soft softEnd
	return (errors.As(err, &soft) || errors.Is(err, errEnded) && !r.journal.failed) && r.ctx.Err() == nil
}

// afterSoft handles the answer or the failure of AfterAgent after a soft condition, whose
// event is the last one of a run.
func (r *run) afterSoft(a *Agent, end error, answer *Content, failure error) error {
	msg := toolerr.Msg("AfterAgent failed after the run had ended with a condition.")
	switch complete := errors.Is(end, errEnded); {
	case failure != nil: // reported
	case answer == nil:
		return end
	case complete:
		msg = toolerr.Msg("AfterAgent answered after the last event of the run; its answer was dropped.")
	default:
		if err := r.journal.emitAnswer(a, answer); err != nil {
			return err
		}
		return end
	}
	r.note(DiagCallback, a.cfg.Name, failure, msg)
	return end
}

// iterate calls the model and runs its calls, until it answers. It returns the agent that
// the conversation was transferred to, or nil.
func (r *run) iterate(a *Agent) (*Agent, error) {
	repairs := 0
	for {
		if err := r.alive(); err != nil {
			return nil, err
		}
		used := r.iterations[a]
		if used >= a.cfg.MaxIterations && a.cfg.MaxIterations > 0 {
			return nil, softEnd{CodeMaxIterations}
		}
		r.iterations[a] = used + 1
		r.lastTurn = used+1 == a.cfg.MaxIterations
		choice := r.opts.choice
		r.opts.choice = ToolsAuto // if every answer had to call a tool, the run would not end
		req, err := r.prompts.request(a, choice)
		if err != nil {
			return nil, err
		}
		if err := choice.possible(req.Tools); err != nil {
			return nil, err
		}
		resp, err := r.models.ask(a, req)
		if err != nil {
			return nil, err
		}
		e := r.journal.answer(a, resp)
		calls := e.FunctionCalls()
		if !choice.honored(resp.FinishReason, calls) {
			return nil, NewRunError(ErrToolChoiceNotHonored, toolerr.Message{}, nil)
		}
		if len(calls) == 0 {
			again, err := r.conclude(a, e, &repairs)
			if err != nil || !again {
				return nil, err
			}
			continue
		}
		if err := r.journal.store(e); err != nil {
			return nil, err
		}
		r.journal.open = e
		if err := r.journal.show(e); err != nil {
			return nil, err
		}
		next, err := r.runTurn(a, e, calls)
		if errors.Is(err, errAnswered) {
			return nil, nil
		}
		if err != nil || next != nil || r.escalated {
			return next, err
		}
	}
}

// conclude ends an agent's turn with an answer. It reports whether the model must be called
// again because the answer is invalid.
func (r *run) conclude(a *Agent, e *Event, repairs *int) (again bool, err error) {
	code := e.FinishReason.code()
	if (code == "" || code == CodeOther) && !e.Content.answers() {
		code = CodeEmptyResponse
	}
	if code != "" {
		e.ErrorCode, e.ErrorMessage, e.TurnComplete = code, code.Message().String(), true
		if err := r.journal.emit(e); err != nil {
			return false, err
		}
		return false, errEnded
	}
	value, problems := r.checkOutput(a, e.Content.Text())
	if len(problems) == 0 {
		if a.cfg.OutputKey != "" {
			e.Actions.StateDelta = State{a.cfg.OutputKey: value}
		}
		e.TurnComplete = true
		return false, r.journal.emit(e)
	}
	if err := r.journal.emit(e); err != nil {
		return false, err
	}
	if err := r.alive(); err != nil { // the context may have ended during the check
		return false, err
	}
	te := toolerr.InvalidInput(errorMessages[ErrStructuredOutput], problems)
	if *repairs >= a.cfg.OutputRepairs {
		return false, NewRunError(ErrStructuredOutput, toolerr.Message{}, te)
	}
	*repairs++
	c := correction(problems)
	ask := r.journal.event(authorRuntime)
	ask.Content = &c
	return true, r.journal.emit(ask)
}

// runTurn runs the calls of an answer, and stores and yields their results.
func (r *run) runTurn(a *Agent, e *Event, calls []*FunctionCall) (*Agent, error) {
	code := e.FinishReason.code()
	cut := code == CodeMaxTokens || code == CodeMalformedFunctionCall || code == CodeOther
	next, err := r.endTurn(a, calls, func(t *turn, i int) {
		c := t.calls[i]
		switch {
		case e.FinishReason.executes():
		case cut:
			c.res = skipped(refusal.AnswerCutOff())
		default:
			c.res = skipped(refusal.AnswerBlocked())
		}
	})
	if err == nil && code != "" && !cut {
		return nil, softEnd{code}
	}
	return next, err
}

// endTurn runs the calls of an answer, stores and yields their results, and returns how the
// run continues.
func (r *run) endTurn(a *Agent, calls []*FunctionCall, prepare func(t *turn, i int)) (*Agent, error) {
	t, e, waiting := r.settleCalls(a, calls, prepare)
	if err := r.journal.store(e); err != nil {
		return nil, err
	}
	r.journal.open = nil
	if err := r.journal.show(e.shown()); err != nil {
		return nil, err
	}
	r.journal.listed = waiting
	switch {
	case r.ctx.Err() != nil:
		return nil, r.ended()
	case t.abort != nil:
		return nil, NewRunError(ErrToolAborted, toolerr.Message{}, t.abort)
	case r.guard.Looping:
		return nil, softEnd{CodeToolLoop}
	case t.spent:
		return nil, softEnd{CodeToolBudget}
	case e.Actions.Escalate:
		r.escalated = true
		return nil, nil
	case waiting:
		return nil, errPaused
	case e.Actions.SkipSummarization:
		return nil, errAnswered
	}
	if name := e.Actions.TransferToAgent; name != "" {
		return a.target(name), nil
	}
	return nil, nil
}

// runRest continues the sequences that contain an agent, if a run began in the middle of
// one.
func (r *run) runRest(a *Agent) error {
	for ; a.parent != nil; a = a.parent {
		if r.escalated { // it ends the innermost sequence only
			r.escalated = a.parent.sequence == nil
			continue
		}
		if i := slices.Index(a.parent.sequence, a); i >= 0 {
			if err := r.runSequence(a.parent, i+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// runSequence runs the agents of a in order, for each of its rounds. In the first round, it
// skips the agents that have already run.
func (r *run) runSequence(a *Agent, ran int) error {
	for ; r.rounds[a.cfg.Name] < a.rounds; r.rounds[a.cfg.Name]++ {
		for _, child := range a.sequence[ran:] {
			if err := r.runAgent(child); err != nil {
				return err
			}
			if r.escalated {
				r.escalated = false
				delete(r.rounds, a.cfg.Name)
				return nil
			}
		}
		ran = 0
	}
	delete(r.rounds, a.cfg.Name) // the loop may be part of another one
	return nil
}
