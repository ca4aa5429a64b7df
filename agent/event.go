package agent

import (
	"maps"
	"slices"
	"time"
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
func (e *Event) FunctionCalls() []*FunctionCall { return e.Content.calls() }

// FunctionResponses returns the results in the event.
func (e *Event) FunctionResponses() []*FunctionResponse { return e.Content.responses() }

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
	a.Temporary, a.Rounds, a.Compaction = a.Temporary.clone(), maps.Clone(a.Rounds), a.Compaction.clone()
	return &c
}

// put sets a value of a map, and creates the map if it is nil.
func put[V any](m *map[string]V, key string, v V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[key] = v
}
