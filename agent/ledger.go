package agent

import (
	"cmp"
	"slices"
	"strings"
)

// A ledgerEntry is one call of a session.
type ledgerEntry struct {
	call   *FunctionCall
	event  *Event // that holds the call
	answer *FunctionResponse
	// claimed: a run was given what the call waited for, and nobody wrote down
	// how it ended.
	claimed bool
	// suspended is the agent that the call waits in; nil if it waits itself.
	suspended *Suspension
	// handedTo is the agent that the call's turn handed over to, and that did not go on
	// because the run paused; "" if there is none.
	handedTo string
}

// pending reports whether the call waits for anything.
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
				entry.answer = resp
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

// waiting returns the call of an id if it waits for one of the given things.
// A call in a suspended agent waits in the agent's own.
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

// holder returns the call of an id, or the one of the agent it is part of.
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

// repairs returns the responses that calls of earlier runs are missing.
func (l *ledger) repairs() []Part {
	var parts []Part
	for _, e := range l.entries {
		if l.byID[e.call.ID] != e {
			continue // a later call has its id, and would take the response
		}
		if e.answer == nil || e.claimed {
			parts = append(parts, Part{FunctionResponse: interrupted(e.call)})
		}
	}
	return parts
}
