package openaimodel_test

import (
	"encoding/json"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/openaimodel"
)

// conversationSoFar has every kind of part.
var conversationSoFar = []agent.Content{
	{Role: agent.RoleUser, Parts: []agent.Part{
		{Text: "What is this?"},
		{Text: " \n"},
		{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("png")}},
		{Blob: &agent.Blob{MIMEType: "application/pdf", Data: []byte("pdf"), Name: "a.pdf"}},
		{Blob: &agent.Blob{MIMEType: "text/plain; charset=utf-8", Data: []byte("notes")}},
		{File: &agent.File{URI: "https://example.com/a.jpg", MIMEType: "image/jpeg"}},
	}},
	{Role: agent.RoleModel, Parts: []agent.Part{
		{Text: "Somebody else's thought.", Thought: true, Signature: []byte("anthropic.thinking:x")},
		{Text: "A sealed thought.", Thought: true, Signature: []byte(`openai.reasoning:{"model":"gpt-test","id":"rs_1","encrypted":"sealed"}`)},
		{Text: "Another model's.", Thought: true, Signature: []byte(`openai.reasoning:{"model":"gpt-other","id":"rs_2","encrypted":"sealed"}`)},
		{Text: "Let me see.", Signature: []byte("openai.phase:commentary")},
		{FunctionCall: &agent.FunctionCall{ID: "call_1", Name: "look", Args: json.RawMessage(`{"at":"it"}`)}},
		{FunctionCall: &agent.FunctionCall{ID: "call_2", Name: "smell"}},
	}},
	{Role: agent.RoleUser, Parts: []agent.Part{
		{FunctionResponse: &agent.FunctionResponse{ID: "call_1", Name: "look", Response: json.RawMessage(`{"success":true,"error":null}`)}},
		{FunctionResponse: &agent.FunctionResponse{ID: "call_2", Name: "smell", Response: json.RawMessage(`{"success":false,"error":"No nose."}`), IsError: true}},
		{Text: "Well?"},
	}},
	{Role: agent.RoleModel, Parts: []agent.Part{
		{Text: "Only thoughts.", Thought: true, Signature: []byte(`openai.reasoning:{"model":"gpt-test","id":"rs_3","encrypted":"sealed"}`)},
	}},
	{Role: agent.RoleUser, Parts: []agent.Part{{Text: "Say something."}}},
}

func fullRequest() *agent.ModelRequest {
	return &agent.ModelRequest{
		Instruction: "Be kind.",
		Contents:    conversationSoFar,
		Tools: []agent.Declaration{
			{Name: "look", Description: "Looks.", Parameters: json.RawMessage(`{"type":"object","properties":{"at":{"type":"string"},"n":{"maximum":12345678901234567890}}}`)},
			{Name: "smell"},
		},
		ToolChoice:   agent.ToolsNone,
		OutputSchema: json.RawMessage(`{"type":"object","required":["what"]}`),
	}
}

// sent returns the body of the API request for a request.
func sent(t *testing.T, d dialect, req *agent.ModelRequest) string {
	t.Helper()
	s := newServer(t, d.answer(words{text: "A hat."}))
	_, last, err := collect(t, d.model(s.client()), req)
	require.NoError(t, err)
	require.NotNil(t, last)
	return s.requests()[0]
}

const tools = `{"type":"object","properties":{"at":{"type":"string"},"n":{"maximum":12345678901234567890}}}`

func TestChatRequest(t *testing.T) {
	body := sent(t, dialect{}, fullRequest())
	assert.Contains(t, body, "12345678901234567890", "numbers keep their digits")
	assert.JSONEq(t, `{
		"model": "gpt-test",
		"messages": [
			{"role":"system","content":"Be kind."},
			{"role":"user","content":[
				{"type":"text","text":"What is this?"},
				{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}},
				{"type":"file","file":{"file_data":"data:application/pdf;base64,cGRm","filename":"a.pdf"}},
				{"type":"text","text":"notes"},
				{"type":"image_url","image_url":{"url":"https://example.com/a.jpg"}}]},
			{"role":"assistant","content":"Let me see.","tool_calls":[
				{"id":"call_1","type":"function","function":{"name":"look","arguments":"{\"at\":\"it\"}"}},
				{"id":"call_2","type":"function","function":{"name":"smell","arguments":"{}"}}]},
			{"role":"tool","tool_call_id":"call_1","content":"{\"success\":true,\"error\":null}"},
			{"role":"tool","tool_call_id":"call_2","content":"{\"success\":false,\"error\":\"No nose.\"}"},
			{"role":"user","content":"Well?"},
			{"role":"user","content":"Say something."}],
		"tools": [
			{"type":"function","function":{"name":"look","description":"Looks.","parameters":`+tools+`}},
			{"type":"function","function":{"name":"smell","parameters":{"type":"object","properties":{}}}}],
		"tool_choice": "none",
		"response_format": {"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object","required":["what"]}}}
	}`, body)
}

func TestResponsesRequest(t *testing.T) {
	body := sent(t, dialect{responses: true}, fullRequest())
	assert.JSONEq(t, `{
		"model": "gpt-test",
		"store": false,
		"instructions": "Be kind.",
		"input": [
			{"role":"user","content":[
				{"type":"input_text","text":"What is this?"},
				{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,cG5n"},
				{"type":"input_file","file_data":"data:application/pdf;base64,cGRm","filename":"a.pdf"},
				{"type":"input_text","text":"notes"},
				{"type":"input_image","detail":"auto","image_url":"https://example.com/a.jpg"}]},
			{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"A sealed thought."}],"encrypted_content":"sealed"},
			{"role":"assistant","content":"Let me see.","phase":"commentary"},
			{"type":"function_call","call_id":"call_1","name":"look","arguments":"{\"at\":\"it\"}"},
			{"type":"function_call","call_id":"call_2","name":"smell","arguments":"{}"},
			{"type":"function_call_output","call_id":"call_1","output":"{\"success\":true,\"error\":null}"},
			{"type":"function_call_output","call_id":"call_2","output":"{\"success\":false,\"error\":\"No nose.\"}"},
			{"role":"user","content":[{"type":"input_text","text":"Well?"}]},
			{"role":"user","content":[{"type":"input_text","text":"Say something."}]}],
		"tools": [
			{"type":"function","strict":false,"name":"look","description":"Looks.","parameters":`+tools+`},
			{"type":"function","strict":false,"name":"smell","parameters":{"type":"object","properties":{}}}],
		"tool_choice": "none",
		"text": {"format":{"type":"json_schema","name":"answer","strict":false,"schema":{"type":"object","required":["what"]}}}
	}`, body)
}

func TestStreamsAskForUsage(t *testing.T) {
	assert.JSONEq(t, `{"model":"gpt-test","messages":[{"role":"user","content":"How warm is it?"}],"stream":true,"stream_options":{"include_usage":true}}`,
		sent(t, dialect{stream: true}, question(dialect{stream: true})))
	assert.Contains(t, sent(t, dialect{responses: true, stream: true}, question(dialect{stream: true})), `"stream":true`)
}

// The next request has the reasoning of the answer.
func TestReasoningGoesBack(t *testing.T) {
	for _, d := range dialects {
		if !d.responses {
			continue
		}
		s := newServer(t, d.answer(words{text: "Let me see. ", calls: []call{{"call_1", "get_weather", `{"city":"Oslo"}`}}}), d.answer(words{text: "Warm."}))
		c := run(t, d.model(s.client()), d.stream)
		require.NoError(t, c.Err)
		assert.Equal(t, "Let me see. ", c.Events[0].Content.Text(), "thoughts are not an answer")
		var body struct{ Input []object }
		require.NoError(t, json.Unmarshal([]byte(s.requests()[1]), &body))
		require.Len(t, body.Input, 5)
		assert.Equal(t, "sealed", body.Input[1]["encrypted_content"])
		assert.Equal(t, "rs_1", body.Input[1]["id"])
		assert.Equal(t, "final_answer", body.Input[2]["phase"])
		assert.Equal(t, "call_1", body.Input[3]["call_id"])
		assert.Equal(t, "function_call_output", body.Input[4]["type"])
	}
}

// Compatible servers send arguments as an object. The tool runs with exactly these
// arguments, or not at all.
func TestArgumentsThatAreNotText(t *testing.T) {
	for args, want := range map[string]string{
		`{"city":"Oslo"}`: `{"city":"Oslo"}`, `"{}"`: `{}`, `""`: ``, `null`: ``, `["Oslo"]`: `["Oslo"]`, `7`: `7`,
	} {
		for path, body := range map[string]string{
			"/v1/chat/completions": `{"choices":[{"message":{"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":` + args + `}}]},"finish_reason":"tool_calls"}]}`,
			"/v1/responses":        `{"status":"completed","output":[{"type":"function_call","call_id":"c","name":"f","arguments":` + args + `}]}`,
		} {
			d := dialect{responses: path == "/v1/responses"}
			s := newServer(t, rawReply(200, "application/json", body))
			_, last, err := collect(t, d.model(s.client()), question(d))
			require.NoError(t, err)
			require.Len(t, last.Content.Parts, 1)
			assert.Equal(t, want, string(last.Content.Parts[0].FunctionCall.Args), "%s: %s", d, args)
		}
	}
}

// They are refused before anything is sent.
func TestRequestsThatCannotBeMade(t *testing.T) {
	user := func(p agent.Part) []agent.Content {
		return []agent.Content{{Role: agent.RoleUser, Parts: []agent.Part{p}}}
	}
	tests := map[string]struct {
		req  *agent.ModelRequest
		kind agent.ErrorKind
		chat bool // only Chat Completions cannot
		resp bool
	}{
		"a video":                                {&agent.ModelRequest{Contents: user(agent.Part{Blob: &agent.Blob{MIMEType: "video/mp4"}})}, agent.ErrProviderUnsupported, true, true},
		"the URL of a video":                     {&agent.ModelRequest{Contents: user(agent.Part{File: &agent.File{URI: "https://example.com/a", MIMEType: "video/mp4"}})}, agent.ErrProviderUnsupported, true, true},
		"the URL of a PDF":                       {&agent.ModelRequest{Contents: user(agent.Part{File: &agent.File{URI: "https://example.com/a", MIMEType: "application/pdf"}})}, agent.ErrProviderUnsupported, true, false},
		"sound":                                  {&agent.ModelRequest{Contents: user(agent.Part{Blob: &agent.Blob{MIMEType: "audio/wav", Data: []byte("a")}})}, agent.ErrProviderUnsupported, false, true},
		"a tool schema that is not an object":    {&agent.ModelRequest{Tools: []agent.Declaration{{Name: "a", Parameters: json.RawMessage(`[]`)}}}, agent.ErrSchemaInvalid, true, true},
		"an output schema that is not an object": {&agent.ModelRequest{OutputSchema: json.RawMessage(`7`)}, agent.ErrSchemaInvalid, true, true},
		"no attachment":                          {question(dialect{}), "", false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, d := range []dialect{{}, {responses: true}} {
				s := newServer(t, d.answer(words{text: "a"}))
				_, _, err := collect(t, d.model(s.client()), tt.req)
				if refused := tt.chat && !d.responses || tt.resp && d.responses; !refused {
					require.NoError(t, err, d.String())
					continue
				}
				require.ErrorIs(t, err, tt.kind, d.String())
				assert.Empty(t, s.requests())
			}
		})
	}
}

func TestOptions(t *testing.T) {
	s := newServer(t, dialect{}.answer(words{text: "a"}), dialect{responses: true}.answer(words{text: "b"}))
	chat := openaimodel.New(s.client(), "gpt-test",
		func(p *openai.ChatCompletionNewParams) { p.ReasoningEffort = shared.ReasoningEffortLow },
		func(p *openai.ChatCompletionNewParams) { p.Seed = openai.Int(7) })
	resp := openaimodel.NewResponses(s.client(), "gpt-test",
		func(p *responses.ResponseNewParams) { p.MaxOutputTokens = openai.Int(9) })
	for _, m := range []agent.Model{chat, resp} {
		assert.Equal(t, "gpt-test", m.Name())
		_, _, err := collect(t, m, question(dialect{}))
		require.NoError(t, err)
	}
	assert.Contains(t, s.requests()[0], `"reasoning_effort":"low"`)
	assert.Contains(t, s.requests()[0], `"seed":7`)
	assert.Contains(t, s.requests()[1], `"max_output_tokens":9`)
}

func TestToolChoices(t *testing.T) {
	for choice, want := range map[agent.ToolChoice][2]string{
		agent.ToolsAny:         {`"tool_choice":"required"`, `"tool_choice":"required"`},
		agent.CallTool("look"): {`"tool_choice":{"function":{"name":"look"},"type":"function"}`, `"tool_choice":{"name":"look","type":"function"}`},
	} {
		for i, d := range []dialect{{}, {responses: true}} {
			req := fullRequest()
			req.ToolChoice = choice
			assert.Contains(t, sent(t, d, req), want[i])
		}
	}
}
