package agent

import (
	"context"
	"encoding/json"
)

// A Confirmer asks a person, or a policy, whether a call may run. If it does not decide
// within [Limits].ConfirmationWait, returns an error or panics, the call is denied. Without
// a Confirmer, a call that needs approval is pending, the run pauses, and a run with the
// input of [Approve] or [Deny] continues it.
type Confirmer func(ctx context.Context, req ConfirmationRequest) (Decision, error)

// A ConfirmationRequest is a call that waits for a decision.
type ConfirmationRequest struct {
	CallID string          `json:"callId"`
	Agent  string          `json:"agent"`
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
	// ArgsHash stands for the arguments; see [Decision.ArgsHash].
	ArgsHash string `json:"argsHash"`
}

// A Decision is whether a pending call may run. Only the run whose input has the decision
// uses it.
type Decision struct {
	CallID   string `json:"callId"`
	Approved bool   `json:"approved"`
	// ArgsHash, if it is set, is the hash of the arguments that the decision is about. A
	// call with other arguments is not run.
	ArgsHash string `json:"argsHash,omitempty"`
	// Reason is the person's own words; the model reads them if the call is
	// denied.
	Reason string `json:"reason,omitempty"`
	// Data is what the person added for the tool; see [Call.Approval].
	Data json.RawMessage `json:"data,omitempty"`
	// SignedIn marks the input of [SignedIn] for a call that waited for a person to sign
	// in. It is not an approval.
	SignedIn bool `json:"signedIn,omitempty"`
	// Delivered marks that a result was delivered to a call in an agent that is a tool. It
	// is not an approval.
	Delivered bool `json:"delivered,omitempty"`
}

// An AuthRequest is the information with which a host lets a person sign in. It is part of
// events, and no model sees it.
type AuthRequest struct {
	CallID   string   `json:"callId"`
	Tool     string   `json:"tool"`
	Provider string   `json:"provider,omitempty"`
	Scopes   []string `json:"scopes,omitempty"`
	URL      string   `json:"url,omitempty"`
}
