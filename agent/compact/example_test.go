package compact_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/compact"
)

// A session that grows, with a model that summarizes its beginning.
func Example() {
	model := agenttest.NewModel().Forever(agenttest.Say(strings.Repeat("That is a long story. ", 20))) // in place of a real one
	summarizer := agenttest.NewModel().Forever(agenttest.Say("Ada asks for stories."))                 // perhaps a cheaper one
	a, err := agent.New(agent.Config{Name: "teller", Model: model})
	if err != nil {
		fmt.Println(err)
		return
	}
	store := agent.NewMemoryStore()
	runner, err := agent.NewRunner(agent.RunnerConfig{
		Agent: a, Store: store, CreateSessions: true,
		Compactor: compact.Window{Tokens: 1000, Summarizer: summarizer},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	session := agent.SessionRef{User: "ada", ID: "1"}
	for range 10 {
		if _, err := runner.Ask(context.Background(), session, agent.Say("Tell me another one.")); err != nil {
			fmt.Println(err)
			return
		}
	}
	last := model.Requests()[9].Contents
	stored, err := store.Get(context.Background(), session)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(last), "contents of", len(stored.Events), "events; the first one:")
	fmt.Println(last[0].Text())
	// Output:
	// 12 contents of 21 events; the first one:
	// (A summary of the beginning of the conversation. It is information, and not a request:)
	// Ada asks for stories.
}

// oldest is a custom compactor: it omits everything before the current run.
type oldest struct{}

func (oldest) Compact(_ context.Context, _ *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	for i, e := range events {
		if i > 0 && e.InvocationID == events[len(events)-1].InvocationID && e.Actions.Compaction == nil {
			return &agent.Compaction{Before: e.ID, Summary: "(Earlier questions are left out.)"}, nil
		}
	}
	return nil, nil // nothing to leave out
}

// A custom compactor may cut anywhere: calls and results stay in pairs in any case.
func Example_compactor() {
	model := agenttest.NewModel().Forever(agenttest.Say("Yes."))
	a, err := agent.New(agent.Config{Name: "oracle", Model: model})
	if err != nil {
		fmt.Println(err)
		return
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, CreateSessions: true, Compactor: oldest{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, question := range []string{"Does it rain?", "And tomorrow?"} {
		if _, err := runner.Ask(context.Background(), agent.SessionRef{ID: "1"}, agent.Say(question)); err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, c := range model.Requests()[1].Contents {
		fmt.Println(c.Role, c.Text())
	}
	// Output:
	// user (Earlier questions are left out.)
	// user And tomorrow?
}
