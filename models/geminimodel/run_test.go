package geminimodel_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

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
			answer("STOP", thought("Hm."), text("Let me "), text("see."),
				call("c1", "weather", `{"city":"Oslo"}`, "sig"), call("c2", "weather", `{"city":"Atlantis"}`, "")),
			answer("STOP", text("Clear over Oslo; "), text("nobody knows about Atlantis.")),
		)
		o := run(t, newModel(client), stream, weatherTool())
		require.NoError(t, o.Err)
		assert.Equal(t, "Clear over Oslo; nobody knows about Atlantis.", o.Last().Content.Text())
		assert.Equal(t, agent.FinishStop, o.Last().FinishReason)
		assert.Equal(t, agent.FinishToolCalls, o.Events[0].FinishReason)
		assert.Equal(t, &agent.Usage{InputTokens: 10, OutputTokens: 7, CachedTokens: 2}, o.Last().Usage)

		require.Len(t, w.requests(), 2)
		second := w.requests()[1]
		assert.Equal(t, stream, second.stream)
		// The thought, which has no signature, is not sent back.
		assert.JSONEq(t, `{"generationConfig":{},"systemInstruction":{"role":"user","parts":[{"text":"Be brief."}]},
			"tools":[{"functionDeclarations":[{"name":"weather","description":"Says how the weather is.","parametersJsonSchema":`+string(weatherTool().Declaration().Parameters)+`}]}],
			"contents":[
				{"role":"user","parts":[{"text":"How is the weather?"}]},
				{"role":"model","parts":[{"text":"Let me see."},
					{"functionCall":{"id":"c1","name":"weather","args":{"city":"Oslo"}},"thoughtSignature":"c2ln"},{"functionCall":{"id":"c2","name":"weather","args":{"city":"Atlantis"}}}]},
				{"role":"user","parts":[
					{"functionResponse":{"id":"c1","name":"weather","response":{"output":{"success":true,"sky":"clear over Oslo"}}}},
					{"functionResponse":{"id":"c2","name":"weather","response":{"error":`+toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone)).Payload().String()+`}}}]}]}`,
			second.raw)
		if stream {
			assert.Equal(t, "Let me see.Clear over Oslo; nobody knows about Atlantis.", o.Shown())
		} else {
			assert.Empty(t, o.Partial)
		}
	})
}

// TestConditions has the finish reasons that modeltest.Suite does not have, and other
// conditions that are specific to the API.
func TestConditions(t *testing.T) {
	half := call("c1", "weather", `{"city":"Oslo"}`, "")
	tests := map[string]struct {
		reply  reply
		code   agent.EventCode
		reason agent.FinishReason
		text   string
	}{
		"to be continued":         {answer("CONTINUATION", text("Once")), agent.CodeMaxTokens, agent.FinishMaxTokens, "Once"},
		"unsafe":                  {answer("SAFETY", text("I ca")), agent.CodeSafety, agent.FinishSafety, "I ca"},
		"blocked without content": {answer("PROHIBITED_CONTENT"), agent.CodeSafety, agent.FinishSafety, ""},
		"a blocklisted word":      {answer("BLOCKLIST"), agent.CodeSafety, agent.FinishSafety, ""},
		"personal information":    {answer("SPII"), agent.CodeSafety, agent.FinishSafety, ""},
		"an unexpected call":      {answer("UNEXPECTED_TOOL_CALL"), agent.CodeMalformedFunctionCall, agent.FinishMalformedCall, ""},
		"an empty text":           {answer("STOP", text("")), agent.CodeEmptyResponse, agent.FinishStop, ""},
		"only thoughts":           {answer("STOP", thought("Hm.")), agent.CodeEmptyResponse, agent.FinishStop, ""},
		"an unsupported language": {answer("LANGUAGE", text("Hi")), agent.CodeOther, agent.FinishOther, "Hi"},
		"an unknown part":         {answer("STOP", `{"quorvex":1}`, text("Hi")), "", agent.FinishStop, "Hi"},
		"code":                    {answer("STOP", `{"executableCode":{"language":"PYTHON","code":"1"}}`, text("Hi")), "", agent.FinishStop, "Hi"},
		"a call cut off":          {answer("MAX_TOKENS", half), "", agent.FinishMaxTokens, ""},
		"a call refused":          {answer("SAFETY", half), agent.CodeSafety, agent.FinishSafety, ""},
		"too many calls":          {answer("TOO_MANY_TOOL_CALLS", half), "", agent.FinishOther, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, stream bool) {
				w, client := serve(t, tt.reply, answer("STOP", text("Over.")))
				tool := agenttest.NewTool("weather", func(context.Context) (any, error) { return "clear", nil })
				o := run(t, newModel(client), stream, tool)
				require.NoError(t, o.Err)
				require.NotEmpty(t, o.Events)
				assert.Equal(t, tt.reason, o.Events[0].FinishReason)
				assert.Equal(t, tt.text, o.Events[0].Content.Text())
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

func TestRequest(t *testing.T) {
	w, client := serve(t, answer("STOP", text("Hi")))
	args := json.RawMessage(`{"n":9007199254740993,"m":-7,"a":1e999,"c":1e300}`)
	_, err := generate(t, newModel(client), &agent.ModelRequest{
		Instruction: "Be brief.", OutputSchema: json.RawMessage(`{"type":"object","properties":{"z":{},"a":{}}}`),
		Contents: []agent.Content{
			{Role: agent.RoleUser, Parts: []agent.Part{
				{Text: "Hi"}, {Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("png"), Name: "a.png"}}, {File: &agent.File{MIMEType: "image/jpeg", URI: "gs://bucket/a.jpg"}},
			}},
			{Role: agent.RoleModel, Parts: []agent.Part{
				{Thought: true, Text: "Hm.", Signature: []byte("gemini:sig")},
				{Thought: true, Text: "Of another.", Signature: []byte("anthropic.thinking:sig")},
				{Thought: true, Text: "Of a third."},
				{Text: "Hello", Signature: []byte("anthropic.thinking:sig")},
				{FunctionCall: &agent.FunctionCall{ID: "c", Name: "f", Args: args}},
			}},
			{Role: agent.RoleUser, Parts: []agent.Part{{FunctionResponse: &agent.FunctionResponse{
				ID: "c", Name: "f", Response: json.RawMessage(`{"success":true,"error":null,"n":[1,9007199254740992,{"id":18446744073709551615}],"x":0.5,"y":-1.5e400}`),
			}}}},
			{Role: agent.RoleModel, Parts: []agent.Part{{Thought: true, Text: "Nothing else."}}},
			agent.TextContent(agent.RoleUser, "So?"),
		},
	})
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"systemInstruction":{"role":"user","parts":[{"text":"Be brief."}]},
		"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{"type":"object","properties":{"z":{},"a":{}}}},
		"contents":[
			{"role":"user","parts":[{"text":"Hi"},{"inlineData":{"mimeType":"image/png","data":"cG5n"}},{"fileData":{"mimeType":"image/jpeg","fileUri":"gs://bucket/a.jpg"}}]},
			{"role":"model","parts":[{"text":"Hm.","thought":true,"thoughtSignature":"c2ln"},{"text":"Hello"},
				{"functionCall":{"id":"c","name":"f","args":{"n":"9007199254740993","m":-7,"a":"1e999","c":1e300}}}]},
			{"role":"user","parts":[{"functionResponse":{"id":"c","name":"f","response":{"output":
				{"success":true,"n":[1,9007199254740992,{"id":"18446744073709551615"}],"x":0.5,"y":"-1.5e400"}}}}]},
			{"role":"user","parts":[{"text":"So?"}]}]}`, w.requests()[0].raw)
	assert.Contains(t, w.requests()[0].raw, "9007199254740992")
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
		assert.Contains(t, w.requests()[1].raw,
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
				assert.NotContains(t, w.requests()[0].raw, "application/json")
				return
			}
			require.ErrorIs(t, refused, agent.ErrProviderUnsupported)
			require.ErrorIs(t, err, agent.ErrProviderUnsupported)
			assert.Empty(t, w.requests())
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
			"tools":[{"functionDeclarations":[{"name":"now"}]}],"toolConfig":{"functionCallingConfig":`+want+`}}`, w.requests()[0].raw)
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
			assert.Empty(t, w.requests())
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
	assert.Contains(t, w.requests()[0].raw, `"generationConfig":{"maxOutputTokens":99,"temperature":0.5}`)
}
