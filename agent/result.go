package agent

import (
	"encoding/json"

	"github.com/errand-go/errand/toolerr"
)

// A result is how a call ended.
type result struct {
	raw json.RawMessage
	// rest is what the tool returned beside its error, to be encoded again if
	// the loop has more to say; nil if nothing.
	rest     json.RawMessage
	err      *toolerr.ToolRuntimeError // nil on success
	outcome  Outcome
	attempts int
	silent   bool // the tool has nothing to say until its result is delivered
	onlyData bool // the tool returned an object of one key, "data"
	adapted  bool // the tool returned the error, and adapters have seen it

	waits        Waits
	confirmation *ConfirmationRequest
	auth         *AuthRequest
}

// refuse is the result of a call that was not run.
func refuse(outcome Outcome, out any, te *toolerr.ToolRuntimeError) *result {
	return &result{raw: payload(out, te), err: te, outcome: outcome}
}

// failed is the result of a call whose failure is err.
func failed(err error) *result {
	te, ok := toolerr.Find(err)
	if !ok {
		te = toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err))
	}
	return refuse(OutcomeFailed, nil, te)
}

// canceled is the result of a call the run ended before.
func canceled() *result {
	return refuse(OutcomeSkipped, nil, toolerr.New(toolerr.KindToolCanceled,
		toolerr.Msg("The run ended before the call was executed."), toolerr.WithEffect(toolerr.EffectNone)))
}

// change says something else about a failure, and keeps what the tool returned
// beside it.
func (res *result) change(te *toolerr.ToolRuntimeError) {
	res.err = te
	if res.rest != nil {
		res.raw = payload(res.rest, te)
		return
	}
	res.raw = payload(nil, te)
}

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
