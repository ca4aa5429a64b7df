package agent

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// A Compactor decides when the beginning of a conversation is left out of the requests to
// the models, and what stands in its place. See [RunnerConfig]. It is safe for concurrent
// use. Package agent/compact has one.
type Compactor interface {
	// Compact is asked before each request to a model, also in the middle of a run. req
	// is what would be sent, and must not be changed. A conversation can begin at the
	// contents with the indices cuts, in ascending order: no call is apart from its
	// result then, and calls that wait stay in the conversation. Compact returns one of
	// them, or 0 to leave the conversation as it is. summary stands for what is left out;
	// if it is empty, a sentence says that something is. An error becomes a diagnostic, and
	// a cut beside it counts. A panic, and an index that is none of cuts, leave the
	// conversation as it is, with a diagnostic. Compact has [Limits].ToolTimeout to return.
	Compact(ctx context.Context, req *ModelRequest, cuts []int) (cut int, summary string, err error)
}

// A Compaction stands for the events of a session before one of its events, which models
// do not see any more. The session keeps them. See [Store] and [RecentStore].
type Compaction struct {
	// Before is the id of the first event that models still see. If the session does not
	// have it, the compaction has no effect.
	Before string `json:"before"`
	// Summary is what models read in place of the events before; "" is a fixed sentence.
	Summary string `json:"summary,omitempty"`
	// Said is what the user said, in the events before, in the run that was under way.
	Said *Content `json:"said,omitempty"`
	// Kept are the events before that belong to calls which still waited.
	Kept []*Event `json:"kept,omitempty"`
}

func (c *Compaction) clone() *Compaction {
	if c == nil {
		return nil
	}
	return &Compaction{Before: c.Before, Summary: c.Summary, Said: c.Said.clone(), Kept: cloneEvents(c.Kept)}
}

// lastCompaction returns the event of the last compaction that has an effect, and the index
// of the first event that models still see; nil and 0 if there is none.
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

// recent returns what a run needs of events, normalized: those since the last compaction, and
// those of calls that waited then. The events are shared, the slice is not.
func recent(events []*Event) []*Event {
	var kept []*Event
	e, first := lastCompaction(events)
	if e != nil {
		kept = e.Actions.Compaction.Kept
	}
	own := make([]*Event, 0, len(kept)+len(events)-first)
	for _, all := range [][]*Event{kept, events[first:]} {
		for _, e := range all {
			if e != nil && !e.normal() {
				e = e.Clone()
				e.normalize()
			}
			if e != nil {
				own = append(own, e)
			}
		}
	}
	return own
}

// cutsOf returns the indices of events before which a compaction is possible: each call
// before has a result before, and an agent has spoken since, so that it goes on.
func cutsOf(events []*Event, branch string) []int {
	spoke := func(e *Event) bool { return e.Author != AuthorUser && e.Author != authorRuntime && e.Branch == branch }
	var all []int
	open := map[string]bool{}
	for i, e := range events {
		if i > 0 && len(open) == 0 {
			all = append(all, i)
		}
		for _, call := range e.FunctionCalls() {
			open[call.ID] = true
		}
		for _, resp := range e.FunctionResponses() {
			delete(open, resp.ID)
		}
	}
	for n := len(all); n > 0; n-- {
		if slices.ContainsFunc(events[all[n-1]:], spoke) {
			return all[:n]
		}
	}
	return nil
}

// waitingIn returns those of events that belong to calls which wait: the calls, those beside
// them, what is known about them, and what their runs paused with.
func waitingIn(events []*Event) []*Event {
	l, of, ids := readLedger(events), map[*Event]bool{}, map[string]bool{}
	for _, entry := range l.entries {
		if entry.claimed || entry.pending() {
			of[entry.event] = true
		}
	}
	if len(of) == 0 {
		return nil
	}
	same := invocations(events)
	var kept []*Event
	for e := range of {
		for _, call := range e.FunctionCalls() {
			ids[call.ID] = true
		}
	}
	for _, e := range events {
		paused := false
		if e.Actions.Temporary != nil || e.Actions.Rounds != nil {
			for caller := range of {
				paused = paused || same(caller.InvocationID, e.InvocationID)
			}
		}
		if of[e] || paused ||
			slices.ContainsFunc(e.FunctionResponses(), func(r *FunctionResponse) bool { return ids[r.ID] }) ||
			slices.ContainsFunc(e.Actions.Decisions, func(d Decision) bool { return ids[strings.SplitN(d.CallID, suspendedIn, 2)[0]] }) {
			kept = append(kept, e)
		}
	}
	return kept
}

// compact asks the compactor about a request, whose contents begin at the places of the
// events, and reports whether they are to be made again.
func (p *prompts) compact(a *Agent, req *ModelRequest, at []int) (again bool, err error) {
	compactor, events := p.runner.cfg.Compactor, p.journal.events
	var cuts, first []int // the contents, and the events, to begin at
	for _, i := range cutsOf(events, p.journal.branch) {
		if at[i] > 0 && at[i] < at[i+1] {
			cuts, first = append(cuts, at[i]), append(first, i)
		}
	}
	if len(cuts) == 0 {
		return false, nil
	}
	type choice struct {
		cut     int
		summary string
		err     error
	}
	asked, own := *req, slices.Clone(cuts)
	c, err := guard(p.host, p.agentContext(a), func(ctx context.Context) (c choice, err error) {
		c.cut, c.summary, c.err = compactor.Compact(ctx, &asked, own)
		return c, nil
	})
	if p.ctx.Err() != nil {
		return false, p.ended()
	}
	i := slices.Index(cuts, c.cut)
	if err := errors.Join(err, c.err); err != nil || i < 0 && c.cut != 0 {
		te, _ := toolerr.Find(p.registry(a).For("").Adapt(p.ctx, err))
		p.diags.add(Diagnostic{Kind: DiagCallback, Agent: a.cfg.Name, Err: te, Message: toolerr.Msg("The compactor failed.")})
	}
	if i < 0 {
		return err != nil, nil // it may still be reading the contents
	}
	left := events[:first[i]]
	kept := waitingIn(left)
	left = slices.DeleteFunc(slices.Clone(left), func(e *Event) bool { return slices.Contains(kept, e) })
	return true, p.journal.compact(first[i], Compaction{
		Before: events[first[i]].ID, Summary: strings.ToValidUTF8(c.summary, "\uFFFD"), Said: p.said(left), Kept: kept,
	})
}

// said returns what the user said in events of the current run; nil if that is nothing.
func (p *prompts) said(events []*Event) *Content {
	current, said := p.current(), &Content{Role: RoleUser}
	if e, _ := lastCompaction(p.journal.events); e != nil && current[e.InvocationID] && e.Actions.Compaction.Said != nil {
		said.Parts = append(said.Parts, e.Actions.Compaction.Said.Parts...)
	}
	for _, e := range events {
		if e.Author == AuthorUser && e.Content != nil && current[e.InvocationID] && len(e.FunctionResponses()) == 0 {
			said.Parts = append(said.Parts, e.Content.Parts...)
		}
	}
	if len(said.Parts) == 0 {
		return nil
	}
	return said.clone()
}

// compact records a compaction, from which on the run has only what it needs.
func (j *journal) compact(first int, c Compaction) error {
	e := j.event(authorRuntime)
	e.Actions.Compaction = &c
	if err := j.store(e); err != nil {
		return err
	}
	j.events = append(slices.Clone(c.Kept), j.events[first:]...)
	return j.show(e.shown())
}
