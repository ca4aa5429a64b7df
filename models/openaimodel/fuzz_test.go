package openaimodel_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/agent"
)

// canned answers every request with the body.
type canned struct{ mediaType, body string }

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {c.mediaType}},
		Body:   io.NopCloser(strings.NewReader(c.body)),
	}, nil
}

// FuzzAnswers: whatever a server says, an answer keeps the rules of agent.Model.
func FuzzAnswers(f *testing.F) {
	said := words{text: "It is", calls: []call{{"c1", "f", `{"a":1}`}, {"c2", "g", `{}`}}}
	f.Add(strings.Join(chatChunks(said), "\n"))
	f.Add(strings.Join(responsesEvents(said), "\n"))
	f.Add(encode(chatObject(said)))
	f.Add(encode(responseObject(said)))
	f.Add(`{"choices":[{"delta":{"tool_calls":[{"index":-1,"function":{"arguments":{}}}]},"finish_reason":"x"}]}`)
	f.Add(`{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call"}}`)
	f.Add(`{"type":"response.failed","response":{"status":"failed","error":{"code":7}}}`)
	f.Fuzz(func(t *testing.T, lines string) {
		for _, d := range dialects {
			answer := canned{"application/json", lines}
			if d.stream {
				answer = canned{"text/event-stream", "data: " + strings.ReplaceAll(lines, "\n", "\n\ndata: ") + "\n\n"}
			}
			client := openai.NewClient(option.WithBaseURL("http://api.openai.test"), option.WithAPIKey("k"),
				option.WithHTTPClient(&http.Client{Transport: answer}))
			keepsTheRules(t, d.model(client), question(d))
		}
	})
}

func keepsTheRules(t *testing.T, m agent.Model, req *agent.ModelRequest) {
	t.Helper()
	begun := map[int]bool{}
	over := false
	for resp, err := range m.Generate(t.Context(), req) {
		switch {
		case over:
			t.Fatal("something follows the end")
		case err != nil:
			over = true
			continue
		case resp.Partial && resp.FinishReason != "":
			t.Fatal("a piece has a finish reason")
		case !resp.Partial && resp.FinishReason == "":
			t.Fatal("an answer has no finish reason")
		}
		over = !resp.Partial
		if piece := resp.CallDelta; piece != nil {
			if !begun[piece.Index] && piece.Name == "" {
				t.Fatal("a piece of a call that was not begun")
			}
			begun[piece.Index] = true
		}
	}
}
