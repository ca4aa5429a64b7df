package compact_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/compact"
)

// turns returns a conversation of n questions and answers of a hundred tokens each.
func turns(n int) []agent.Content {
	var all []agent.Content
	for range n {
		all = append(all, agent.TextContent(agent.RoleUser, strings.Repeat("q", 276)), agent.TextContent(agent.RoleModel, strings.Repeat("a", 276)))
	}
	return append(all, agent.TextContent(agent.RoleUser, strings.Repeat("q", 276)))
}

// eventsOf returns the history of a conversation, one run for two contents.
func eventsOf(contents []agent.Content) []*agent.Event {
	var all []*agent.Event
	for i, c := range contents {
		e := &agent.Event{ID: fmt.Sprint(i), InvocationID: fmt.Sprint(i / 2), Author: agent.AuthorUser, Content: &c}
		if c.Role == agent.RoleModel {
			e.Author = "helper"
		}
		all = append(all, e)
	}
	return all
}

func TestWindow(t *testing.T) {
	require.Equal(t, 100, compact.Estimate(turns(1)[0]))
	one := func(agent.Content) int { return 1 }
	for name, tt := range map[string]struct {
		window compact.Window
		want   string // the id of the first event that remains
	}{
		"all of it fits":                 {compact.Window{Tokens: 2200}, ""},
		"half of it remains":             {compact.Window{Tokens: 1100}, "6"}, // the instruction and the schema have 16
		"the first event is the user's":  {compact.Window{Tokens: 1000}, "8"},
		"the first event is the model's": {compact.Window{Tokens: 500}, "9"},
		"the smallest window":            {compact.Window{Tokens: 100}, "9"},
		"another way to count":           {compact.Window{Tokens: 12, Count: one}, "8"},
		"the default":                    {compact.Window{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			events := eventsOf(turns(5))
			c, err := tt.window.Compact(t.Context(), &agent.ModelRequest{Contents: turns(5)}, events)
			require.NoError(t, err)
			if tt.want == "" {
				assert.Nil(t, c)
				return
			}
			assert.Equal(t, &agent.Compaction{Before: tt.want}, c)
		})
	}
	c, err := compact.Window{Tokens: 100}.Compact(t.Context(), &agent.ModelRequest{Contents: turns(0)}, eventsOf(turns(0)))
	require.NoError(t, err)
	assert.Nil(t, c, "no event can be the first")
}

// The constant part has the instruction, the tools and the schema of the answer.
func TestContentThatIsAlwaysSentCounts(t *testing.T) {
	long := strings.Repeat("x", 6000)
	for name, req := range map[string]agent.ModelRequest{
		"instruction":   {Instruction: long},
		"tools":         {Tools: []agent.Declaration{{Name: "t", Description: long}}},
		"output schema": {OutputSchema: []byte(long)},
	} {
		t.Run(name, func(t *testing.T) {
			req.Contents = turns(2)
			c, err := compact.Window{Tokens: 2000}.Compact(t.Context(), &req, eventsOf(turns(2)))
			require.NoError(t, err)
			require.NotNil(t, c)
			assert.Equal(t, "3", c.Before)
		})
	}
}

// quoting records the contents that it gets, and answers with them.
type quoting struct{ sent [][]agent.Content }

func (*quoting) Name() string { return "quoting" }

func (m *quoting) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	m.sent = append(m.sent, slices.Clone(req.Contents))
	return func(yield func(*agent.ModelResponse, error) bool) {
		c := agent.TextContent(agent.RoleModel, strings.Repeat("a", 276))
		yield(&agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}, nil)
	}
}

var ref = agent.SessionRef{User: "ada", ID: "1"}

// runnerOf returns the runner of an agent with a window of 1000 tokens.
func runnerOf(t *testing.T, model agent.Model, store agent.Store, summarizer agent.Model) *agent.Runner {
	t.Helper()
	a, err := agent.New(agent.Config{Name: "helper", Model: model})
	require.NoError(t, err)
	r, err := agent.NewRunner(agent.RunnerConfig{
		Agent: a, Store: store, CreateSessions: true, Compactor: compact.Window{Tokens: 1000, Summarizer: summarizer},
	})
	require.NoError(t, err)
	return r
}

// A compaction is an event, the session keeps the rest, and a rollback of its run shows
// models all events again.
func TestTheHistoryRecordsACompaction(t *testing.T) {
	model, store := &quoting{}, agent.NewMemoryStore()
	summarizer := agenttest.NewModel().Forever(agenttest.Say("It was about q."))
	runner := runnerOf(t, model, store, summarizer)
	var last agenttest.Collected
	for n := range 7 {
		last = agenttest.Collect(runner.Run(t.Context(), ref, agent.Say(strings.Repeat("q", 276))))
		require.NoError(t, last.Err)
		if n < 5 {
			require.Len(t, model.sent[n], 2*n+1)
		}
	}
	require.Len(t, last.Events, 1, "no compaction in the last run")
	s, err := store.Get(t.Context(), ref)
	require.NoError(t, err)
	agenttest.AssertHistorySound(t, s.Events)
	require.Len(t, s.Events, 15)
	i := slices.IndexFunc(s.Events, func(e *agent.Event) bool { return e.Actions.Compaction != nil })
	require.Equal(t, 11, i)
	event := s.Events[i]
	assert.Nil(t, event.Content)
	assert.False(t, event.IsFinalResponse())
	assert.Equal(t, s.Events[8].ID, event.Actions.Compaction.Before)
	want := agent.TextContent(agent.RoleUser, heading+"It was about q.")
	assert.Equal(t, append([]agent.Content{want}, turns(1)...), model.sent[5])
	assert.Equal(t, append([]agent.Content{want}, turns(2)...), model.sent[6])

	require.NoError(t, runner.Rollback(t.Context(), ref, event.InvocationID))
	_, err = runner.Ask(t.Context(), ref, agent.Say("And now?"))
	require.NoError(t, err)
	asked := summarizer.Requests()
	require.Len(t, asked, 2)
	assert.Equal(t, asked[0].Contents, asked[1].Contents, "the next summary covers the whole conversation")
	for range 4 {
		_, err := runner.Ask(t.Context(), ref, agent.Say(strings.Repeat("q", 276)))
		require.NoError(t, err)
	}
	asked = summarizer.Requests()
	require.Len(t, asked, 3)
	assert.True(t, strings.HasPrefix(asked[2].Contents[0].Text(), `{"from":"earlier summary","text":"It was about q."}`+"\n"))
}

// A cut is always after the events that the last compaction kept.
func TestACutIsAfterTheLastCompaction(t *testing.T) {
	events := eventsOf(turns(4)) // the first two turns were kept
	said := agent.TextContent(agent.RoleUser, strings.Repeat("s", 3000))
	events = append(events, &agent.Event{ID: "c", Actions: agent.Actions{Compaction: &agent.Compaction{Before: events[4].ID}}})
	req := &agent.ModelRequest{Contents: append([]agent.Content{said}, turns(4)...)}
	c, err := compact.Window{Tokens: 1860}.Compact(t.Context(), req, events)
	require.NoError(t, err)
	assert.Equal(t, &agent.Compaction{Before: "6"}, c)
}
