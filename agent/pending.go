package agent

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// A PendingCall is a call of a session that waits for a person or for its result.
type PendingCall struct {
	// CallID is the id by which an [Input] names the call. A call in an agent that is a
	// tool has the id of the agent's own call, a dot, and its id there.
	CallID string `json:"callId"`
	Agent  string `json:"agent"`
	Tool   string `json:"tool"`
	// Args are the arguments that a person was asked to approve, which are those that will
	// run. If nobody was asked, they are as the model sent them.
	Args  json.RawMessage `json:"args"`
	Waits Waits           `json:"waits"`
	// Since is when the call began to wait for this.
	Since time.Time `json:"since"`
	// Confirmation is the request to show to a person, if the call waits for an approval.
	Confirmation *ConfirmationRequest `json:"confirmation,omitempty"`
	// Auth is the information with which the host lets a person sign in, if the call waits
	// for that.
	Auth *AuthRequest `json:"auth,omitempty"`
}

// pendingCalls returns the pending calls in events.
func pendingCalls(events []*Event) []PendingCall {
	confirmations, auth := map[string]ConfirmationRequest{}, map[string]AuthRequest{}
	for _, e := range events {
		maps.Copy(confirmations, e.Actions.RequestedToolConfirmations)
		maps.Copy(auth, e.Actions.RequestedAuth)
	}
	var all []PendingCall
	l := readLedger(events)
	for _, entry := range l.entries {
		id := entry.call.ID
		if l.byID[id] != entry || !entry.pending() {
			continue
		}
		if entry.suspended != nil {
			all = append(all, entry.suspended.pending(id)...)
			continue
		}
		p := PendingCall{
			CallID: id, Agent: entry.event.Author, Tool: entry.call.Name, Args: entry.call.Args,
			Waits: entry.answer.Waits, Since: entry.since,
		}
		if req, ok := confirmations[id]; ok {
			p.Args = req.Args
			if p.Waits == WaitsForConfirmation {
				p.Confirmation = &req
			}
		}
		if req, ok := auth[id]; ok && p.Waits == WaitsForAuth {
			p.Auth = &req
		}
		all = append(all, p)
	}
	return all
}

// pending returns the pending calls in the suspended agent of a call.
func (s *Suspension) pending(callID string) []PendingCall {
	all := pendingCalls(s.Events)
	for i := range all {
		p := &all[i]
		p.CallID = callID + suspendedIn + p.CallID
		if p.Confirmation != nil {
			p.Confirmation.CallID = p.CallID
		}
		if p.Auth != nil {
			p.Auth.CallID = p.CallID
		}
	}
	return all
}

// list writes the pending calls into an event.
func (e *Event) list(pending []PendingCall) {
	e.LongRunningToolIDs, e.Actions.RequestedToolConfirmations, e.Actions.RequestedAuth = nil, nil, nil
	for _, p := range pending {
		e.LongRunningToolIDs = append(e.LongRunningToolIDs, p.CallID)
		if p.Confirmation != nil {
			put(&e.Actions.RequestedToolConfirmations, p.CallID, *p.Confirmation)
		}
		if p.Auth != nil {
			put(&e.Actions.RequestedAuth, p.CallID, *p.Auth)
		}
	}
}

// paused returns the actions with which the run of an invocation paused, or the last run
// that continued it.
func paused(events []*Event, invocation string) Actions {
	same := invocations(events)
	for _, e := range slices.Backward(events) {
		if (e.Actions.Temporary != nil || e.Actions.Rounds != nil) && same(e.InvocationID, invocation) {
			return e.Clone().Actions
		}
	}
	return Actions{}
}

// invocations returns a function that reports whether two runs belong together, because one
// continued the other's calls.
func invocations(events []*Event) (same func(a, b string) bool) {
	parents, callers := map[string]string{}, map[string]string{}
	root := func(id string) string {
		for parents[id] != "" {
			id = parents[id]
		}
		return id
	}
	for _, e := range events {
		for _, call := range e.FunctionCalls() {
			callers[call.ID] = e.InvocationID
		}
		for _, resp := range e.FunctionResponses() {
			caller, known := callers[resp.ID]
			if a, b := root(caller), root(e.InvocationID); known && a != b && resp.Outcome != OutcomeInterrupted {
				parents[b] = a
			}
		}
	}
	return func(a, b string) bool { return root(a) == root(b) }
}

// waits returns what a pending call waits for.
func (e *ledgerEntry) waits() Waits {
	if e.suspended != nil {
		return e.suspended.waits()
	}
	return e.answer.Waits
}

// waits returns what an agent waits for. A person takes precedence.
func (s *Suspension) waits() Waits {
	pending := pendingCalls(s.Events)
	for _, what := range []Waits{WaitsForConfirmation, WaitsForAuth, WaitsForResult} {
		if slices.ContainsFunc(pending, func(p PendingCall) bool { return p.Waits == what }) {
			return what
		}
	}
	return ""
}
