package compact

import (
	"slices"

	"github.com/errand-go/errand/agent"
)

// since returns the last compaction in events, and the index of the first event after those
// that it kept. It returns nil and 0 if there is none.
func since(events []*agent.Event) (*agent.Compaction, int) {
	for _, e := range slices.Backward(events) {
		if c := e.Actions.Compaction; c != nil {
			first := slices.IndexFunc(events, func(e *agent.Event) bool { return e.ID == c.Before })
			return c, max(first, 0)
		}
	}
	return nil, 0
}

// cuts returns the indices of events, after first, at which a conversation can begin: each
// earlier call has an earlier result, and an agent has answered since, so that the session
// continues with that agent.
func cuts(events []*agent.Event, first int) []int {
	var all []int
	open, spoke := map[string]bool{}, 0
	for i, e := range events {
		if e.Content != nil && e.Content.Role == agent.RoleModel {
			spoke = i
		}
		if i > first && len(open) == 0 && e.Content != nil {
			all = append(all, i)
		}
		for _, call := range e.FunctionCalls() {
			open[call.ID] = true
		}
		for _, resp := range e.FunctionResponses() {
			delete(open, resp.ID)
		}
	}
	return slices.DeleteFunc(all, func(i int) bool { return i > spoke })
}
