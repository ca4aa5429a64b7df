package agent

import (
	"slices"
	"strings"
)

// A Suspension is an agent that is a tool and waits: the events of its session so far. It
// continues when an input names one of its calls that wait.
type Suspension struct {
	Events []*Event `json:"events"`
}

// A call in a suspended agent is named by the id of the agent's own call, a dot,
// and its id there. The ids of calls have no dots.
const suspendedIn = "."

// revival is a suspended agent on its way to go on.
type revival struct {
	events []*Event
	input  Input
}

// suspend keeps what happened in an agent that waits, until the call is settled.
func (c *Call) suspend(s *Suspension) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.suspended = s
	}
}

// suspension is what the call left behind if its agent waits; nil if not.
func (c *callState) suspension() *Suspension {
	c.call.mu.Lock()
	defer c.call.mu.Unlock()
	return c.call.suspended
}

// waits is what an agent waits for; a person comes first.
func (s *Suspension) waits() Waits {
	pending := pendingCalls(s.Events)
	for _, what := range []Waits{WaitsForConfirmation, WaitsForAuth, WaitsForResult} {
		if slices.ContainsFunc(pending, func(p PendingCall) bool { return p.Waits == what }) {
			return what
		}
	}
	return ""
}

// shown is the event as a run yields it: without what is only stored for the run that goes
// on with it.
func (e *Event) shown() *Event {
	if e.Actions.Suspended == nil && e.Actions.Temporary == nil && e.Actions.Rounds == nil && e.Actions.Compaction == nil {
		return e
	}
	c := *e
	c.Actions.Suspended, c.Actions.Temporary, c.Actions.Rounds = nil, nil, nil
	if c.Actions.Compaction = copied(e.Actions.Compaction); c.Actions.Compaction != nil {
		c.Actions.Compaction.Kept = nil
	}
	return &c
}

// innerID is the id of a call within the agent that it is part of.
func innerID(id string) string {
	_, inner, _ := strings.Cut(id, suspendedIn)
	return inner
}
