package agent

import (
	"context"
	"slices"
	"strings"
)

// A Compactor decides when requests to models leave out the beginning of a conversation,
// and what replaces it. Package agent/compact has one. It is safe for concurrent use.
//
// Whatever it decides, providers accept the requests: they begin with the user, and calls
// and results are in pairs. The loop keeps everything that must not be lost: calls that
// wait, with the calls of the same turn, and the user's input of the current run.
type Compactor interface {
	// Compact is called before each request to a model, also in the middle of a run. req is
	// the request that would be sent. events are the events of which it was made: those that
	// the last compaction kept, and all later ones, the last of them the run's. Compact must
	// not change either, nor read them after it has returned. It returns nil to leave the
	// conversation unchanged. To call a model, use [Consult]. An error becomes a diagnostic,
	// and a compaction beside it still counts; but an error of [RunnerConfig].Egress ends the
	// run. A compaction that omits no event is ignored, with a diagnostic. Compact must
	// return within [Limits].ToolTimeout.
	Compact(ctx context.Context, req *ModelRequest, events []*Event) (*Compaction, error)
}

// lastCompaction returns the event of the last compaction that has an effect, and the index
// of the first event that models still see. It returns nil and 0 if there is none.
func lastCompaction(events []*Event) (e *Event, first int) {
	for i, e := range slices.Backward(events) {
		if e == nil || e.Actions.Compaction == nil {
			continue
		}
		before := func(x *Event) bool { return x != nil && x.ID == e.Actions.Compaction.Before }
		if first := slices.IndexFunc(events[:i], before); first >= 0 {
			return e, first
		}
	}
	return nil, 0
}

// recent returns the events that a run needs, normalized: those since the last compaction,
// and those it kept. The slice is new, but may share events with the store.
func recent(events []*Event) []*Event {
	var earlier []*Event
	e, first := lastCompaction(events)
	if e != nil {
		earlier = e.Actions.Compaction.Kept
	}
	own := make([]*Event, 0, len(earlier)+len(events)-first)
	for _, all := range [][]*Event{earlier, events[first:]} {
		for _, e := range all {
			if e != nil {
				own = append(own, e.normalized())
			}
		}
	}
	return own
}

// kept returns the events that a compaction must not omit: the user's input of the current
// runs, and those that belong to pending calls: the calls, others of the same turn, decisions
// about them, and events with the data of later pauses.
func kept(events []*Event, current func(invocation string) bool) (all []*Event) {
	pending := map[string]bool{}
	for _, e := range events {
		for _, resp := range e.FunctionResponses() {
			pending[resp.ID] = resp.Outcome == OutcomePending
		}
	}
	ids := map[string]bool{} // ids of the calls to keep
	for _, e := range events {
		keep := len(ids) > 0 && (e.Actions.Temporary != nil || e.Actions.Rounds != nil) ||
			e.Author == AuthorUser && e.Content != nil && len(e.FunctionResponses()) == 0 && current(e.InvocationID)
		calls := e.FunctionCalls()
		if slices.ContainsFunc(calls, func(c *FunctionCall) bool { return pending[c.ID] }) {
			keep = true
			for _, c := range calls {
				ids[c.ID] = true
			}
		}
		for _, resp := range e.FunctionResponses() {
			keep = keep || ids[resp.ID]
		}
		for _, d := range e.Actions.Decisions {
			outer, _, _ := strings.Cut(d.CallID, suspendedIn)
			keep = keep || ids[outer]
		}
		if keep {
			all = append(all, e)
		}
	}
	return all
}
