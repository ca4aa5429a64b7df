package agent

import (
	"maps"
	"slices"
	"time"
)

// An Event is one thing that happened in a run. Events that are not Partial are
// stored; their JSON is camelCase.
type Event struct {
	ID           string    `json:"id"`
	InvocationID string    `json:"invocationId"`
	Author       string    `json:"author"`
	Branch       string    `json:"branch,omitempty"`
	Timestamp    time.Time `json:"timestamp"`
	Content      *Content  `json:"content,omitempty"`
	// Partial marks a piece of a streamed answer. The whole follows in an event
	// of its own, and only that is stored.
	Partial bool `json:"partial,omitempty"`
	// TurnComplete is true where an agent has said what it has to say: on its
	// answer, and on an event that ends or pauses the run.
	TurnComplete bool `json:"turnComplete,omitempty"`
	// ErrorCode names a soft condition; "" is none.
	ErrorCode EventCode `json:"errorCode,omitempty"`
	// ErrorMessage is a sentence about it, which is safe to show.
	ErrorMessage string       `json:"errorMessage,omitempty"`
	FinishReason FinishReason `json:"finishReason,omitempty"`
	// Usage is what the model's answer used; on an event with results, what the models of
	// agents that are tools used for them. So the sum over all events is that of the run.
	Usage *Usage `json:"usage,omitempty"`
	// LongRunningToolIDs are the calls of the event that wait for something. The last event
	// of a run that pauses lists all calls of the session that wait, here and in Actions.
	LongRunningToolIDs []string `json:"longRunningToolIds,omitempty"`
	Actions            Actions  `json:"actions,omitzero"`
	// Metadata is what the run was given with [WithMetadata].
	Metadata map[string]string `json:"metadata,omitempty"`
}

// Actions are the effects of an event beside its content.
type Actions struct {
	// StateDelta is what changes in the state. Keys that begin with temp: are
	// yielded and not stored here.
	StateDelta State `json:"stateDelta,omitempty"`
	// ArtifactDelta holds the new version of each artifact that was saved.
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
	// Suspended are the agents that are tools and wait, by the id of their call.
	// They are stored, and not part of the events that a run yields.
	Suspended map[string]Suspension `json:"suspended,omitempty"`
	// Temporary are the temp: keys of the state when the run paused, for the run that goes
	// on with it. They are stored, and not part of the events that a run yields.
	Temporary State `json:"temporary,omitempty"`
	// Rounds are how often the loops of [NewLoop] that the run paused in have run their
	// agents, by name. They are stored, and not part of the events that a run yields.
	Rounds map[string]int `json:"rounds,omitempty"`
	// Compaction hides the events before another one from models.
	Compaction *Compaction `json:"compaction,omitempty"`
}

// AuthorUser is the author of what the user says; no agent can have the name.
const AuthorUser = "user"

// authorRuntime is the author of what the loop itself writes.
const authorRuntime = "errand"

// IsError reports whether the event tells of a soft condition.
func (e *Event) IsError() bool { return e.ErrorCode != "" }

// FunctionCalls returns the calls in the event.
func (e *Event) FunctionCalls() []*FunctionCall { return e.Content.calls() }

// FunctionResponses returns the results in the event.
func (e *Event) FunctionResponses() []*FunctionResponse { return e.Content.responses() }

// IsFinalResponse reports whether the event is something to show as an answer:
// a whole event without calls and results, or one that waits for somebody.
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

// Clone returns a copy that shares nothing that changes.
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
	a.Temporary, a.Rounds, a.Compaction = a.Temporary.clone(), maps.Clone(a.Rounds), a.Compaction.clone()
	return &c
}

// put sets a value of a map that is made when it gets its first one.
func put[V any](m *map[string]V, key string, v V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[key] = v
}
