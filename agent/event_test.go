package agent_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
)

func TestCloneSharesNothing(t *testing.T) {
	full := func() *agent.Event {
		fc := call("c", "t", `{"a":1}`)
		return &agent.Event{
			ID: "e",
			Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{
				{Text: "hi", Signature: []byte("sig")},
				{FunctionCall: &fc},
				{FunctionResponse: &agent.FunctionResponse{ID: "c", Name: "t", Response: json.RawMessage(`{"success":true}`)}},
			}},
			Usage: &agent.Usage{InputTokens: 1}, LongRunningToolIDs: []string{"c"}, Metadata: map[string]string{"k": "v"},
			Actions: agent.Actions{
				StateDelta: agent.State{"k": "v"}, ArtifactDelta: map[string]int{"f": 1},
				RequestedToolConfirmations: map[string]agent.ConfirmationRequest{"c": {Tool: "t"}},
				RequestedAuth:              map[string]agent.AuthRequest{"c": {Tool: "t"}},
				Decisions:                  []agent.Decision{{CallID: "c"}},
				Suspended:                  map[string]agent.Suspension{"c": {Events: []*agent.Event{{ID: "inner"}}}},
			},
		}
	}
	writes := map[string]func(e *agent.Event){
		"role":          func(e *agent.Event) { e.Content.Role = agent.RoleUser },
		"text":          func(e *agent.Event) { e.Content.Parts[0].Text = "x" },
		"signature":     func(e *agent.Event) { e.Content.Parts[0].Signature[0] = 'x' },
		"call":          func(e *agent.Event) { e.FunctionCalls()[0].Name = "x" },
		"arguments":     func(e *agent.Event) { e.FunctionCalls()[0].Args[0] = 'x' },
		"response":      func(e *agent.Event) { e.FunctionResponses()[0].Name = "x" },
		"result":        func(e *agent.Event) { e.FunctionResponses()[0].Response[0] = 'x' },
		"usage":         func(e *agent.Event) { e.Usage.InputTokens = 2 },
		"long-running":  func(e *agent.Event) { e.LongRunningToolIDs[0] = "x" },
		"metadata":      func(e *agent.Event) { e.Metadata["k"] = "x" },
		"state":         func(e *agent.Event) { e.Actions.StateDelta["k"] = "x" },
		"artifacts":     func(e *agent.Event) { e.Actions.ArtifactDelta["f"] = 2 },
		"confirmations": func(e *agent.Event) { delete(e.Actions.RequestedToolConfirmations, "c") },
		"auth":          func(e *agent.Event) { delete(e.Actions.RequestedAuth, "c") },
		"decisions":     func(e *agent.Event) { e.Actions.Decisions[0].CallID = "x" },
		"suspended":     func(e *agent.Event) { e.Actions.Suspended["x"] = agent.Suspension{} },
		"what happened": func(e *agent.Event) { e.Actions.Suspended["c"].Events[0].ID = "x" },
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			e := full()
			c := e.Clone()
			require.Equal(t, e, c)
			write(c)
			assert.NotEqual(t, e, c)
			assert.Equal(t, full(), e)
		})
	}
}
