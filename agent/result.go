package agent

import (
	"encoding/json"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/effect"
	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// A result is the outcome of a call.
type result struct {
	payload toolerr.Payload
	// raw and err are those of payload; see set.
	raw      json.RawMessage
	err      *toolerr.ToolRuntimeError // nil on success
	outcome  Outcome
	attempts int
	silent   bool // the tool returns nothing until its result is delivered
	proven   bool // a retry is known to do no harm; see effect.Tool.Proven

	reconciled adapter.Outcome // what was found out, if this is the result of that

	waits        Waits
	confirmation *ConfirmationRequest
	auth         *AuthRequest
}

// newResult returns a result with the payload p.
func newResult(outcome Outcome, p toolerr.Payload) *result {
	res := &result{outcome: outcome}
	res.set(p)
	return res
}

// set replaces the payload. A tool can return raw JSON, so set replaces unpaired
// surrogates.
func (res *result) set(p toolerr.Payload) {
	res.payload, res.err, res.raw = p, p.Err(), jsonvalue.WellFormed(p.AppendJSON(nil))
}

// refuse returns the result of a call that did not run.
func refuse(outcome Outcome, out any, te *toolerr.ToolRuntimeError) *result {
	return newResult(outcome, toolerr.Result(out, te))
}

// failed returns the result of a call that failed with err.
func failed(err error) *result {
	te, ok := toolerr.Find(err)
	if !ok {
		te = toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err))
	}
	return refuse(outcomeOf(te), nil, te)
}

// outcomeOf returns the outcome of a failed call. A code of the tool itself may mean denied
// or conflict. The same code from a service's response means failed.
func outcomeOf(te *toolerr.ToolRuntimeError) Outcome {
	switch {
	case effect.OfRequest(te):
	case te.Code() == toolerr.CodeDenied:
		return OutcomeDenied
	case te.Code() == toolerr.CodeConflict:
		return OutcomeConflict
	}
	return OutcomeFailed
}

// canceled returns the result of a call that did not start before the run ended.
func canceled() *result { return skipped(refusal.Canceled()) }

// skipped returns the result of a call that the loop refused.
func skipped(err error) *result {
	te, _ := toolerr.Find(err)
	return refuse(OutcomeSkipped, nil, te)
}

// change replaces the error of a failure, and keeps the tool's output.
func (res *result) change(te *toolerr.ToolRuntimeError) { res.set(res.payload.WithError(te)) }

// response returns the result in the form of an event.
func (res *result) response(call *FunctionCall) *FunctionResponse {
	f := &FunctionResponse{
		ID: call.ID, Name: call.Name, Response: res.raw, IsError: res.err != nil,
		Outcome: res.outcome, Waits: res.waits, Reconciled: res.reconciled, failure: res.err,
	}
	if res.attempts > 1 {
		f.Attempts = res.attempts
	}
	return f
}

// reason is the result of a denied call, with the reason that the person gave.
type reason struct {
	Reason string `json:"reason,omitempty"`
}

// denied returns the result of a call that was denied.
func denied(d Decision) *result {
	return refuse(OutcomeDenied, reason{d.Reason}, refusal.Denied())
}

// mismatched returns the result of a call that differs from the approved one.
func mismatched() *result { return refuse(OutcomeConflict, nil, refusal.OtherApproved()) }

// encode returns the result of a tool's return values, shortened to limit bytes.
func encode(limit int, out any, err error) *result {
	p := toolerr.Result(out, err)
	res := newResult(OutcomeOK, p)
	if p.IsError() {
		res.outcome = outcomeOf(p.Err())
	}
	if output := p.Output(); output != nil && len(res.raw) > limit {
		short := toolerr.Result(shortened{
			Truncated: true, TotalBytes: len(res.raw), Data: jsonvalue.Cut(jsonvalue.WellFormed(output), limit/2),
		}, nil)
		if p.IsError() {
			short = short.WithError(p.Err())
		}
		res.set(short)
	}
	return res
}

// shortened replaces a result that was too large.
type shortened struct {
	Truncated  bool            `json:"truncated"`
	TotalBytes int             `json:"total_bytes"`
	Data       json.RawMessage `json:"data"`
}
