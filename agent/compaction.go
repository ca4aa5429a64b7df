package agent

import (
	"context"
	"slices"

	"github.com/errand-go/errand/toolerr"
)

// A Compactor decides when requests to models leave out the beginning of a conversation,
// and what replaces it. Package agent/compact has one. It is safe for concurrent use.
//
// Whatever it decides, providers accept the requests: they begin with the user, and calls
// and results are in pairs. But a call that waits is forgotten if it is neither in the
// events that remain nor in [Compaction].Kept.
type Compactor interface {
	// Compact is called before each request to a model, also in the middle of a run. req is
	// the request that would be sent, and events are the events of which it was made, the
	// last of them the run's. Compact must not change either, nor read them after it has
	// returned. It returns nil to leave the conversation unchanged. An error becomes a
	// diagnostic, and a compaction beside it still counts. If Before is not the id of an
	// event after the first, the compaction is dropped, with a diagnostic. Compact must
	// return within [Limits].ToolTimeout.
	Compact(ctx context.Context, req *ModelRequest, events []*Event) (*Compaction, error)
}

// A Compaction replaces the beginning of a session in the requests to models. The session
// keeps the events. See [RecentStore].
type Compaction struct {
	// Before is the id of the first event that models still see. If the session has no such
	// event, the compaction has no effect.
	Before string `json:"before"`
	// Summary is the text that models read in place of the earlier events; "" means a fixed
	// sentence.
	Summary string `json:"summary,omitempty"`
	// Said is the user's input of the current run, if it is in the earlier events.
	Said *Content `json:"said,omitempty"`
	// Kept are earlier events that models still see, such as those of calls that wait. They
	// are stored, and not part of the events that a run yields.
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
