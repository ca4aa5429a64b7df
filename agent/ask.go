package agent

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// Ask asks the agent in a new session in memory, which is not kept, and returns the answer.
// [Runner.Ask] asks in a session that is kept.
func (a *Agent) Ask(ctx context.Context, text string, opts ...RunOption) (string, error) {
	r, err := NewRunner(RunnerConfig{Agent: a, CreateSessions: true})
	if err != nil {
		return "", err
	}
	return r.Ask(ctx, SessionRef{ID: "ask"}, Say(text), opts...)
}

// Ask runs the agent with an input, such as [Say] or [Approve], and returns the text of its
// answer.
//
// If the run fails, the error is its *RunError. If it ends without an answer, the error is
// of [ErrCanceled] if ctx has ended or [Runner.Cancel] was called, and otherwise of
// [ErrNoAnswer]. The text of the latter names the reason: a soft condition (see
// [EventCode]), or calls that wait ([Runner.Pending], [WithConfirmer]). To continue with
// calls that wait, call Ask again with [Approve], [Deny], [SignedIn] or [Deliver]. The text
// beside an error is the answer so far.
func (r *Runner) Ask(ctx context.Context, ref SessionRef, in Input, opts ...RunOption) (string, error) {
	var answer answerOfAgent
	var code EventCode
	for e, err := range r.Run(ctx, ref, in, opts...) {
		if err != nil {
			return answer.text, err
		}
		answer.take(ctx, e)
		code = e.ErrorCode
	}
	switch {
	case code == CodeCanceled:
		return answer.text, NewRunError(ErrCanceled, toolerr.Message{}, context.Cause(ctx))
	case code != "":
		return answer.text, NewRunError(ErrNoAnswer, code.Message(), nil)
	case !answer.whole:
		return answer.text, NewRunError(ErrNoAnswer, toolerr.Msg("The run waits for calls that need a decision or a result."), nil)
	}
	return answer.text, nil
}
