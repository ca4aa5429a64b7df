package agent

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/agent/internal/refusal"
)

// A ledgerEntry is one call of a session.
type ledgerEntry struct {
	call   *FunctionCall
	event  *Event // the event of the call
	answer *FunctionResponse
	since  time.Time // of the answer
	// claimed: a run got the input that the call waited for, and its end was not stored.
	claimed bool
	// suspended is the inner agent that waits. It is nil if the call itself waits.
	suspended *Suspension
	// handedTo is the agent that the call's turn transferred to, if the run paused before
	// the agent started. "" means none.
	handedTo string
}

// pending reports whether the call waits.
func (e *ledgerEntry) pending() bool {
	return !e.claimed && e.answer != nil && e.answer.Outcome == OutcomePending
}

// ledger lists the calls of a session, in order.
type ledger struct {
	entries []*ledgerEntry
	byID    map[string]*ledgerEntry
}

func readLedger(events []*Event) *ledger {
	l := &ledger{byID: make(map[string]*ledgerEntry, len(events)/4)}
	for _, e := range events {
		if e.Partial {
			continue
		}
		for _, call := range e.FunctionCalls() {
			entry := &ledgerEntry{call: call, event: e}
			l.entries = append(l.entries, entry)
			l.byID[call.ID] = entry
		}
		for _, resp := range e.FunctionResponses() {
			if entry := l.byID[resp.ID]; entry != nil && (entry.answer == nil || entry.answer.Outcome == OutcomePending) {
				entry.answer, entry.since = resp, e.Timestamp
				entry.claimed = false
				entry.suspended = nil
				if e.TurnComplete {
					entry.handedTo = cmp.Or(entry.handedTo, e.Actions.TransferToAgent)
				}
				if s, ok := e.Actions.Suspended[resp.ID]; ok && resp.Outcome == OutcomePending {
					s.Events = slices.DeleteFunc(slices.Clone(s.Events), func(e *Event) bool { return e == nil })
					entry.suspended = &s
				}
			}
		}
		for _, d := range e.Actions.Decisions {
			if entry := l.holder(d.CallID); entry != nil && entry.pending() {
				entry.claimed = true
			}
		}
	}
	return l
}

// waiting returns the call with the id if it waits for what, else nil. A call in a
// suspended agent belongs to the entry of the agent's own call.
func (l *ledger) waiting(id string, what Waits) *ledgerEntry {
	e := l.holder(id)
	switch {
	case e == nil || !e.pending():
		return nil
	case e != l.byID[id]:
		if e.suspended == nil || readLedger(e.suspended.Events).waiting(innerID(id), what) == nil {
			return nil
		}
	case e.suspended != nil || e.answer.Waits != what:
		return nil
	}
	return e
}

// holder returns the entry of the call with the id, or of the agent that made it.
func (l *ledger) holder(id string) *ledgerEntry {
	if e := l.byID[id]; e != nil {
		return e
	}
	outer, _, ok := strings.Cut(id, suspendedIn)
	if !ok {
		return nil
	}
	return l.byID[outer]
}

// unfinished returns the calls of earlier runs that have no response. If a later call has the
// same id, that would get the response.
func (l *ledger) unfinished() (all []*ledgerEntry) {
	for _, e := range l.entries {
		if l.byID[e.call.ID] == e && (e.answer == nil || e.claimed) {
			all = append(all, e)
		}
	}
	return all
}

// suspendedIn separates the parts of the id of a call in a suspended agent: the id of the
// agent's own call, a dot, and the inner id. Other ids have no dots.
const suspendedIn = "."

// innerID returns the part of a call's id within its agent.
func innerID(id string) string {
	_, inner, _ := strings.Cut(id, suspendedIn)
	return inner
}

// interrupted returns the response of a call without a stored result.
func interrupted(call *FunctionCall) *FunctionResponse {
	te := refusal.Interrupted()
	return &FunctionResponse{
		ID: call.ID, Name: call.Name, Response: te.Payload().AppendJSON(nil), IsError: true, Outcome: OutcomeInterrupted, failure: te,
	}
}
