package geminimodel_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/modeltest"
)

// For any response of a server, an answer satisfies the rules of agent.Model.
func FuzzAnswers(f *testing.F) {
	parts := []string{thought("Hm."), text("Let me see."), call("c1", "weather", `{"city":"Oslo"}`, "sig")}
	whole := answer("STOP", parts...).chunks
	f.Add(false, together(whole))
	f.Add(false, `{"candidates":[{"content":{"parts":[{"functionCall":{"args":{}}},null]},"finishReason":"STOP"}]}`)
	f.Add(false, `{"candidates":[null]}`)
	var all strings.Builder
	for _, c := range whole {
		all.WriteString(framed(c))
	}
	events := all.String()
	f.Add(true, events)
	f.Add(true, strings.ReplaceAll(events, `"name":"weather"`, `"name":""`))
	f.Add(true, strings.ReplaceAll(events, "STOP", "")+"data: [1]\n\n")
	f.Fuzz(func(t *testing.T, stream bool, body string) {
		canned := modeltest.Reply{Header: http.Header{"Content-Type": {"application/json"}}, Pieces: []string{body}}
		if stream {
			canned.Header.Set("Content-Type", "text/event-stream")
		}
		h := modeltest.AssertSound(t.Context(), t, newModel(newClient(t, "http://gemini.test", canned)), hello(stream))
		if h.Answer == nil {
			return
		}
		require.NotNil(t, h.Answer.Content)
		if stream {
			require.Equal(t, h.Answer.Content.Text(), h.Shown(), "the deltas differ from the answer")
		}
	})
}
