package geminimodel_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

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

// The finish reasons that modeltest.Suite does not have, with and without content. What the loop
// makes of a reason is agent's.
func TestFinishReasons(t *testing.T) {
	for word, want := range map[string]agent.FinishReason{
		"CONTINUATION": agent.FinishMaxTokens, "PROHIBITED_CONTENT": agent.FinishSafety, "BLOCKLIST": agent.FinishSafety, "SPII": agent.FinishSafety,
		"UNEXPECTED_TOOL_CALL": agent.FinishMalformedCall, "LANGUAGE": agent.FinishOther, "TOO_MANY_TOOL_CALLS": agent.FinishOther,
	} {
		t.Run(word, func(t *testing.T) {
			both(t, func(t *testing.T, stream bool) {
				_, client := serve(t, answer(word), answer(word, `{"quorvex":1}`, `{"executableCode":{"language":"PYTHON","code":"1"}}`, text("Hi"), call("c1", "weather", `{}`, "")))
				resp, err := generate(t, newModel(client), hello(stream))
				require.NoError(t, err)
				assert.Equal(t, want, resp.FinishReason, "without content")
				resp, err = generate(t, newModel(client), hello(stream))
				require.NoError(t, err)
				assert.Equal(t, want, resp.FinishReason)
				assert.Equal(t, "Hi", resp.Content.Text())
				assert.Equal(t, &agent.Usage{InputTokens: 10, OutputTokens: 7, CachedTokens: 2}, resp.Usage)
			})
		})
	}
}

func TestRequest(t *testing.T) {
	w, client := serve(t, answer("STOP", text("Hi")))
	args := json.RawMessage(`{"n":9007199254740993,"m":-7,"a":1e999,"c":1e300}`)
	_, err := generate(t, newModel(client), &agent.ModelRequest{
		Instruction: "Be brief.", Tools: []agent.Declaration{{Name: "f", Description: "Does it.", Parameters: json.RawMessage(`{"type":"object"}`)}},
		OutputSchema: json.RawMessage(`{"type":"object","properties":{"z":{},"a":{}}}`),
		Contents: []agent.Content{
			{Role: agent.RoleUser, Parts: []agent.Part{
				{Text: "Hi"}, {Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("png"), Name: "a.png"}}, {File: &agent.File{MIMEType: "image/jpeg", URI: "gs://bucket/a.jpg"}},
			}},
			{Role: agent.RoleModel, Parts: []agent.Part{
				{Thought: true, Text: "Hm.", Signature: []byte("gemini:sig")},
				{Thought: true, Text: "Of another.", Signature: []byte("anthropic.thinking:sig")},
				{Thought: true, Text: "Of a third."},
				{Text: "Hello", Signature: []byte("anthropic.thinking:sig")},
				{FunctionCall: &agent.FunctionCall{ID: "c", Name: "f", Args: args}, Signature: []byte("gemini:sig")},
			}},
			{Role: agent.RoleUser, Parts: []agent.Part{
				{FunctionResponse: &agent.FunctionResponse{
					ID: "c", Name: "f", Response: json.RawMessage(`{"success":true,"error":null,"n":[1,9007199254740992,{"id":18446744073709551615}],"x":0.5,"y":-1.5e400}`),
				}},
				{FunctionResponse: &agent.FunctionResponse{ID: "d", Name: "f", Response: json.RawMessage(`{"success":false,"error":"No."}`), IsError: true}},
			}},
			{Role: agent.RoleModel, Parts: []agent.Part{{Thought: true, Text: "Nothing else."}}},
			agent.TextContent(agent.RoleUser, "So?"),
		},
	})
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"tools":[{"functionDeclarations":[{"name":"f","description":"Does it.","parametersJsonSchema":{"type":"object"}}]}],
		"systemInstruction":{"role":"user","parts":[{"text":"Be brief."}]},
		"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{"type":"object","properties":{"z":{},"a":{}}}},
		"contents":[
			{"role":"user","parts":[{"text":"Hi"},{"inlineData":{"mimeType":"image/png","data":"cG5n"}},{"fileData":{"mimeType":"image/jpeg","fileUri":"gs://bucket/a.jpg"}}]},
			{"role":"model","parts":[{"text":"Hm.","thought":true,"thoughtSignature":"c2ln"},{"text":"Hello"},
				{"functionCall":{"id":"c","name":"f","args":{"n":"9007199254740993","m":-7,"a":"1e999","c":1e300}},"thoughtSignature":"c2ln"}]},
			{"role":"user","parts":[{"functionResponse":{"id":"c","name":"f","response":{"output":
				{"success":true,"n":[1,9007199254740992,{"id":"18446744073709551615"}],"x":0.5,"y":"-1.5e400"}}}},
				{"functionResponse":{"id":"d","name":"f","response":{"error":{"success":false,"error":"No."}}}}]},
			{"role":"user","parts":[{"text":"So?"}]}]}`, string(w.Requests()[0].Body))
	assert.Contains(t, string(w.Requests()[0].Body), "9007199254740992")
}

// The streams of some models end with signatures without a text, which must be sent back
// unchanged.
func TestSignaturesWithoutText(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		w, client := serve(t,
			answer("STOP", text("Hello"), `{"text":"","thoughtSignature":"c2ln"}`, `{"thoughtSignature":"c2lnMg=="}`),
			answer("STOP", text("Done.")))
		m := newModel(client)
		resp, err := generate(t, m, hello(stream))
		require.NoError(t, err)
		assert.Equal(t, []agent.Part{
			{Text: "Hello"}, {Signature: []byte("gemini:sig")}, {Signature: []byte("gemini:sig2")},
		}, resp.Content.Parts)
		next := hello(stream)
		next.Contents = append(next.Contents, *resp.Content, agent.TextContent(agent.RoleUser, "And?"))
		_, err = generate(t, m, next)
		require.NoError(t, err)
		assert.Contains(t, string(w.Requests()[1].Body),
			`"parts":[{"text":"Hello"},{"text":"","thoughtSignature":"c2ln"},{"text":"","thoughtSignature":"c2lnMg=="}]`)
	})
}

// The SDK rounds numbers, and does not assemble arguments that come in pieces.
func TestCallsWithoutTheModelsArgumentsAreNotRun(t *testing.T) {
	for name, tt := range map[string]struct {
		parts []string
		runs  int
	}{
		"a rounded number":        {[]string{call("c1", "refund", `{"order":9007199254740993}`, "")}, 0},
		"a rounded number inside": {[]string{call("c1", "refund", `{"orders":[{"id":-1e20}]}`, "")}, 0},
		"exact numbers":           {[]string{call("c1", "refund", `{"order":9007199254740991,"rate":0.5,"b":true}`, "")}, 1},
		"pieces": {[]string{
			`{"functionCall":{"id":"c1","name":"refund","willContinue":true}}`,
			`{"functionCall":{"partialArgs":[{"jsonPath":"$.only","stringValue":"tmp"}],"willContinue":true}}`, `{"functionCall":{}}`,
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, stream bool) {
				_, client := serve(t, answer("STOP", append(tt.parts, call("c2", "look", `{"at":"it"}`, ""))...), answer("STOP", text("Done.")))
				refund, look := agenttest.NewTool("refund", agenttest.Return("ok")), agenttest.NewTool("look", agenttest.Return("ok"))
				o := run(t, newModel(client), stream, refund, look)
				require.NoError(t, o.Err)
				assert.Equal(t, tt.runs, refund.Count())
				assert.Equal(t, 1, look.Count())
				assert.Len(t, o.Events[0].FunctionCalls(), 2)
			})
		})
	}
}

// Attachments that the API would refuse are refused before anything is stored, and the
// session continues.
func TestAttachments(t *testing.T) {
	blob := func(typ string) agent.Part { return agent.Part{Blob: &agent.Blob{MIMEType: typ, Data: []byte("x")}} }
	file := func(typ string) agent.Part {
		return agent.Part{File: &agent.File{MIMEType: typ, URI: "gs://bucket/a"}}
	}
	for name, tt := range map[string]struct {
		part agent.Part
		fits bool
	}{
		"an archive": {blob("application/zip"), false}, "a GIF": {blob("image/gif"), false}, "no type": {blob(""), false},
		"a picture": {blob("Image/PNG; a=b"), true}, "text": {blob("text/x-quorvex"), true}, "JSON": {blob("application/json"), true},
		"a file of no type": {file(""), true}, "an archive by URI": {file("application/zip"), false}, "a video": {file("video/mp4"), true},
	} {
		t.Run(name, func(t *testing.T) {
			w, client := serve(t, answer("STOP", text("Hi")))
			content := agent.Content{Role: agent.RoleUser, Parts: []agent.Part{{Text: "Read this."}, tt.part}}
			refused := newModel(client).Preflight(content)
			_, err := generate(t, newModel(client), &agent.ModelRequest{Contents: []agent.Content{content}})
			if tt.fits {
				require.NoError(t, errors.Join(refused, err))
				assert.NotContains(t, string(w.Requests()[0].Body), "application/json")
				return
			}
			require.ErrorIs(t, refused, agent.ErrProviderUnsupported)
			require.ErrorIs(t, err, agent.ErrProviderUnsupported)
			assert.Empty(t, w.Requests())
		})
	}
}

func TestToolChoices(t *testing.T) {
	for choice, want := range map[agent.ToolChoice]string{
		agent.ToolsNone: `{"mode":"NONE"}`, agent.ToolsAny: `{"mode":"ANY"}`, agent.CallTool("now"): `{"mode":"ANY","allowedFunctionNames":["now"]}`,
	} {
		w, client := serve(t, answer("STOP", text("Hi")))
		req := hello(false)
		req.ToolChoice, req.Tools = choice, []agent.Declaration{{Name: "now"}}
		_, err := generate(t, newModel(client), req)
		require.NoError(t, err)
		assert.JSONEq(t, `{"contents":[{"role":"user","parts":[{"text":"Hi"}]}],"generationConfig":{},
			"tools":[{"functionDeclarations":[{"name":"now"}]}],"toolConfig":{"functionCallingConfig":`+want+`}}`, string(w.Requests()[0].Body))
	}
}

func TestContentsThatAreNotObjects(t *testing.T) {
	for name, part := range map[string]agent.Part{
		"a call":   {FunctionCall: &agent.FunctionCall{ID: "c", Name: "f", Args: json.RawMessage(`quorvex`)}},
		"a result": {FunctionResponse: &agent.FunctionResponse{ID: "c", Name: "f", Response: json.RawMessage(`["quorvex"]`)}},
	} {
		t.Run(name, func(t *testing.T) {
			w, client := serve(t)
			_, err := generate(t, newModel(client), &agent.ModelRequest{Contents: []agent.Content{{Role: agent.RoleUser, Parts: []agent.Part{part}}}})
			require.ErrorIs(t, err, agent.ErrInvalidInput)
			agenttest.AssertNoCanary(t, "quorvex", err)
			assert.Empty(t, w.Requests())
		})
	}
}

// generate calls the model, and returns its answer.
func generate(t *testing.T, m agent.Model, req *agent.ModelRequest) (*agent.ModelResponse, error) {
	t.Helper()
	h := modeltest.AssertSound(t.Context(), t, m, req)
	return h.Answer, h.Err
}

func hello(stream bool) *agent.ModelRequest {
	return &agent.ModelRequest{Stream: stream, Contents: []agent.Content{agent.TextContent(agent.RoleUser, "Hi")}}
}

func TestParts(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		_, client := serve(t, answer("STOP",
			thought("H"), thought("m."), text("One"), text(" two"), `{"text":" three","thoughtSignature":"c2ln"}`, text(" four"),
			`{"inlineData":{"mimeType":"image/png","data":"cG5n"}}`, `{"functionCall":{"name":"now"}}`))
		resp, err := generate(t, newModel(client), hello(stream))
		require.NoError(t, err)
		assert.Equal(t, []agent.Part{
			{Thought: true, Text: "Hm."},
			{Text: "One two"},
			{Text: " three", Signature: []byte("gemini:sig")},
			{Text: " four"},
			{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("png")}},
			{FunctionCall: &agent.FunctionCall{Name: "now", Args: json.RawMessage("{}")}},
		}, resp.Content.Parts)
		assert.Equal(t, agent.FinishToolCalls, resp.FinishReason)
	})
}

func TestOptions(t *testing.T) {
	w, client := serve(t, answer("STOP", text("Hi")))
	m := newModel(client, func(c *genai.GenerateContentConfig) { c.MaxOutputTokens = 99 }, func(c *genai.GenerateContentConfig) {
		c.Temperature = new(float32(0.5))
		c.HTTPOptions = &genai.HTTPOptions{Headers: map[string][]string{"X-Quorvex": {"1"}}}
	})
	_, err := generate(t, m, hello(false))
	require.NoError(t, err)
	assert.Equal(t, "gemini-test", m.Name())
	assert.Contains(t, string(w.Requests()[0].Body), `"generationConfig":{"maxOutputTokens":99,"temperature":0.5}`)
}
