package agent

import (
	"encoding/json"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// A result is how a call ended.
type result struct {
	payload toolerr.Payload
	// raw and err are those of payload; see set.
	raw      json.RawMessage
	err      *toolerr.ToolRuntimeError // nil on success
	outcome  Outcome
	attempts int
	silent   bool // the tool has nothing to report until its result is delivered
	adapted  bool // the tool returned the error, and adapters have seen it

	waits        Waits
	confirmation *ConfirmationRequest
	auth         *AuthRequest
}

// newResult returns a result that shows p.
func newResult(outcome Outcome, p toolerr.Payload) *result {
	res := &result{outcome: outcome}
	res.set(p)
	return res
}

// set makes p what the result shows. A tool can return JSON as it is, so halves
// of surrogate pairs are replaced.
func (res *result) set(p toolerr.Payload) {
	res.payload, res.err, res.raw = p, p.Err(), jsonvalue.WellFormed(p.AppendJSON(nil))
}

// refuse is the result of a call that was not run.
func refuse(outcome Outcome, out any, te *toolerr.ToolRuntimeError) *result {
	return newResult(outcome, toolerr.Result(out, te))
}

// failed is the result of a call whose failure is err.
func failed(err error) *result {
	te, ok := toolerr.Find(err)
	if !ok {
		te = toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err))
	}
	return refuse(outcomeOf(te), nil, te)
}

// outcomeOf returns the outcome of a call that failed. A tool that denies a call itself,
// or finds that it conflicts with another, says so with a code: that is not a failure, and
// the same code for what a service answered is.
func outcomeOf(te *toolerr.ToolRuntimeError) Outcome {
	switch {
	case ofRequest(te):
	case te.Code() == toolerr.CodeDenied:
		return OutcomeDenied
	case te.Code() == toolerr.CodeConflict:
		return OutcomeConflict
	}
	return OutcomeFailed
}

// canceled is the result of a call the run ended before.
func canceled() *result {
	return refuse(OutcomeSkipped, nil, toolerr.New(toolerr.KindToolCanceled,
		toolerr.Msg("The run ended before the call was executed."), toolerr.WithEffect(toolerr.EffectNone)))
}

// change replaces the error of a failure, and keeps what the tool returned beside
// it.
func (res *result) change(te *toolerr.ToolRuntimeError) { res.set(res.payload.WithError(te)) }

// response is the result as the event holds it.
func (res *result) response(call *FunctionCall) *FunctionResponse {
	f := &FunctionResponse{
		ID: call.ID, Name: call.Name, Response: res.raw, IsError: res.err != nil,
		Outcome: res.outcome, Waits: res.waits, failure: res.err,
	}
	if res.attempts > 1 {
		f.Attempts = res.attempts
	}
	return f
}
