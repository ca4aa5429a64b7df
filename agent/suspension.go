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

// suspendedIn separates the parts of the id of a call in a suspended agent: the id of the
// agent's own call, a dot, and the inner id. Other ids have no dots.
const suspendedIn = "."

// revival has the events and the input with which a suspended agent continues.
type revival struct {
	events []*Event
	input  Input
}

// suspend stores the suspension of an agent that waits, until the call is settled.
func (c *Call) suspend(s *Suspension) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.suspended = s
	}
}

// suspension returns the suspension of the call's agent, and nil if it does not wait.
func (c *callState) suspension() *Suspension {
	c.call.mu.Lock()
	defer c.call.mu.Unlock()
	return c.call.suspended
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

// shown returns the event that a run yields: without the data that is stored only for the
// run that continues.
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

// innerID returns the part of a call's id within its agent.
func innerID(id string) string {
	_, inner, _ := strings.Cut(id, suspendedIn)
	return inner
}
