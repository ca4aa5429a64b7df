package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/internal/toolargs"
)

// An Event is one step of a run, and one entry in the history of a session. Events that are
// not Partial are stored. Their JSON is camelCase.
type Event struct {
	ID           string    `json:"id"`
	InvocationID string    `json:"invocationId"`
	Author       string    `json:"author"`
	Branch       string    `json:"branch,omitempty"`
	Timestamp    time.Time `json:"timestamp"`
	Content      *Content  `json:"content,omitempty"`
	// Partial marks a piece of a streamed answer. The whole answer follows in an event of
	// its own, and only that event is stored.
	Partial bool `json:"partial,omitempty"`
	// TurnComplete is true on an agent's answer, and on an event that ends or pauses the
	// run.
	TurnComplete bool `json:"turnComplete,omitempty"`
	// ErrorCode names a soft condition; "" means that there is none.
	ErrorCode EventCode `json:"errorCode,omitempty"`
	// ErrorMessage is a sentence about the soft condition, which is safe to show.
	ErrorMessage string       `json:"errorMessage,omitempty"`
	FinishReason FinishReason `json:"finishReason,omitempty"`
	// Usage is what the model's answer used. On an event with results, it is what the
	// models of agents that are tools used for the results. The sum over all events is the
	// usage of the run.
	Usage *Usage `json:"usage,omitempty"`
	// LongRunningToolIDs are the ids of the event's calls that wait. The last event of a
	// run that pauses lists all calls of the session that wait, here and in Actions.
	LongRunningToolIDs []string `json:"longRunningToolIds,omitempty"`
	Actions            Actions  `json:"actions,omitzero"`
	// Metadata has the values of [WithMetadata].
	Metadata map[string]string `json:"metadata,omitempty"`
}

// Actions are the effects of an event, apart from its content.
type Actions struct {
	// StateDelta has the changes of the state. Keys that begin with temp: are yielded, but
	// not stored here.
	StateDelta State `json:"stateDelta,omitempty"`
	// ArtifactDelta has the new version of each artifact that was saved.
	ArtifactDelta     map[string]int `json:"artifactDelta,omitempty"`
	TransferToAgent   string         `json:"transferToAgent,omitempty"`
	Escalate          bool           `json:"escalate,omitempty"`
	SkipSummarization bool           `json:"skipSummarization,omitempty"`
	// RequestedToolConfirmations are the calls that wait for a person's
	// decision, by call id.
	RequestedToolConfirmations map[string]ConfirmationRequest `json:"requestedToolConfirmations,omitempty"`
	// RequestedAuth are the calls that wait for a person to sign in, by call id.
	RequestedAuth map[string]AuthRequest `json:"requestedAuth,omitempty"`
	// Decisions are what a person decided about pending calls.
	Decisions []Decision `json:"decisions,omitempty"`
	// Suspended has the agents that are tools and wait, by the id of their call. It is
	// stored, and not part of the events that a run yields.
	Suspended map[string]Suspension `json:"suspended,omitempty"`
	// Temporary has the temp: keys of the state when the run paused, for the run that
	// continues it. It is stored, and not part of the events that a run yields.
	Temporary State `json:"temporary,omitempty"`
	// Rounds has the number of rounds of each loop of [NewLoop] in which the run paused, by
	// name. It is stored, and not part of the events that a run yields.
	Rounds map[string]int `json:"rounds,omitempty"`
	// Sent has what calls of tools are about to send, by call id: see adapter.CallKey. It is
	// stored in an event of its own, which a run does not yield.
	Sent map[string]adapter.CallState `json:"sent,omitempty"`
	// Compaction hides earlier events from models.
	Compaction *Compaction `json:"compaction,omitempty"`
}

// AuthorUser is the author of the user's events. No agent can have this name.
const AuthorUser = "user"

// authorRuntime is the author of events that the loop writes.
const authorRuntime = "errand"

// IsError reports whether the event reports a soft condition.
func (e *Event) IsError() bool { return e.ErrorCode != "" }

// FunctionCalls returns the calls in the event.
func (e *Event) FunctionCalls() []*FunctionCall {
	return pick(e.Content, func(p *Part) *FunctionCall { return p.FunctionCall })
}

// FunctionResponses returns the results in the event.
func (e *Event) FunctionResponses() []*FunctionResponse {
	return pick(e.Content, func(p *Part) *FunctionResponse { return p.FunctionResponse })
}

// IsFinalResponse reports whether a program should show the event as an answer: it is
// complete and has neither calls nor results, or it has a call that waits.
func (e *Event) IsFinalResponse() bool {
	if e.Actions.SkipSummarization || len(e.LongRunningToolIDs) > 0 {
		return true
	}
	return !e.Partial && e.Actions.Compaction == nil && len(e.FunctionCalls()) == 0 && len(e.FunctionResponses()) == 0
}

func cloneEvents(events []*Event) []*Event {
	own := make([]*Event, 0, len(events))
	for _, e := range events {
		if e != nil {
			own = append(own, e.Clone())
		}
	}
	return own
}

// Clone returns a deep copy.
func (e *Event) Clone() *Event {
	c := *e
	c.Content = e.Content.clone()
	c.Usage = copied(e.Usage)
	c.LongRunningToolIDs = slices.Clone(e.LongRunningToolIDs)
	c.Metadata = maps.Clone(e.Metadata)
	a := &c.Actions
	a.StateDelta = a.StateDelta.clone()
	a.ArtifactDelta = maps.Clone(a.ArtifactDelta)
	a.RequestedToolConfirmations = maps.Clone(a.RequestedToolConfirmations)
	a.RequestedAuth = maps.Clone(a.RequestedAuth)
	a.Decisions = slices.Clone(a.Decisions)
	a.Suspended = maps.Clone(a.Suspended)
	for id, s := range a.Suspended {
		a.Suspended[id] = Suspension{Events: cloneEvents(s.Events)}
	}
	a.Sent = maps.Clone(a.Sent)
	a.Temporary, a.Rounds, a.Compaction = a.Temporary.clone(), maps.Clone(a.Rounds), a.Compaction.clone()
	return &c
}

// put sets a value of a map, and creates the map if it is nil.
func put[M ~map[string]V, V any](m *M, key string, v V) { putAll(m, M{key: v}) }

// putAll sets values of a map, and creates the map if it is nil.
func putAll[M ~map[string]V, V any](m *M, values M) {
	if *m == nil && values != nil {
		*m = M{}
	}
	maps.Copy(*m, values)
}

// Usage has the numbers of tokens that the provider reports.
type Usage struct {
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
	CachedTokens int `json:"cachedTokens,omitempty"`
}

// add returns the sum of u and v, which may be nil.
func (u *Usage) add(v *Usage) *Usage {
	if v == nil {
		return u
	}
	sum := *v
	if u != nil {
		sum.InputTokens += u.InputTokens
		sum.OutputTokens += u.OutputTokens
		sum.CachedTokens += u.CachedTokens
	}
	return &sum
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
	// Kept are earlier events that models still see: the user's input of the current run, and
	// those of calls that wait. The loop sets them. They are stored, and not part of the events
	// that a run yields.
	Kept []*Event `json:"kept,omitempty"`
}

func (c *Compaction) clone() *Compaction {
	if c == nil {
		return nil
	}
	return &Compaction{Before: c.Before, Summary: c.Summary, Usage: copied(c.Usage), Kept: cloneEvents(c.Kept)}
}

// A Suspension is an agent that is a tool and waits: the events of its session so far. It
// continues when an input names one of its calls that wait.
type Suspension struct {
	Events []*Event `json:"events"`
}

// shown returns the event that a run yields: without the data that is stored only for the
// run that continues.
func (e *Event) shown() *Event {
	c := *e
	c.Actions.Suspended, c.Actions.Temporary, c.Actions.Rounds = nil, nil, nil
	if c.Actions.Compaction = copied(e.Actions.Compaction); c.Actions.Compaction != nil {
		c.Actions.Compaction.Kept = nil
	}
	return &c
}

// normalized returns e with valid JSON: arguments of calls are an object, a response that
// is not an object is removed, and unpaired surrogates are replaced. If anything changes,
// it returns a copy, because e may be shared; else it returns e.
func (e *Event) normalized() *Event {
	fixed := e
	fix := func() *Event {
		if fixed == e {
			fixed = e.Clone()
		}
		return fixed
	}
	same := func(a, b []byte) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }
	for i, call := range e.FunctionCalls() {
		if args, malformed := toolargs.Normal(call.Args); !same(args, call.Args) {
			call := fix().FunctionCalls()[i]
			call.Args, call.Malformed = args, cmp.Or(malformed, call.Malformed)
		}
	}
	for i, resp := range e.FunctionResponses() {
		var raw json.RawMessage
		if text := bytes.TrimSpace(resp.Response); len(text) > 0 && text[0] == '{' && json.Valid(text) {
			raw = jsonvalue.WellFormed(resp.Response)
		}
		if !same(raw, resp.Response) {
			fix().FunctionResponses()[i].Response = raw
		}
	}
	return fixed
}

// merge adds the actions of a call to those of its turn's event.
func (a *Actions) merge(b Actions) {
	putAll(&a.StateDelta, b.StateDelta)
	putAll(&a.ArtifactDelta, b.ArtifactDelta)
	if b.TransferToAgent != "" {
		a.TransferToAgent = b.TransferToAgent
	}
	a.Escalate = a.Escalate || b.Escalate
	a.SkipSummarization = a.SkipSummarization || b.SkipSummarization
}
