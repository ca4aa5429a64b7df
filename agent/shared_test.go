package agent_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// sharingStore returns its own events from Recent, unmodified.
type sharingStore struct {
	*agent.MemoryStore
	events []*agent.Event
}

func (s sharingStore) Recent(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	session, err := s.Get(ctx, ref)
	if err == nil {
		session.Events = append([]*agent.Event{}, s.events...)
	}
	return session, err
}

// A run corrects invalid events in a copy, because other runs, and Pending, may read the
// same events.
func TestARunWritesToNoEventOfTheStore(t *testing.T) {
	said := agent.TextContent(agent.RoleUser, "go")
	called := agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "a", Name: "ok", Args: json.RawMessage(`[1]`)}}}}
	answered := agent.Content{Role: agent.RoleUser, Parts: []agent.Part{{FunctionResponse: &agent.FunctionResponse{ID: "a", Name: "ok", Response: json.RawMessage(`"no object"`)}}}}
	s := sharingStore{agent.NewMemoryStore(), []*agent.Event{
		{ID: "1", InvocationID: "i", Author: agent.AuthorUser, Content: &said},
		{ID: "2", InvocationID: "i", Author: "helper", Content: &called},
		{ID: "3", InvocationID: "i", Author: "helper", Content: &answered},
	}}
	_, err := s.Create(t.Context(), session, nil)
	require.NoError(t, err)
	before, err := json.Marshal(s.events)
	require.NoError(t, err)
	model := agenttest.NewModel(agenttest.Say("done"))
	a, err := agent.New(agent.Config{Name: "helper", Model: model})
	require.NoError(t, err)
	r, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: s})
	require.NoError(t, err)
	for _, err := range r.Run(t.Context(), session, agent.Say("and?")) {
		require.NoError(t, err)
	}
	_, err = r.Pending(t.Context(), session)
	require.NoError(t, err)
	after, err := json.Marshal(s.events)
	require.NoError(t, err)
	assert.JSONEq(t, string(before), string(after))
	contents := model.Requests()[0].Contents
	assert.JSONEq(t, `{}`, string(contents[1].Parts[0].FunctionCall.Args))
	assert.NotContains(t, string(contents[2].Parts[0].FunctionResponse.Response), "no object")
}
