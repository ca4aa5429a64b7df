package agent

import (
	"cmp"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent/internal/names"
	"github.com/errand-go/errand/toolerr"
)

// History returns the conversation in events as a model gets it. Whatever the events
// contain, every call has a unique id and exactly one response, in a content that follows
// the call's own. If a call has several responses, the last counts. A response without a
// call is left out. A call without a response gets one that reports an interruption. Events
// that a [Compaction] replaces are left out.
func History(events []*Event) []Content {
	contents, _ := view{}.contents(recent(cloneEvents(events)), "")
	return contents
}

// view selects a part of the conversation.
type view struct {
	agent       string // "" means all agents
	branch      string
	invocations func(id string) bool // nil means all
	alone       bool                 // without events of other agents
}

// contents returns the conversation, and the index of the first content of the current
// invocation. The contents share read-only bytes with the events.
func (v view) contents(events []*Event, current string) (out []Content, first int) {
	answers := answer(events)
	out = make([]Content, 0, len(events)+1)
	if start, ok := v.start(events); ok {
		out = append(out, start)
	}
	first, other := -1, false
	for i, e := range events {
		if e.Partial || e.Content == nil || e.Branch != v.branch ||
			v.invocations != nil && !v.invocations(e.InvocationID) {
			continue
		}
		if e.Author != authorRuntime { // the runtime's events belong to the agent before them
			other = e.Author != AuthorUser && e.Author != v.agent
		}
		if v.alone && other {
			continue
		}
		before := len(out)
		out = v.add(out, e, answers[i])
		if first < 0 && current != "" && e.InvocationID == current && len(out) > before {
			first = before
		}
	}
	if first < 0 {
		first = len(out)
	}
	if len(out) > 0 && out[0].Role != RoleUser {
		out = slices.Insert(out, 0, TextContent(RoleUser, beginning.String()))
		first++
	}
	if n := len(out); n > 0 && out[n-1].Role == RoleModel {
		out = append(out, TextContent(RoleUser, toolerr.Msg("Go on from here. Results that were missing may have arrived.").String()))
	}
	return out, first
}

var beginning = toolerr.Msg("(The beginning of the conversation is not included.)")

// start returns the content that replaces the events of a compaction, and false if there is
// none.
func (v view) start(events []*Event) (Content, bool) {
	e, _ := lastCompaction(events)
	if e == nil || v.alone {
		return Content{}, false
	}
	text := cmp.Or(strings.TrimSpace(e.Actions.Compaction.Summary), beginning.String())
	return TextContent(RoleUser, text).sendable(), true
}

// add appends the contents of an event.
func (v view) add(out []Content, e *Event, answers []answered) []Content {
	c := e.Content.sendable()
	model := c.Role == RoleModel || c.Role == "" && e.Author != AuthorUser && e.Author != authorRuntime
	for i := range c.Parts { // a callback may change them
		c.Parts[i].Blob, c.Parts[i].File = copied(c.Parts[i].Blob), copied(c.Parts[i].File)
	}
	if !model {
		c.Role = RoleUser
		c.Parts = slices.DeleteFunc(c.Parts, func(p Part) bool { return p.FunctionResponse != nil || p.FunctionCall != nil })
		if len(c.Parts) > 0 {
			out = append(out, c)
		}
		return out
	}
	c.Role = RoleModel
	c.Parts = slices.DeleteFunc(c.Parts, func(p Part) bool { return p.FunctionResponse != nil })
	results := Content{Role: RoleUser}
	next := 0
	for i := range c.Parts {
		if c.Parts[i].FunctionCall != nil {
			c.Parts[i].FunctionCall = &answers[next].call
			results.Parts = append(results.Parts, Part{FunctionResponse: &answers[next].response})
			next++
		}
	}
	if !c.answers() {
		return out
	}
	if v.agent != "" && e.Author != v.agent {
		return append(out, reported(e.Author, c, results))
	}
	if n := len(out); n > 0 && out[n-1].Role == RoleModel { // merge consecutive answers into one turn
		out[n-1].Parts = append(out[n-1].Parts, c.Parts...)
	} else {
		out = append(out, c)
	}
	if len(results.Parts) > 0 {
		out = append(out, results)
	}
	return out
}

// reported returns a content of another agent as a message of the user.
func reported(author string, c, results Content) Content {
	var b strings.Builder
	b.WriteString(toolerr.Msg("For context, from another agent:").String())
	line := func(words ...string) {
		b.WriteString("\n[" + author + "] ")
		b.WriteString(strings.Join(words, " "))
	}
	for _, p := range c.Parts {
		switch {
		case p.FunctionCall != nil:
			line("called", p.FunctionCall.Name, string(p.FunctionCall.Args))
		case p.Text != "" && !p.Thought:
			line("said:", p.Text)
		}
	}
	for _, p := range results.Parts {
		line(p.FunctionResponse.Name, "returned", string(p.FunctionResponse.Response))
	}
	return TextContent(RoleUser, b.String())
}

// answered is a call and its response.
type answered struct {
	call     FunctionCall
	response FunctionResponse
	answered bool
}

// answer returns the calls of each event with their responses. The events are normalized.
func answer(events []*Event) [][]answered {
	all := make([][]answered, len(events))
	open := make(map[string]*answered, len(events)/4) // the latest call of each original id
	taken := make(map[string]bool, len(events)/4)
	for i, e := range events {
		if e.Partial || e.Content == nil {
			continue
		}
		if calls := e.FunctionCalls(); len(calls) > 0 {
			all[i] = make([]answered, len(calls))
			for j, call := range calls {
				a := &all[i][j]
				a.call = *call
				a.call.ID = names.UniqueID(call.ID, taken)
				taken[a.call.ID] = true
				open[call.ID] = a
			}
		}
		for _, resp := range e.FunctionResponses() {
			if a := open[resp.ID]; a != nil && (!a.answered || a.response.Outcome == OutcomePending) {
				a.response, a.answered = *resp, true
			}
		}
	}
	for _, calls := range all {
		for j := range calls {
			a := &calls[j]
			a.call.Name = names.Callable(a.call.Name)
			if !a.answered || len(a.response.Response) == 0 {
				a.response = *interrupted(&a.call)
			}
			a.response.ID, a.response.Name = a.call.ID, a.call.Name
		}
	}
	return all
}
