package agent

import (
	"context"

	"github.com/errand-go/errand/adapter"
)

// Keep stores what the call is about to send, in an event that the run does not yield.
func (c *callState) Keep(_ context.Context, more adapter.CallState) error {
	e := c.run.journal.event(authorRuntime)
	e.Actions.Sent = map[string]adapter.CallState{c.fc.ID: more}
	return c.run.journal.addAside(e)
}

// sent returns what a call has stored in the session.
func (j *journal) sent(callID string) (s adapter.CallState) {
	for _, e := range j.events {
		if more, ok := e.Actions.Sent[callID]; ok {
			s = s.With(more)
		}
	}
	return s
}
