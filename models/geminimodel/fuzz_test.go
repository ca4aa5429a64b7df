package geminimodel_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

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
	parts := []string{thought("Hm."), text("Let me see."), call("c1", "weather", `{"city":"Oslo"}`, "sig")}
	whole := answer("STOP", parts...).chunks
	f.Add(false, together(&testing.T{}, whole))
	f.Add(false, `{"candidates":[{"content":{"parts":[{"functionCall":{"args":{}}},null]},"finishReason":"STOP"}]}`)
	f.Add(false, `{"candidates":[null]}`)
	var events strings.Builder
	for _, c := range whole {
		events.WriteString("data: " + c + "\r\n\r\n")
	}
	f.Add(true, events.String())
	f.Add(true, strings.ReplaceAll(events.String(), `"name":"weather"`, `"name":""`))
	f.Add(true, strings.ReplaceAll(events.String(), "STOP", "")+"data: [1]\n\n")
	f.Fuzz(func(t *testing.T, stream bool, body string) {
		contentType := "application/json"
		if stream {
			contentType = "text/event-stream"
		}
		client := newClient(t, "http://gemini.test", canned{contentType, body})
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
