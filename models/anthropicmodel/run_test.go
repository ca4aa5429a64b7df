package anthropicmodel_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/modeltest"
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

// TestAnswers has the stop reasons that modeltest.Suite does not have, and every kind of block.
// What the loop makes of a reason is agent's.
func TestAnswers(t *testing.T) {
	for word, want := range map[string]agent.FinishReason{
		"stop_sequence": agent.FinishStop, "model_context_window_exceeded": agent.FinishMaxTokens, "pause_turn": agent.FinishOther, "refusal": agent.FinishSafety,
	} {
		t.Run(word, func(t *testing.T) {
			both(t, func(t *testing.T, stream bool) {
				_, client := serve(t, reply{message: message(word)}, reply{message: message(word,
					`{"type":"redacted_thinking","data":"EmwK"}`, thinking("Hm.", "sig"), `{"type":"quorvex","quorvex":1}`,
					text("Hi"), toolUse("toolu_1", "weather", `{"city":"Oslo"}`))})
				resp, err := generate(t, newModel(client), hello(stream))
				require.NoError(t, err)
				assert.Equal(t, want, resp.FinishReason, "without content")
				resp, err = generate(t, newModel(client), hello(stream))
				require.NoError(t, err)
				assert.Equal(t, want, resp.FinishReason)
				assert.Equal(t, &agent.Usage{InputTokens: 10, OutputTokens: 7, CachedTokens: 3}, resp.Usage)
				assert.Equal(t, []agent.Part{
					{Thought: true, Signature: []byte("anthropic.redacted_thinking:EmwK")},
					{Thought: true, Text: "Hm.", Signature: []byte("anthropic.thinking:sig")},
					{Text: "Hi"},
					{FunctionCall: &agent.FunctionCall{ID: "toolu_1", Name: "weather", Args: json.RawMessage(`{"city":"Oslo"}`)}},
				}, resp.Content.Parts)
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
			assert.Contains(t, string(w.Requests()[1].Body), `"is_error":true`)
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
		Instruction: "Be brief.", Tools: []agent.Declaration{{Name: "weather", Description: "Says it.", Parameters: json.RawMessage(`{"type":"object"}`)}},
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
			{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "a", Name: "weather", Args: json.RawMessage(`{"city":"Oslo"}`)}}, {FunctionCall: &agent.FunctionCall{ID: "b", Name: "weather", Args: json.RawMessage(`{}`)}}}},
			{Role: agent.RoleUser, Parts: []agent.Part{
				{FunctionResponse: &agent.FunctionResponse{ID: "a", Name: "weather", Response: json.RawMessage(`{"success":true}`)}},
				{FunctionResponse: &agent.FunctionResponse{ID: "b", Name: "weather", Response: json.RawMessage(`{"success":false}`), IsError: true}},
			}},
		},
	})
	require.NoError(t, err)
	const leftOut = `{"type":"text","text":"[An attachment is left out: this model cannot read it.]"}`
	assert.JSONEq(t, `{"model":"claude-test","max_tokens":8192,"system":[{"type":"text","text":"Be brief."}],
		"tools":[{"name":"weather","description":"Says it.","input_schema":{"type":"object"}}],
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
			{"role":"user","content":[{"type":"text","text":"So?"}]},
			{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"weather","input":{"city":"Oslo"}},{"type":"tool_use","id":"b","name":"weather","input":{}}]},
			{"role":"user","content":[
				{"type":"tool_result","tool_use_id":"a","is_error":false,"content":[{"type":"text","text":"{\"success\":true}"}]},
				{"type":"tool_result","tool_use_id":"b","is_error":true,"content":[{"type":"text","text":"{\"success\":false}"}]}]}]}`, string(w.Requests()[0].Body))
	assert.Contains(t, string(w.Requests()[0].Body), `"properties":{"z":{},"a":{}}`, "the schema keeps its order")
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
			"tools":[{"name":"now","input_schema":{"type":"object","properties":{}}}],"tool_choice":`+want+`}`, string(w.Requests()[0].Body))
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
			assert.Empty(t, w.Requests())
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

func TestOptions(t *testing.T) {
	w, client := serve(t, reply{message: message("end_turn", text("Hi"))}, reply{message: message("end_turn", text("Hi"))})
	req := hello(false)
	m := newModel(client, func(p *anthropic.MessageNewParams) { p.MaxTokens = 99 }, func(p *anthropic.MessageNewParams) {
		p.Temperature = anthropic.Float(0.5)
	})
	_, err := generate(t, m, req)
	require.NoError(t, err)
	assert.Equal(t, "claude-test", m.Name())
	assert.Contains(t, string(w.Requests()[0].Body), `"max_tokens":99`)
	assert.Contains(t, string(w.Requests()[0].Body), `"temperature":0.5`)

	// The SDK refuses to request a long answer without a stream.
	resp, err := generate(t, newModel(client, func(p *anthropic.MessageNewParams) { p.MaxTokens = 64000 }), req)
	require.NoError(t, err)
	assert.True(t, streams(w.Requests()[1].Body))
	assert.Equal(t, "Hi", resp.Content.Text())
	assert.False(t, resp.Partial)
}
