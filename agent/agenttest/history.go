package agenttest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/errand-go/errand/agent"
)

// AssertHistorySound checks the events in a store. Every call must have a response in the
// event that follows its own. A pending response may be followed by one final response. Ids
// must be unique, those of calls between two compactions. Results must be payloads. The
// conversation must encode to requests that Anthropic, OpenAI and Gemini accept.
func AssertHistorySound(t TB, events []*agent.Event) {
	t.Helper()
	for _, p := range historyProblems(events) {
		t.Errorf("the history is not sound: %s", p)
	}
}

func historyProblems(events []*agent.Event) []string {
	h := historyCheck{calls: map[string]*seenCall{}, eventIDs: map[string]int{}}
	for i, e := range events {
		h.event(i, e)
	}
	for id, c := range h.calls {
		if c.responses == 0 {
			h.add("call %s has no response", id)
		}
	}
	return append(h.problems, RequestProblems(agent.History(events))...)
}

type seenCall struct {
	name      string
	event     int
	responses int
	pending   bool
}

type historyCheck struct {
	calls    map[string]*seenCall
	eventIDs map[string]int
	first    int      // index of the first event that models still see
	due      []string // calls of the latest answer without a response
	problems []string
}

func (h *historyCheck) add(format string, args ...any) {
	h.problems = append(h.problems, fmt.Sprintf(format, args...))
}

func (h *historyCheck) event(i int, e *agent.Event) {
	if e.Partial {
		h.add("event %d is partial", i)
		return
	}
	if _, taken := h.eventIDs[e.ID]; e.ID == "" || taken {
		h.add("event %d has no id of its own", i)
	}
	h.eventIDs[e.ID] = i
	responses := e.FunctionResponses()
	if len(h.due) > 0 && e.Actions.Sent == nil {
		h.answers(i, responses)
	}
	for _, r := range responses {
		h.response(i, r)
	}
	h.compaction(i, e.Actions.Compaction)
	for _, c := range e.FunctionCalls() {
		if old := h.calls[c.ID]; c.ID == "" || old != nil && (old.event >= h.first || old.responses == 0 || old.pending) {
			h.add("call id %q of event %d is not unique", c.ID, i)
		}
		if c.Name == "" || len(c.Name) > 64 || strings.Trim(c.Name, wordBytes) != "" {
			h.add("the name %q of call %s is not usable", c.Name, c.ID)
		}
		if !json.Valid(c.Args) {
			h.add("the arguments of call %s are not JSON", c.ID)
		}
		h.calls[c.ID] = &seenCall{name: c.Name, event: i}
		h.due = append(h.due, c.ID)
	}
}

// compaction updates the index of the first event that models still see.
func (h *historyCheck) compaction(i int, c *agent.Compaction) {
	if c == nil {
		return
	}
	first, ok := h.eventIDs[c.Before]
	if !ok || first >= i {
		h.add("event %d is a compaction before event %q, which is not there", i, c.Before)
		return
	}
	h.first = first
}

// answers checks that the event after an answer has all results, in order.
func (h *historyCheck) answers(i int, responses []*agent.FunctionResponse) {
	var got []string
	for _, r := range responses {
		got = append(got, r.ID)
	}
	if fmt.Sprint(got) != fmt.Sprint(h.due) {
		h.add("event %d has the results %v where %v are due", i, got, h.due)
	}
	h.due = nil
}

func (h *historyCheck) response(i int, r *agent.FunctionResponse) {
	c := h.calls[r.ID]
	if c == nil {
		h.add("event %d has a result for %q, which nobody called", i, r.ID)
		return
	}
	c.responses++
	if c.responses > 1 && !c.pending {
		h.add("call %s has more than one result", r.ID)
	}
	c.pending = r.Outcome == agent.OutcomePending
	if r.Name != c.name {
		h.add("the result of call %s names %q, the call %q", r.ID, r.Name, c.name)
	}
	if r.Outcome == "" {
		h.add("the result of call %s has no outcome", r.ID)
	}
	var p struct {
		Success *bool
		Error   *string
	}
	if err := json.Unmarshal(r.Response, &p); err != nil || p.Success == nil {
		h.add("the result of call %s is not a payload", r.ID)
		return
	}
	if *p.Success != (p.Error == nil) || *p.Success == r.IsError {
		h.add("the result of call %s is both a success and a failure", r.ID)
	}
}
