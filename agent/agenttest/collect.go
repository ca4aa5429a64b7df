package agenttest

import (
	"context"
	"iter"
	"strings"

	"github.com/errand-go/errand/agent"
)

// A Collected is the result of a run.
type Collected struct {
	// Events are the complete events.
	Events []*agent.Event
	// Partial are the pieces of streamed answers, which are not stored.
	Partial []*agent.Event
	// Err is the failure of the run; nil if it did not fail.
	Err error
}

// Collect ranges over the events of [agent.Runner.Run] until the end.
func Collect(events iter.Seq2[*agent.Event, error]) Collected {
	var o Collected
	for e, err := range events {
		switch {
		case err != nil:
			o.Err = err
		case e.Partial:
			o.Partial = append(o.Partial, e)
		default:
			o.Events = append(o.Events, e)
		}
	}
	return o
}

// ref is the session of every run.
var ref = agent.SessionRef{App: "app", User: "ada", ID: "1"}

// Run makes an agent, runs it once in a new session, and checks the history with
// [AssertHistorySound]. If cfg is wrong, the test fails.
func Run(ctx context.Context, t TB, cfg agent.Config, in agent.Input, opts ...agent.RunOption) Collected {
	t.Helper()
	a, err := agent.New(cfg)
	if err != nil {
		t.Errorf("there is nothing to run: %v", err)
		return Collected{Err: err}
	}
	store := agent.NewMemoryStore()
	runner, err := agent.NewRunner(agent.RunnerConfig{App: ref.App, Agent: a, Store: store, CreateSessions: true})
	if err != nil {
		t.Errorf("there is nothing to run: %v", err)
		return Collected{Err: err}
	}
	o := Collect(runner.Run(ctx, ref, in, opts...))
	if session, err := store.Get(context.WithoutCancel(ctx), ref); err == nil { // a run that fails early creates none
		AssertHistorySound(t, session.Events)
	}
	return o
}

// Last returns the last complete event, or an empty event if there is none.
func (o Collected) Last() *agent.Event {
	if len(o.Events) == 0 {
		return &agent.Event{}
	}
	return o.Events[len(o.Events)-1]
}

// Shown returns the text of all pieces.
func (o Collected) Shown() string {
	var b strings.Builder
	for _, e := range o.Partial {
		b.WriteString(e.Content.Text())
	}
	return b.String()
}

// Codes returns the soft conditions of the run, in order.
func (o Collected) Codes() []agent.EventCode {
	var all []agent.EventCode
	for _, e := range o.Events {
		if e.ErrorCode != "" {
			all = append(all, e.ErrorCode)
		}
	}
	return all
}

// AssertBrokenOff checks the events of an answer that failed in the middle. shown is the
// text that was yielded before the failure. The last event must have this text and
// [agent.CodeInterrupted]. If shown is "", there must be no such event.
func AssertBrokenOff(t TB, o Collected, shown string) {
	t.Helper()
	if o.Err == nil {
		t.Errorf("the run did not fail")
	}
	if shown == "" {
		if len(o.Events) > 0 {
			t.Errorf("nothing was shown, and %q is kept", o.Last().Content.Text())
		}
		return
	}
	if last := o.Last(); last.ErrorCode != agent.CodeInterrupted || last.Content.Text() != shown {
		t.Errorf("%q was shown, and %q is kept, with the code %q", shown, last.Content.Text(), last.ErrorCode)
	}
}
