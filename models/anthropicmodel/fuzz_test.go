package anthropicmodel_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
)

// canned is a transport that has one answer.
type canned struct{ contentType, body string }

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {c.contentType}}, Body: io.NopCloser(strings.NewReader(c.body)),
	}, nil
}

// FuzzAnswers holds the model to the rules of agent.Model, whatever a server says.
func FuzzAnswers(f *testing.F) {
	whole := message("tool_use", thinking("Hm.", "sig"), text("Let me see."), toolUse("toolu_1", "weather", `{"city":"Oslo"}`))
	f.Add(false, whole)
	f.Add(false, `{"type":"message","content":[{"type":"tool_use","id":"","name":"","input":7}],"stop_reason":"tool_use"}`)
	var events strings.Builder
	for _, e := range eventsOf(&testing.T{}, whole) {
		events.WriteString("event: " + typeOf(e) + "\ndata: " + e + "\n\n")
	}
	f.Add(true, events.String())
	f.Add(true, strings.ReplaceAll(events.String(), `"index":1`, `"index":-1`))
	f.Add(true, strings.ReplaceAll(events.String(), `"name":"weather"`, `"name":""`))
	f.Add(true, strings.ReplaceAll(events.String(), `{"text":"","type":"text"}`, `{"text":""}`))
	f.Add(true, strings.ReplaceAll(events.String(), "text_delta", "input_json_delta"))
	f.Fuzz(func(t *testing.T, stream bool, body string) {
		contentType := "application/json"
		if stream {
			contentType = "text/event-stream"
		}
		client := anthropic.NewClient(option.WithAPIKey("k"), option.WithHTTPClient(&http.Client{Transport: canned{contentType, body}}))
		holdsToTheRules(t, newModel(client), hello(stream))
	})
}

func holdsToTheRules(t *testing.T, m agent.Model, req *agent.ModelRequest) {
	t.Helper()
	var shown string
	begun := map[int]string{}
	over := false
	for resp, err := range m.Generate(t.Context(), req) {
		require.False(t, over, "an item behind the last")
		if err != nil {
			require.Nil(t, resp)
			over = true
			continue
		}
		require.NotNil(t, resp)
		if !resp.Partial {
			assert.NotEmpty(t, resp.FinishReason)
			require.NotNil(t, resp.Content)
			if req.Stream {
				assert.Equal(t, resp.Content.Text(), shown, "the pieces are not the whole")
			}
			over = true
			continue
		}
		assert.True(t, req.Stream, "a piece nobody asked for")
		assert.Empty(t, resp.FinishReason)
		shown += resp.Content.Text()
		if d := resp.CallDelta; d != nil {
			if begun[d.Index] == "" {
				assert.NotEmpty(t, d.Name, "a piece of a call that had not begun")
				begun[d.Index] = d.Name
			} else {
				assert.Empty(t, d.Name, "a call begun twice")
			}
		}
	}
}
