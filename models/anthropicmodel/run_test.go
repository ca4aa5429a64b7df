package anthropicmodel_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/toolerr"
)

// run executes a run of an agent with the model and the tools, without retries.
func run(t *testing.T, model agent.Model, stream bool, tools ...agent.Tool) agenttest.Collected {
	t.Helper()
	opts := []agent.RunOption{agent.WithLimits(agent.Limits{ModelRetries: -1, ToolRetries: -1})}
	if stream {
		opts = append(opts, agent.WithStreaming())
	}
	cfg := agent.Config{Name: "helper", Model: model, Tools: tools, Instruction: "Be brief."}
	return agenttest.Run(t.Context(), t, cfg, agent.Say("How is the weather?"), opts...)
}

type place struct {
	City string `json:"city"`
}

type weather struct {
	Sky string `json:"sky"`
}

func weatherTool() agent.Tool {
	return agent.NewTool("weather", "Says how the weather is.", func(_ context.Context, in place) (weather, error) {
		if in.City == "Atlantis" {
			return weather{}, toolerr.Upstream(503, toolerr.Message{})
		}
		return weather{Sky: "clear over " + in.City}, nil
	}, agent.ReadOnly())
}

func TestToolRound(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		w, client := serve(t,
			reply{message: message("tool_use", thinking("Hm.", "sig=="), text("Let me see."),
				toolUse("toolu_1", "weather", `{"city":"Oslo"}`), toolUse("toolu_2", "weather", `{"city":"Atlantis"}`))},
			reply{message: message("end_turn", text("Clear over Oslo; nobody knows about Atlantis."))},
		)
		o := run(t, newModel(client), stream, weatherTool())
		require.NoError(t, o.Err)
		assert.Equal(t, "Clear over Oslo; nobody knows about Atlantis.", o.Last().Content.Text())
		assert.Equal(t, agent.FinishStop, o.Last().FinishReason)
		assert.Equal(t, &agent.Usage{InputTokens: 10, OutputTokens: 7, CachedTokens: 3}, o.Last().Usage)

		require.Len(t, w.requests(), 2)
		second := w.requests()[1]
		assert.Equal(t, stream, second.stream)
		assert.JSONEq(t, `{"model":"claude-test","max_tokens":8192,"system":[{"type":"text","text":"Be brief."}],
			"tools":[{"name":"weather","description":"Says how the weather is.","input_schema":`+string(weatherTool().Declaration().Parameters)+`}],
			"messages":[
				{"role":"user","content":[{"type":"text","text":"How is the weather?"}]},
				{"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"sig=="},{"type":"text","text":"Let me see."},
					{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}},{"type":"tool_use","id":"toolu_2","name":"weather","input":{"city":"Atlantis"}}]},
				{"role":"user","content":[
					{"type":"tool_result","tool_use_id":"toolu_1","is_error":false,"content":[{"type":"text","text":"{\"success\":true,\"error\":null,\"sky\":\"clear over Oslo\"}"}]},
					{"type":"tool_result","tool_use_id":"toolu_2","is_error":true,"content":[{"type":"text","text":`+encode(toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone)).Payload().String())+`}]}]}]}`,
			strings.Replace(second.raw, `,"stream":true`, "", 1))
		if stream {
			assert.Equal(t, "Let me see.Clear over Oslo; nobody knows about Atlantis.", o.Shown())
			assert.Greater(t, len(o.Partial), 4)
		} else {
			assert.Empty(t, o.Partial)
		}
	})
}

// TestConditions has the stop reasons that modeltest.Suite does not have, and other
// conditions that are specific to the API.
func TestConditions(t *testing.T) {
	half := toolUse("toolu_1", "weather", `{"city":"Oslo"}`)
	tests := map[string]struct {
		message string
		code    agent.EventCode
		reason  agent.FinishReason
		text    string
	}{
		"a stop sequence":       {message("stop_sequence", text("Done")), "", agent.FinishStop, "Done"},
		"a full context window": {message("model_context_window_exceeded", text("Once")), agent.CodeMaxTokens, agent.FinishMaxTokens, "Once"},
		"a refusal":             {message("refusal", text("I ca")), agent.CodeSafety, agent.FinishSafety, "I ca"},
		"a refusal without text": {
			message("refusal"), agent.CodeSafety, agent.FinishSafety, "",
		},
		"only white space":   {message("end_turn", text(" \n")), agent.CodeEmptyResponse, agent.FinishStop, ""},
		"only thoughts":      {message("end_turn", thinking("Hm.", "sig")), agent.CodeEmptyResponse, agent.FinishStop, ""},
		"a pause":            {message("pause_turn", text("Searching")), agent.CodeOther, agent.FinishOther, "Searching"},
		"an unknown block":   {message("end_turn", `{"type":"quorvex","quorvex":1}`, text("Hi")), "", agent.FinishStop, "Hi"},
		"a call cut off":     {message("max_tokens", half), "", agent.FinishMaxTokens, ""},
		"a call refused":     {message("refusal", half), agent.CodeSafety, agent.FinishSafety, ""},
		"a call and a pause": {message("pause_turn", half), "", agent.FinishOther, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, stream bool) {
				w, client := serve(t, reply{message: tt.message}, reply{message: message("end_turn", text("Over."))})
				tool := agenttest.NewTool("weather", func(context.Context) (any, error) { return "clear", nil })
				o := run(t, newModel(client), stream, tool)
				require.NoError(t, o.Err)
				var answer *agent.Event
				for _, e := range o.Events {
					if e.FinishReason == tt.reason {
						answer = e
						break
					}
				}
				require.NotNil(t, answer, "%+v", o.Events)
				assert.Equal(t, tt.text, answer.Content.Text())
				assert.Zero(t, tool.Count(), "a call of an incomplete answer was run")
				if asked := w.requests(); len(asked) > 1 {
					assert.Contains(t, asked[1].raw, "truncated_call")
				}
				if tt.code == "" {
					assert.Empty(t, o.Codes())
				} else {
					assert.Contains(t, o.Codes(), tt.code)
				}
			})
		})
	}
}

// The SDK's own accumulator replaces arguments that are not JSON by an empty object.
func TestArgumentsThatAreNotJSON(t *testing.T) {
	for name, pieces := range map[string][]string{
		"cut":    {`{"city":`, `"Os`},
		"twice":  {`{"city":"Oslo"}`, `{"city":"Oslo"}`},
		"no one": {`[1]`},
	} {
		t.Run(name, func(t *testing.T) {
			events := eventsOf(message("tool_use", toolUse("toolu_1", "weather", `{}`)))
			var deltas []string
			for _, p := range pieces {
				deltas = append(deltas, encode(map[string]any{
					"type": "content_block_delta", "index": 0, "delta": map[string]any{"type": "input_json_delta", "partial_json": p},
				}))
			}
			events = slices.Replace(events, 3, 5, deltas...) // behind the start of the message, a ping, and the start of the block
			w, client := serve(t, reply{events: events}, reply{message: message("end_turn", text("Over."))})
			tool := agenttest.NewTool("weather", func(context.Context) (any, error) { return "clear", nil })
			o := run(t, newModel(client), true, tool)
			require.NoError(t, o.Err)
			assert.Zero(t, tool.Count())
			assert.Contains(t, w.requests()[1].raw, `"is_error":true`)
		})
	}
}

func TestRequest(t *testing.T) {
	w, client := serve(t, reply{message: message("end_turn", text("Hi"))})
	blob := func(typ, name, data string) agent.Part {
		return agent.Part{Blob: &agent.Blob{MIMEType: typ, Name: name, Data: []byte(data)}}
	}
	file := func(typ, uri string) agent.Part { return agent.Part{File: &agent.File{MIMEType: typ, URI: uri}} }
	_, err := generate(t, newModel(client), &agent.ModelRequest{
		OutputSchema: json.RawMessage(`{"type":"object","properties":{"z":{},"a":{}},"additionalProperties":false}`),
		Contents: []agent.Content{
			{Role: agent.RoleUser, Parts: []agent.Part{
				blob("image/PNG; x=y", "", "png"), blob("application/pdf", "a.pdf", "pdf"), blob("text/csv", "", "a,b\xff"),
				file("image/jpeg", "https://example.com/a.jpg"), file("application/pdf", "https://example.com/a.pdf"),
			}},
			{Role: agent.RoleModel, Parts: []agent.Part{
				{Thought: true, Signature: []byte("anthropic.redacted_thinking:data==")},
				{Thought: true, Text: "Hm.", Signature: []byte("anthropic.thinking:sig==")},
				{Thought: true, Text: "Of another.", Signature: []byte("other")},
				{Thought: true, Text: "Of a third."},
				{Text: "Here.", Signature: []byte("other")},
				blob("image/png", "", "x"), file("image/png", "https://example.com/a"),
			}},
			{Role: agent.RoleModel, Parts: []agent.Part{{Thought: true, Text: "Nothing else."}}},
			agent.TextContent(agent.RoleUser, "So?"),
		},
	})
	require.NoError(t, err)
	const leftOut = `{"type":"text","text":"[An attachment is left out: this model cannot read it.]"}`
	assert.JSONEq(t, `{"model":"claude-test","max_tokens":8192,
		"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"z":{},"a":{}},"additionalProperties":false}}},
		"messages":[
			{"role":"user","content":[
				{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cG5n"}},
				{"type":"document","title":"a.pdf","source":{"type":"base64","media_type":"application/pdf","data":"cGRm"}},
				{"type":"document","source":{"type":"text","media_type":"text/plain","data":"a,b�"}},
				{"type":"image","source":{"type":"url","url":"https://example.com/a.jpg"}},
				{"type":"document","source":{"type":"url","url":"https://example.com/a.pdf"}}]},
			{"role":"assistant","content":[
				{"type":"redacted_thinking","data":"data=="},{"type":"thinking","thinking":"Hm.","signature":"sig=="},
				{"type":"text","text":"Here."},`+leftOut+`,`+leftOut+`]},
			{"role":"user","content":[{"type":"text","text":"So?"}]}]}`, w.requests()[0].raw)
	assert.Contains(t, w.requests()[0].raw, `"properties":{"z":{},"a":{}}`, "the schema keeps its order")
}

func TestToolChoices(t *testing.T) {
	for choice, want := range map[agent.ToolChoice]string{
		agent.ToolsNone: `{"type":"none"}`, agent.ToolsAny: `{"type":"any"}`, agent.CallTool("now"): `{"name":"now","type":"tool"}`,
	} {
		w, client := serve(t, reply{message: message("end_turn", text("Hi"))})
		req := hello(false)
		req.ToolChoice, req.Tools = choice, []agent.Declaration{{Name: "now"}}
		_, err := generate(t, newModel(client), req)
		require.NoError(t, err)
		assert.JSONEq(t, `{"model":"claude-test","max_tokens":8192,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],
			"tools":[{"name":"now","input_schema":{"type":"object","properties":{}}}],"tool_choice":`+want+`}`, w.requests()[0].raw)
	}
}

func TestUnsupportedAttachments(t *testing.T) {
	for name, part := range map[string]agent.Part{
		"audio":                 {Blob: &agent.Blob{MIMEType: "audio/wav", Data: []byte("x")}},
		"a bitmap":              {Blob: &agent.Blob{MIMEType: "image/bmp", Data: []byte("x")}},
		"a file without a type": {File: &agent.File{URI: "gs://quorvex/secret"}},
	} {
		t.Run(name, func(t *testing.T) {
			w, client := serve(t)
			req := &agent.ModelRequest{Contents: []agent.Content{{Role: agent.RoleUser, Parts: []agent.Part{part}}}}
			_, err := generate(t, newModel(client), req)
			require.ErrorIs(t, err, agent.ErrProviderUnsupported)
			assert.NotContains(t, err.Error(), "quorvex")
			assert.Empty(t, w.requests())
		})
	}
}

// Without new values, the usage at the start of the stream stays.
func TestUsageThatIsNotRepeated(t *testing.T) {
	events := eventsOf(message("end_turn", text("Hi")))
	events[len(events)-2] = `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null}}`
	_, client := serve(t, reply{events: events})
	resp, err := generate(t, newModel(client), hello(true))
	require.NoError(t, err)
	assert.Equal(t, &agent.Usage{InputTokens: 10, OutputTokens: 1, CachedTokens: 3}, resp.Usage)
}

// generate calls the model, and returns its answer.
func generate(t *testing.T, m agent.Model, req *agent.ModelRequest) (*agent.ModelResponse, error) {
	t.Helper()
	h := modeltest.AssertSound(t.Context(), t, m, req)
	return h.Answer, h.Err
}

func TestRedactedThoughtsComeBack(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		_, client := serve(t, reply{message: message("end_turn", `{"type":"redacted_thinking","data":"EmwK"}`, text("Hi"))})
		resp, err := generate(t, newModel(client), hello(stream))
		require.NoError(t, err)
		require.Len(t, resp.Content.Parts, 2)
		assert.Equal(t, agent.Part{Thought: true, Signature: []byte("anthropic.redacted_thinking:EmwK")}, resp.Content.Parts[0])
	})
}

func TestOptions(t *testing.T) {
	w, client := serve(t, reply{message: message("end_turn", text("Hi"))}, reply{message: message("end_turn", text("Hi"))})
	req := hello(false)
	m := newModel(client, func(p *anthropic.MessageNewParams) { p.MaxTokens = 99 }, func(p *anthropic.MessageNewParams) {
		p.Temperature = anthropic.Float(0.5)
	})
	_, err := generate(t, m, req)
	require.NoError(t, err)
	assert.Equal(t, "claude-test", m.Name())
	assert.Contains(t, w.requests()[0].raw, `"max_tokens":99`)
	assert.Contains(t, w.requests()[0].raw, `"temperature":0.5`)

	// The SDK refuses to request a long answer without a stream.
	resp, err := generate(t, newModel(client, func(p *anthropic.MessageNewParams) { p.MaxTokens = 64000 }), req)
	require.NoError(t, err)
	assert.True(t, w.requests()[1].stream)
	assert.Equal(t, "Hi", resp.Content.Text())
	assert.False(t, resp.Partial)
}
