package compact

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/agent"
)

// cuts returns the indices of events at which a conversation can begin: each call before has
// a result before, and an agent has spoken since, so that the session goes on with it.
func cuts(events []*agent.Event) []int {
	var all []int
	open, spoke := map[string]bool{}, 0
	for i, e := range events {
		if e.Content != nil && e.Content.Role == agent.RoleModel {
			spoke = i
		}
		if i > 0 && len(open) == 0 && e.Content != nil {
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

// waiting returns those of events that belong to calls which wait: the calls, those beside
// them, what was decided about them, and what runs paused with since.
func waiting(events []*agent.Event) []*agent.Event {
	pending := map[string]bool{}
	for _, e := range events {
		for _, resp := range e.FunctionResponses() {
			pending[resp.ID] = resp.Outcome == agent.OutcomePending
		}
	}
	var kept []*agent.Event
	ids := map[string]bool{} // of the calls that are kept
	for _, e := range events {
		keep := len(ids) > 0 && (e.Actions.Temporary != nil || e.Actions.Rounds != nil)
		calls := e.FunctionCalls()
		if slices.ContainsFunc(calls, func(c *agent.FunctionCall) bool { return pending[c.ID] }) {
			keep = true
			for _, c := range calls {
				ids[c.ID] = true
			}
		}
		for _, resp := range e.FunctionResponses() {
			keep = keep || ids[resp.ID]
		}
		for _, d := range e.Actions.Decisions {
			outer, _, _ := strings.Cut(d.CallID, ".") // the call of an agent that is a tool
			keep = keep || ids[outer]
		}
		if keep {
			kept = append(kept, e)
		}
	}
	return kept
}

// said returns what the user said, before the cut, in the run that is under way, which the
// last event is of, and in those whose calls it went on with; nil if that is nothing.
func said(events []*agent.Event, cut int) *agent.Content {
	current, callers := map[string]bool{events[len(events)-1].InvocationID: true}, map[string]string{}
	for _, e := range events {
		for _, call := range e.FunctionCalls() {
			callers[call.ID] = e.InvocationID
		}
	}
	for _, e := range slices.Backward(events) {
		for _, resp := range e.FunctionResponses() {
			if caller := callers[resp.ID]; current[e.InvocationID] && caller != "" && resp.Outcome != agent.OutcomeInterrupted {
				current[caller] = true
			}
		}
	}
	var parts []agent.Part
	for _, e := range slices.Backward(events) { // what an earlier compaction of the run left out
		if c := e.Actions.Compaction; c != nil && current[e.InvocationID] && c.Said != nil {
			parts = append(parts, c.Said.Parts...)
			break
		}
	}
	for _, e := range events[:cut] {
		if e.Author == agent.AuthorUser && e.Content != nil && current[e.InvocationID] && len(e.FunctionResponses()) == 0 {
			parts = append(parts, e.Content.Parts...)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return &agent.Content{Role: agent.RoleUser, Parts: parts}
}
