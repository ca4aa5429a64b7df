package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

var session = agent.SessionRef{App: "app", User: "ada", ID: "s1"}

// A world is an agent with its model, tools, runner and store.
type world struct {
	t      *testing.T
	model  *agenttest.Model
	store  *agent.MemoryStore
	runner *agent.Runner
}

// stalled is longer than any check under the race detector on a busy machine, and shorter
// than the checks that must be prevented.
const stalled = time.Minute

// newWorld creates a world. change may adjust the configuration.
func newWorld(t *testing.T, model *agenttest.Model, tools []agent.Tool, change ...func(*agent.Config, *agent.RunnerConfig)) *world {
	t.Helper()
	cfg := agent.Config{Name: "helper", Model: model, Tools: tools}
	w := &world{t: t, model: model, store: agent.NewMemoryStore()}
	rc := agent.RunnerConfig{App: "app", Store: w.store, CreateSessions: true}
	for _, c := range change {
		c(&cfg, &rc)
	}
	if rc.Agent == nil {
		a, err := agent.New(cfg)
		require.NoError(t, err)
		rc.Agent = a
	}
	r, err := agent.NewRunner(rc)
	require.NoError(t, err)
	w.runner = r
	return w
}

// An outcome has the events and the error that a run yielded.
type outcome struct {
	events []*agent.Event
	err    error
	run    *agent.Run
}

func (w *world) run(ctx context.Context, in agent.Input, opts ...agent.RunOption) outcome {
	w.t.Helper()
	h := w.runner.Start(ctx, session, in, opts...)
	o := outcome{run: h}
	for e, err := range h.Events() {
		require.NoError(w.t, o.err, "an item behind an error")
		if err != nil {
			require.Nil(w.t, e)
			o.err = err
			continue
		}
		o.events = append(o.events, e)
	}
	return o
}

func (w *world) say(text string, opts ...agent.RunOption) outcome {
	w.t.Helper()
	return w.run(w.t.Context(), agent.Say(text), opts...)
}

// stored validates and returns the session's events.
func (w *world) stored() []*agent.Event {
	w.t.Helper()
	s, err := w.store.Get(context.Background(), session)
	if errors.Is(err, agent.ErrSessionNotFound) {
		return nil
	}
	require.NoError(w.t, err)
	agenttest.AssertHistorySound(w.t, s.Events)
	return s.Events
}

func (w *world) stateOf(key string) any {
	w.t.Helper()
	s, err := w.store.Get(context.Background(), session)
	require.NoError(w.t, err)
	return s.State[key]
}

// text returns the last answer.
func (o outcome) text() string {
	for _, e := range slices.Backward(o.events) {
		if !e.Partial && e.Content != nil && len(e.FunctionResponses()) == 0 {
			return e.Content.Text()
		}
	}
	return ""
}

func (o outcome) last() *agent.Event {
	if len(o.events) == 0 {
		return &agent.Event{}
	}
	return o.events[len(o.events)-1]
}

// responses returns all results of the run, in order.
func (o outcome) responses() []*agent.FunctionResponse {
	var all []*agent.FunctionResponse
	for _, e := range o.events {
		all = append(all, e.FunctionResponses()...)
	}
	return all
}

func (o outcome) diagnosed(kind agent.DiagnosticKind) int { return len(o.diagnoses(kind)) }

// diagnoses returns the sentences of the diagnostics of the given kinds.
func (o outcome) diagnoses(kinds ...agent.DiagnosticKind) (sentences []string) {
	for _, d := range o.run.Diagnostics() {
		if slices.Contains(kinds, d.Kind) {
			sentences = append(sentences, d.Message.String())
		}
	}
	return sentences
}

// fields decodes a payload.
func fields(t *testing.T, r *agent.FunctionResponse) map[string]any {
	t.Helper()
	m := map[string]any{}
	require.NoError(t, json.Unmarshal(r.Response, &m))
	return m
}

func call(id, name, args string) agent.FunctionCall {
	return agent.FunctionCall{ID: id, Name: name, Args: json.RawMessage(args)}
}
