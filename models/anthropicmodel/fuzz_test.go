package anthropicmodel_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/modeltest"
)

// For any response of a server, an answer satisfies the rules of agent.Model.
func FuzzAnswers(f *testing.F) {
	whole := message("tool_use", thinking("Hm.", "sig"), text("Let me see."), toolUse("toolu_1", "weather", `{"city":"Oslo"}`))
	f.Add(false, whole)
	f.Add(false, `{"type":"message","content":[{"type":"tool_use","id":"","name":"","input":7}],"stop_reason":"tool_use"}`)
	var all strings.Builder
	for _, e := range eventsOf(whole) {
		all.WriteString(framed(e))
	}
	events := all.String()
	f.Add(true, events)
	f.Add(true, strings.ReplaceAll(events, `"index":1`, `"index":-1`))
	f.Add(true, strings.ReplaceAll(events, `"name":"weather"`, `"name":""`))
	f.Add(true, strings.ReplaceAll(events, `{"text":"","type":"text"}`, `{"text":""}`))
	f.Add(true, strings.ReplaceAll(events, "text_delta", "input_json_delta"))
	f.Fuzz(func(t *testing.T, stream bool, body string) {
		canned := modeltest.Reply{Header: http.Header{"Content-Type": {"application/json"}}, Pieces: []string{body}}
		if stream {
			canned.Header.Set("Content-Type", "text/event-stream")
		}
		client := anthropic.NewClient(option.WithAPIKey("k"), option.WithHTTPClient(&http.Client{Transport: canned}))
		h := modeltest.AssertSound(t.Context(), t, newModel(client), hello(stream))
		if h.Answer == nil {
			return
		}
		require.NotNil(t, h.Answer.Content)
		if stream {
			require.Equal(t, h.Answer.Content.Text(), h.Shown(), "the deltas differ from the answer")
		}
	})
}
