package openaimodel_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/models/openaimodel"
	"github.com/errand-go/errand/toolerr"
)

type city struct {
	City string `json:"city" jsonschema:"the name of the city"`
}

// weather returns a tool that works for Oslo and is refused for other cities.
func weather() agent.Tool {
	return agent.NewTool("get_weather", "The weather in a city.",
		func(_ context.Context, in city) (map[string]int, error) {
			if in.City != "Oslo" {
				return nil, toolerr.New(toolerr.KindUpstreamAuthError, toolerr.Message{},
					toolerr.WithStatus(403), toolerr.WithCause(errors.New(canaryText)))
			}
			return map[string]int{"celsius": 21}, nil
		}, agent.ReadOnly())
}

// run executes a run of an agent with the model and the tool, and checks that no secret is
// in the result.
func run(t *testing.T, m agent.Model, stream bool, opts ...agent.RunOption) agenttest.Collected {
	t.Helper()
	if stream {
		opts = append(opts, agent.WithStreaming())
	}
	cfg := agent.Config{Name: "helper", Model: m, Instruction: "Answer briefly.", Tools: []agent.Tool{weather()}}
	c := agenttest.Run(t.Context(), t, cfg, agent.Say("How warm is it?"), opts...)
	agenttest.AssertNoCanary(t, canaryText, c.Events, c.Err)
	agenttest.AssertNoCanary(t, canaryKey, c.Events, c.Err)
	return c
}

// The answers are not complete, and their calls never run.
func TestSoftConditions(t *testing.T) {
	tests := map[string]struct {
		said words
		code agent.EventCode
	}{
		"cut off in a call": {words{calls: []call{{"call_1", "get_weather", `{"city":"Os`}}, finish: "length"}, agent.CodeMaxTokens},
		"cut off, with a complete call": {
			words{text: "a", calls: []call{{"call_1", "get_weather", `{"city":"Oslo"}`}}, finish: "length"}, agent.CodeMaxTokens,
		},
		"filtered": {words{text: "I will", finish: "content_filter"}, agent.CodeSafety},
		"refused":  {words{refusal: "I cannot help with that."}, agent.CodeSafety},
		"nothing":  {words{}, agent.CodeEmptyResponse},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, d dialect) {
				s := newServer(t, d.answer(tt.said), d.answer(words{text: "Sorry."}))
				c := run(t, d.model(s.client()), d.stream)
				require.NoError(t, c.Err)
				answer := c.Events[0]
				assert.Equal(t, tt.said.text+tt.said.refusal, answer.Content.Text())
				if tt.said.calls == nil {
					assert.Equal(t, tt.code, answer.ErrorCode)
					assert.Len(t, s.requests(), 1)
					return
				}
				assert.Equal(t, string(tt.code), string(answer.FinishReason))
				assert.Contains(t, d.results(t, s.requests()[1])["call_1"], `"error_code":"truncated_call"`)
			})
		})
	}
}

func TestBrokenStreams(t *testing.T) {
	for _, d := range dialects {
		if !d.stream {
			continue
		}
		failure := `{"error":{"message":"` + canaryText + `","type":"server_error","code":"rate_limit_exceeded"}}`
		half := d.pieces(words{text: "It is warm."})
		half = half[:len(half)-3]
		tests := map[string]struct {
			reply reply
			kind  agent.ErrorKind
		}{
			"the connection breaks":      {cut(half...), agent.ErrProviderTransport},
			"it ends without a finish":   {events(half...), agent.ErrProviderStream},
			"it reports that it is done": {events(append(slices.Clip(half), "[DONE]")...), agent.ErrProviderStream},
			"it is not JSON":             {events(append(slices.Clip(half), "{")...), agent.ErrProviderDecode},
			"an error is in the middle":  {events(append(slices.Clip(half), failure)...), agent.ErrRateLimited},
			"it is another type of body": {rawReply(200, "application/json", `{"x":1}`), agent.ErrProviderDecode},
			"it is empty":                {rawReply(200, "text/event-stream", ""), agent.ErrProviderStream},
		}
		if d.responses {
			tests["an event of an error"] = struct {
				reply reply
				kind  agent.ErrorKind
			}{events(append(slices.Clip(half),
				`{"type":"error","code":"server_error","message":"`+canaryText+`","param":null,"sequence_number":9}`)...), agent.ErrProviderHTTP}
			tests["the response failed"] = struct {
				reply reply
				kind  agent.ErrorKind
			}{events(append(slices.Clip(half),
				`{"type":"response.failed","response":{"id":"r","status":"failed","output":[],"error":{"code":"rate_limit_exceeded","message":"`+canaryText+`"}}}`)...), agent.ErrRateLimited}
		}
		for name, tt := range tests {
			t.Run(d.String()+"/"+name, func(t *testing.T) {
				s := newServer(t, tt.reply, tt.reply)
				c := run(t, d.model(s.client()), true, agent.WithLimits(agent.Limits{ModelCalls: 1}))
				require.Error(t, c.Err)
				require.ErrorIs(t, c.Err, tt.kind)
				agenttest.AssertBrokenOff(t, c, c.Shown())
			})
		}
	}
}

// An error after the answer does not affect it, unless the answer itself is incomplete.
func TestAnErrorBehindTheAnswer(t *testing.T) {
	chunks := chatChunks(words{text: "It is warm."})
	s := newServer(t, cut(chunks[:len(chunks)-1]...)) // without the usage
	c := run(t, openaimodel.New(s.client(), "gpt-test"), true)
	require.NoError(t, c.Err)
	assert.Equal(t, "It is warm.", c.Last().Content.Text())

	s = newServer(t, events(`{"choices":[{"index":0,"delta":{"content":"It"},"finish_reason":"error"}]}`, `{"error":{"code":502,"message":"`+canaryText+`"}}`))
	c = run(t, openaimodel.New(s.client(), "gpt-test"), true, once())
	require.ErrorIs(t, c.Err, toolerr.KindUpstreamServerError)
}
