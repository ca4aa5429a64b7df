package agent

import (
	"context"
	"slices"

	"github.com/errand-go/errand/toolerr"
)

// A Compactor decides when the beginning of a conversation is left out of the requests to
// the models, and what stands in its place. Package agent/compact has one. It is safe for
// concurrent use.
//
// Whatever it decides, requests stay such that providers take them: they begin with the user,
// and calls and results are in pairs. But a call that waits for somebody is forgotten if it
// is neither in the events that remain nor in [Compaction].Kept.
type Compactor interface {
	// Compact is asked before each request to a model, also in the middle of a run. req is
	// what would be sent, and events are what it was made of, the last one of the run; neither may be changed, nor
	// read after Compact has returned. nil leaves the conversation as it is. An error
	// becomes a diagnostic, and a compaction beside it counts. One with a Before that is
	// not the id of an event behind the first is dropped, with a diagnostic.
	// Compact has [Limits].ToolTimeout to return.
	Compact(ctx context.Context, req *ModelRequest, events []*Event) (*Compaction, error)
}

// A Compaction stands for the events of a session before one of its events, which models
// do not see any more. The session keeps them. See [RecentStore].
type Compaction struct {
	// Before is the id of the first event that models still see. If the session does not
	// have it, the compaction has no effect.
	Before string `json:"before"`
	// Summary is what models read in place of the events before; "" is a fixed sentence.
	Summary string `json:"summary,omitempty"`
	// Said is what the user said, in the events before, in the run that is under way.
	Said *Content `json:"said,omitempty"`
	// Kept are events before that models see all the same, such as those of calls that
	// wait. They are stored, and not part of the events that a run yields.
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
// what it kept. The events may be those of the store, the slice is not.
func recent(events []*Event) []*Event {
	var kept []*Event
	e, first := lastCompaction(events)
	if e != nil {
		kept = e.Actions.Compaction.Kept
	}
	own := make([]*Event, 0, len(kept)+len(events)-first)
	for _, all := range [][]*Event{kept, events[first:]} {
		for _, e := range all {
			if e != nil {
				own = append(own, e.normalized())
			}
		}
	}
	return own
}

// compact asks the compactor about a request, and reports whether it is to be made again.
func (p *prompts) compact(a *Agent, req *ModelRequest) (again bool, err error) {
	compactor, events, asked := p.runner.cfg.Compactor, p.journal.events, *req
	c, err := guard(p.host, p.agentContext(a), func(ctx context.Context) (*Compaction, error) {
		c, err := compactor.Compact(ctx, &asked, slices.Clip(events))
		return c.clone(), err
	})
	if p.ctx.Err() != nil {
		return false, p.ended()
	}
	first := slices.IndexFunc(events, func(e *Event) bool { return c != nil && e.ID == c.Before })
	if err != nil || c != nil && first <= 0 {
		te, _ := toolerr.Find(err)
		p.diags.add(Diagnostic{Kind: DiagCallback, Agent: a.cfg.Name, Err: te, Message: toolerr.Msg("The compactor failed.")})
	}
	if first <= 0 {
		return err != nil, nil // it may still be reading the contents
	}
	e := p.journal.event(authorRuntime)
	e.Actions.Compaction = c
	if err := p.journal.store(e); err != nil {
		return false, err
	}
	p.journal.events = recent(p.journal.events)
	return true, p.journal.show(e.shown())
}
