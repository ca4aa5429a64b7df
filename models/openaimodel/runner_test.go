package openaimodel_test

import (
	"context"
	"errors"
	"maps"
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

// Failures within a stream that modeltest.Suite does not have.
func TestBrokenStreams(t *testing.T) {
	type broken struct {
		event string
		kind  agent.ErrorKind
	}
	both := map[string]broken{
		"it reports that it is done": {"[DONE]", agent.ErrProviderStream},
		"an error is in the middle":  {`{"error":{"message":"` + canaryText + `","code":"rate_limit_exceeded"}}`, agent.ErrRateLimited},
	}
	chat := map[string]broken{
		"a call was not begun": {`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}}]}`, agent.ErrProviderDecode},
	}
	responses := map[string]broken{
		"a call was not begun": {`{"type":"response.function_call_arguments.delta","output_index":3,"delta":"{}"}`, agent.ErrProviderDecode},
		"an event of an error": {`{"type":"error","code":"server_error","message":"` + canaryText + `"}`, agent.ErrProviderHTTP},
		"the response failed": {`{"type":"response.failed","response":{"status":"failed","output":[],"error":{"code":"rate_limit_exceeded","message":"` +
			canaryText + `"}}}`, agent.ErrRateLimited},
	}
	maps.Copy(chat, both)
	maps.Copy(responses, both)
	for d, tests := range map[dialect]map[string]broken{{stream: true}: chat, {responses: true, stream: true}: responses} {
		half := d.pieces(words{text: "It is warm."})
		for name, tt := range tests {
			t.Run(d.String()+"/"+name, func(t *testing.T) {
				s := newServer(t, events(append(slices.Clone(half[:len(half)-3]), tt.event)...))
				c := run(t, d.model(s.client()), true, once())
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
