package agent_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// Unpaired surrogates may come from a model, a tool, a schema, or a stored history.
func TestHalfACharacterDoesNotEndASession(t *testing.T) {
	const half = `{"a":"\ud83d"}`
	schema := json.RawMessage(`{"type":"object","description":"\ud83d"}`)
	tool := agenttest.NewTool("t", agenttest.Return(json.RawMessage(half)), agent.Schema(schema))
	model := agenttest.NewModel(agenttest.Call("t", half), agenttest.Say("ok"))
	w := newWorld(t, model, []agent.Tool{tool})
	s, err := w.store.Create(t.Context(), session, nil)
	require.NoError(t, err)
	_, err = w.store.Append(t.Context(), session, s.Version, &agent.Event{ID: "1", InvocationID: "i", Author: "helper", Content: &agent.Content{
		Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "old", Name: "t", Args: json.RawMessage(half)}}},
	}}, &agent.Event{ID: "2", InvocationID: "i", Author: "helper", Content: &agent.Content{
		Role: agent.RoleUser, Parts: []agent.Part{{FunctionResponse: &agent.FunctionResponse{ID: "old", Name: "t", Response: json.RawMessage(half)}}},
	}})
	require.NoError(t, err)
	require.NoError(t, w.say("go").err)
	sent, err := json.Marshal(model.Requests())
	require.NoError(t, err)
	assert.NotContains(t, strings.ToLower(string(sent)), `\ud83d`)
	assert.Contains(t, string(sent), `\ufffd`)
}

// vLLM creates ids of 46 characters, and Chat Completions of OpenAI accepts 40. Stored
// events and requests to a person have the same ids as requests to a model.
func TestLongIDsOfCalls(t *testing.T) {
	const long = "chatcmpl-tool-0123456789abcdef0123456789abcdef"
	tool := agenttest.NewTool("t", agenttest.Return(1), agent.Confirm())
	model := agenttest.NewModel(agenttest.Calls(agent.FunctionCall{ID: long, Name: "t", Args: json.RawMessage(`{}`)}), agenttest.Say("ok"))
	w := newWorld(t, model, []agent.Tool{tool}, func(_ *agent.Config, rc *agent.RunnerConfig) {
		rc.NewID = nextID()
	})
	o := w.say("go")
	require.NoError(t, o.err)
	waits := o.last().LongRunningToolIDs
	require.Len(t, waits, 1)
	assert.Len(t, waits[0], 40)
	require.NoError(t, w.run(t.Context(), agent.Approve(waits[0])).err)
	assert.Equal(t, 1, tool.Count())
	assert.Equal(t, waits[0], model.Requests()[1].Contents[2].Parts[0].FunctionResponse.ID)
	w.stored()
}

// nextID returns a generator of ids of 35 characters.
func nextID() func() string {
	n := 0
	return func() string {
		n++
		return strings.Repeat("x", 34-n/26) + strings.Repeat("y", n/26) + string(rune('a'+n%26))
	}
}

// Long ids in stored events do not change, because a person answers with them. Requests to
// a model have shorter ones.
func TestLongIDsThatOthersStored(t *testing.T) {
	id := strings.Repeat("x", 60)
	contents := agent.History([]*agent.Event{
		{Author: "helper", Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{
			{FunctionCall: &agent.FunctionCall{ID: id + "1", Name: "t"}}, {FunctionCall: &agent.FunctionCall{ID: id + "2", Name: "t"}},
		}}},
		{Author: "helper", Content: &agent.Content{Role: agent.RoleUser, Parts: []agent.Part{
			{FunctionResponse: &agent.FunctionResponse{ID: id + "2", Name: "t", Response: json.RawMessage(`{"n":2}`)}},
			{FunctionResponse: &agent.FunctionResponse{ID: id + "1", Name: "t", Response: json.RawMessage(`{"n":1}`)}},
		}}},
	})
	require.Len(t, contents, 3)
	calls, results := contents[1].Parts, contents[2].Parts
	for i := range calls {
		assert.LessOrEqual(t, len(calls[i].FunctionCall.ID), 40)
		assert.Equal(t, calls[i].FunctionCall.ID, results[i].FunctionResponse.ID)
	}
	assert.NotEqual(t, calls[0].FunctionCall.ID, calls[1].FunctionCall.ID)
	assert.JSONEq(t, `{"n":1}`, string(results[0].FunctionResponse.Response))

	call := agent.FunctionCall{ID: id, Name: "t", Args: json.RawMessage(`{}`)}
	tool := agenttest.NewTool("t", agenttest.Return(1), agent.Confirm())
	w := newWorld(t, agenttest.NewModel(agenttest.Say("ok")), []agent.Tool{tool})
	s, err := w.store.Create(t.Context(), session, nil)
	require.NoError(t, err)
	_, err = w.store.Append(t.Context(), session, s.Version,
		&agent.Event{ID: "1", InvocationID: "i", Author: "helper", Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &call}}}},
		&agent.Event{ID: "2", InvocationID: "i", Author: "helper", Content: &agent.Content{Role: agent.RoleUser, Parts: []agent.Part{{FunctionResponse: &agent.FunctionResponse{
			ID: id, Name: "t", Response: json.RawMessage(`{}`), Outcome: agent.OutcomePending, Waits: agent.WaitsForConfirmation,
		}}}}})
	require.NoError(t, err)
	require.NoError(t, w.run(t.Context(), agent.Approve(id)).err)
	assert.Equal(t, 1, tool.Count())
}
