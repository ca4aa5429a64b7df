package agent

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
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

// A Compaction replaces the beginning of a session in the requests to models. The session
// keeps the events. See [RecentStore].
type Compaction struct {
	// Before is the id of the first event that models still see. It comes after the first
	// event since the last compaction. If the session has no such event, the compaction has
	// no effect.
	Before string `json:"before"`
	// Summary is the text that models read in place of the earlier events; "" means a fixed
	// sentence.
	Summary string `json:"summary,omitempty"`
	// Usage has the tokens of the models that made the summary. The loop moves it to the
	// event.
	Usage *Usage `json:"usage,omitempty"`
	// Input is the user's input of the current run, if it is in the earlier events. The loop
	// sets it.
	Input *Content `json:"input,omitempty"`
	// Kept are earlier events that models still see: those of calls that wait. The loop sets
	// them. They are stored, and not part of the events that a run yields.
	Kept []*Event `json:"kept,omitempty"`
}

func (c *Compaction) clone() *Compaction {
	if c == nil {
		return nil
	}
	return &Compaction{Before: c.Before, Summary: c.Summary, Usage: copied(c.Usage), Input: c.Input.clone(), Kept: cloneEvents(c.Kept)}
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

// askCompactor calls the compactor with a request of a. A compaction counts even with an
// error.
func (p *prompts) askCompactor(a *Agent, req *ModelRequest, events []*Event) (*Compaction, error) {
	compactor, asked := p.runner.cfg.Compactor, *req
	ctx := context.WithValue(p.agentContext(a), consultKey{}, &consultant{p.host, a})
	c, err := guard(p.host, ctx, func(ctx context.Context) (*Compaction, error) {
		c, err := compactor.Compact(ctx, &asked, slices.Clip(events))
		return c.clone(), err
	})
	if err != nil && p.ctx.Err() == nil {
		te, _ := toolerr.Find(err)
		p.diags.add(Diagnostic{Kind: DiagCallback, Agent: a.cfg.Name, Err: te, Message: toolerr.Msg("The compactor failed.")})
	}
	return c, err
}

// compact calls the compactor with a request, and reports whether the request must be
// rebuilt.
func (p *prompts) compact(a *Agent, req *ModelRequest) (again bool, err error) {
	events := p.journal.events
	c, err := p.askCompactor(a, req, events)
	if p.ctx.Err() != nil {
		return false, p.ended()
	}
	if err != nil {
		if failure := p.callbackError(err); errors.Is(failure, ErrEgressRefused) {
			return false, failure
		}
	}
	_, first := lastCompaction(events) // the first event that it did not keep
	cut := slices.IndexFunc(events, func(e *Event) bool { return c != nil && e.ID == c.Before })
	if c != nil && cut <= first {
		p.diags.add(Diagnostic{Kind: DiagCallback, Agent: a.cfg.Name, Message: toolerr.Msg("A compaction that omits no event was ignored.")})
	}
	if cut <= first {
		return err != nil, nil // after an error, the compactor may still be reading the contents
	}
	e := p.journal.event(authorRuntime)
	e.Usage = c.Usage
	e.Actions.Compaction = &Compaction{Before: c.Before, Summary: c.Summary, Input: p.userInput(events[:cut]), Kept: waiting(events[:cut])}
	if err := p.journal.store(e); err != nil {
		return false, err
	}
	p.journal.events = recent(p.journal.events)
	return true, p.journal.show(e.shown())
}

// userInput returns the user's content in omitted events, of the current run and of the runs
// whose calls it continued. It returns nil if there is none.
func (p *prompts) userInput(omitted []*Event) *Content {
	current, c := p.current(), Content{Role: RoleUser}
	for _, e := range slices.Backward(p.journal.events) {
		if earlier := e.Actions.Compaction; earlier != nil && earlier.Input != nil && current(e.InvocationID) {
			c.Parts = append(c.Parts, earlier.Input.Parts...)
			break
		}
	}
	for _, e := range omitted {
		if e.Author == AuthorUser && e.Content != nil && current(e.InvocationID) && len(e.FunctionResponses()) == 0 {
			c.Parts = append(c.Parts, e.Content.Parts...)
		}
	}
	if len(c.Parts) == 0 {
		return nil
	}
	return &c
}

// waiting returns the events that belong to pending calls: the calls, others of the same
// turn, decisions about them, and events with the data of later pauses.
func waiting(events []*Event) []*Event {
	pending := map[string]bool{}
	for _, e := range events {
		for _, resp := range e.FunctionResponses() {
			pending[resp.ID] = resp.Outcome == OutcomePending
		}
	}
	var kept []*Event
	ids := map[string]bool{} // ids of the calls to keep
	for _, e := range events {
		keep := len(ids) > 0 && (e.Actions.Temporary != nil || e.Actions.Rounds != nil)
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
			kept = append(kept, e)
		}
	}
	return kept
}
