package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// A Confirmer asks a person, or a policy, whether a call may run. It has
// [Limits.ConfirmationWait] to answer; silence, an error and a panic all deny.
// Without one, a call that needs approval is pending, the run pauses, and an
// input with [Approve] or [Deny] resumes it.
type Confirmer interface {
	Confirm(ctx context.Context, req ConfirmationRequest) (Decision, error)
}

// ConfirmerFunc is a function as a [Confirmer].
type ConfirmerFunc func(ctx context.Context, req ConfirmationRequest) (Decision, error)

// Confirm calls the function.
func (f ConfirmerFunc) Confirm(ctx context.Context, req ConfirmationRequest) (Decision, error) {
	return f(ctx, req)
}

// A ConfirmationRequest is a call that waits for a decision.
type ConfirmationRequest struct {
	CallID string          `json:"callId"`
	Agent  string          `json:"agent"`
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
	// ArgsHash stands for the arguments; see [Decision.ArgsHash].
	ArgsHash string `json:"argsHash"`
}

// A Decision says whether a pending call may run. It is used up by the run it
// is given to.
type Decision struct {
	CallID   string `json:"callId"`
	Approved bool   `json:"approved"`
	// ArgsHash, if set, is the hash of the arguments the decision is about. A
	// call with others is not executed.
	ArgsHash string `json:"argsHash,omitempty"`
	// Reason is the person's own words; the model reads them if the call is
	// denied.
	Reason string `json:"reason,omitempty"`
	// Data is what the person added for the tool; see [Call.Approval].
	Data json.RawMessage `json:"data,omitempty"`
	// SignedIn marks what [SignedIn] said about a call that waited for somebody
	// to sign in. It is no approval.
	SignedIn bool `json:"signedIn,omitempty"`
	// Delivered marks that a result was delivered to a call in an agent that is
	// a tool. It is no approval.
	Delivered bool `json:"delivered,omitempty"`
}

// hashArgs is the hash of arguments, whatever their order and white space.
func hashArgs(args json.RawMessage) string {
	sum := sha256.Sum256(toolargs.Canonical(args))
	return hex.EncodeToString(sum[:])
}

// reason is what a person said about a call that was denied.
type reason struct {
	Reason string `json:"reason,omitempty"`
}

// denied is the result of a call that was not approved.
func denied(d Decision) *result {
	return refuse(OutcomeDenied, reason{d.Reason},
		refusal(toolerr.CodeDenied, toolerr.Msg("The call was denied and not executed. Do not repeat it.")))
}

// expired is the result of a call nobody decided about in time.
func expired() *result {
	return refuse(OutcomeDenied, nil,
		refusal(toolerr.CodeDenied, toolerr.Msg("Nobody approved the call in time, so it was not executed. Do not repeat it.")))
}

// unasked is the result of a call nobody could be asked about.
func unasked() *result {
	return refuse(OutcomeDenied, nil, refusal(toolerr.CodeDenied, toolerr.Msg(
		"Nobody could be asked to approve the call, so it was not executed: earlier requests are not answered. Do not repeat it.")))
}

// mismatched is the result of a call that is not the one that was approved.
func mismatched() *result {
	return refuse(OutcomeConflict, nil,
		refusal(toolerr.CodeConflict, toolerr.Msg("What was approved is not this call, so it was not executed.")))
}

// refusal is the error of a call the loop did not run, and will not.
func refusal(code toolerr.Code, msg toolerr.Message) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolFatal, msg, toolerr.WithCode(code), toolerr.WithEffect(toolerr.EffectNone))
}

// confirm decides about a call that needs approval: approved, settled, or
// pending.
func (r *run) confirm(c *callState) *result {
	ask := c.tool.policy.Confirm
	if c.call.Approval != nil {
		if c.requested != "" && c.requested != hashArgs(c.args) {
			return mismatched()
		}
		return nil
	}
	if ask == nil {
		return nil
	}
	needed, err := bounded(&c.call.ctx, c.task(r, r.limits.ToolTimeout),
		func(ctx context.Context) (bool, error) { return ask(ctx, bytes.Clone(c.args)) })
	if err != nil {
		return failed(err)
	}
	if !needed {
		return nil
	}
	req := ConfirmationRequest{
		CallID: c.call.ID, Agent: c.call.Agent, Tool: c.call.Tool, Args: bytes.Clone(c.args), ArgsHash: hashArgs(c.args),
	}
	confirmer := r.confirmer()
	if confirmer == nil {
		return pendingConfirmation(req)
	}
	if r.guard.denied[c.fc.Name] >= deniedAt {
		return refuse(OutcomeDenied, nil, refusal(toolerr.CodeDenied, toolerr.Msgf(
			"Calls of the tool were denied %s times in a row, so nobody was asked about this one and it was not executed. Do not repeat it in this run.",
			toolerr.Int(deniedAt))))
	}
	if r.runner.stuck.Left(nameConfirmer, 0) >= stuckAt {
		return unasked()
	}
	t, start := c.task(r, r.limits.ConfirmationWait), time.Now()
	t.name = nameConfirmer
	got, err := bounded(r.ctx, t, func(ctx context.Context) (Decision, error) { return confirmer.Confirm(ctx, req) })
	switch {
	case r.ctx.Err() != nil:
		return canceled()
	case time.Since(start) >= t.timeout: // an answer that comes late is not an answer
		return expired()
	case err != nil:
		te, _ := toolerr.Find(err)
		res := refuse(OutcomeDenied, nil, te.With(toolerr.WithEffect(toolerr.EffectNone), toolerr.WithCanRetry(false)))
		r.diagnose(DiagCallback, c, toolerr.Msg("The confirmer failed; the call was not executed."), te)
		return res
	case !got.Approved:
		return denied(got)
	case got.CallID != "" && got.CallID != req.CallID,
		got.ArgsHash != "" && got.ArgsHash != req.ArgsHash:
		return mismatched()
	}
	c.call.Approval = &got
	return nil
}

func pendingConfirmation(req ConfirmationRequest) *result {
	res := refuse(OutcomePending, nil, toolerr.New(toolerr.KindToolContextRequired,
		toolerr.Msg("The call waits for a person's approval. It has not been executed."),
		toolerr.WithCode(toolerr.CodePending), toolerr.WithEffect(toolerr.EffectNone)))
	res.waits = WaitsForConfirmation
	res.confirmation = &req
	return res
}
