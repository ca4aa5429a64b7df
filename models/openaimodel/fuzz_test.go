package openaimodel_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/agent/modeltest"
)

// For any response of a server, an answer satisfies the rules of agent.Model.
func FuzzAnswers(f *testing.F) {
	said := words{text: "It is", calls: []call{{"c1", "f", `{"a":1}`}, {"c2", "g", `{}`}}}
	f.Add(strings.Join(chatChunks(said), "\n"))
	f.Add(strings.Join(responsesEvents(said), "\n"))
	f.Add(strings.Replace(strings.Join(responsesEvents(said), "\n"), `"text":"It is"`, `"text":"It"`, 2)) // differs from the text in the deltas
	f.Add(strings.ReplaceAll(strings.Join(responsesEvents(said), "\n"), `"response.output_text.delta"`, `"x"`))
	f.Add(encode(chatObject(said)))
	f.Add(encode(responseObject(said)))
	f.Add(`{"choices":[{"delta":{"tool_calls":[{"index":-1,"function":{"arguments":{}}}]},"finish_reason":"x"}]}`)
	f.Add(`{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call"}}`)
	f.Add(`{"type":"response.failed","response":{"status":"failed","error":{"code":7}}}`)
	f.Fuzz(func(t *testing.T, lines string) {
		for _, d := range dialects {
			canned := modeltest.Reply{Header: http.Header{"Content-Type": {"application/json"}}, Pieces: []string{lines}}
			if d.stream {
				canned.Header.Set("Content-Type", "text/event-stream")
				canned.Pieces = []string{"data: ", strings.ReplaceAll(lines, "\n", "\n\ndata: "), "\n\n"}
			}
			client := openai.NewClient(option.WithBaseURL("http://api.openai.test"), option.WithAPIKey("k"),
				option.WithHTTPClient(&http.Client{Transport: canned}))
			modeltest.AssertSound(t.Context(), t, d.model(client), question(d))
		}
	})
}
