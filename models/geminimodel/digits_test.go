package geminimodel_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/models/geminimodel"
)

// The SDK decodes numbers as float64.
func TestNumbersReachTheToolAsTheModelWroteThem(t *testing.T) {
	args := `{"a":9007199254740993,"b":[-18446744073709551615,1E30,0.10000000000000000001,1.0],"c":{"d":9007199254740992,"e":"7"},"f":7}`
	both(t, func(t *testing.T, stream bool) {
		_, client := serve(t, answer("STOP", text("So: "), call("c1", "refund", args, "sig")), answer("STOP", text("Done.")))
		tool := agenttest.NewTool("refund", agenttest.Return("ok"))
		o := run(t, newModel(client), stream, tool)
		require.NoError(t, o.Err)
		require.Equal(t, 1, tool.Count())
		assert.Equal(t, args, string(tool.LastArgs()))
	})
}

// For a client that could not be copied, the SDK rounds numbers.
func TestCallsWithLostDigitsAreNotRun(t *testing.T) {
	for args, runs := range map[string]int{
		`{"order":9007199254740993}`: 0, `{"orders":[{"id":-1e20}]}`: 0, `{"order":9007199254740991,"rate":0.5,"b":true}`: 1,
	} {
		both(t, func(t *testing.T, stream bool) {
			_, client := serve(t, answer("STOP", call("c1", "refund", args, "")), answer("STOP", text("Done.")))
			tool := agenttest.NewTool("refund", agenttest.Return("ok"))
			o := run(t, geminimodel.NewOnSDK(client, "gemini-test"), stream, tool)
			require.NoError(t, o.Err)
			assert.Equal(t, runs, tool.Count(), args)
		})
	}
}

// They are sent to the API as strings, not as null.
func TestNumbersBeyondEveryFloat(t *testing.T) {
	w, client := serve(t, answer("STOP", text("Done.")))
	args := json.RawMessage(`{"a":1e999,"b":-1.5e400,"c":1e300}`)
	_, err := generate(t, newModel(client), &agent.ModelRequest{Contents: []agent.Content{
		agent.TextContent(agent.RoleUser, "Hi"),
		{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "c1", Name: "x", Args: args}}}},
		{Role: agent.RoleUser, Parts: []agent.Part{{FunctionResponse: &agent.FunctionResponse{ID: "c1", Name: "x", Response: args}}}},
	}})
	require.NoError(t, err)
	asked := w.requests()[0]
	assert.JSONEq(t, `{"a":"1e999","b":"-1.5e400","c":1e300}`, string(asked.Contents[2].Parts[0].Response.Response["output"]))
	assert.JSONEq(t, `{"id":"c1","name":"x","args":{"a":"1e999","b":"-1.5e400","c":1e300}}`, string(asked.Contents[1].Parts[0].Call))
}

// The copy of a client calls the same API as the same caller, for any environment
// variables.
func TestTheCopyOfTheClientIsConfiguredLikeIt(t *testing.T) {
	environments := map[string]map[string]string{
		"none": {}, "a project": {"GOOGLE_CLOUD_PROJECT": "quorvex", "GOOGLE_CLOUD_LOCATION": "nowhere"},
		"a key": {"GEMINI_API_KEY": "quorvex"}, "both": {"GOOGLE_CLOUD_PROJECT": "quorvex", "GOOGLE_CLOUD_LOCATION": "nowhere", "GOOGLE_API_KEY": "quorvex"},
		"another address": {"GOOGLE_GEMINI_BASE_URL": "http://quorvex.test", "GOOGLE_VERTEX_BASE_URL": "http://quorvex.test"},
	}
	configs := map[string]genai.ClientConfig{
		"Gemini":                 {Backend: genai.BackendGeminiAPI, APIKey: key},
		"Vertex":                 {Backend: genai.BackendVertexAI, Project: "p", Location: "us-central1"},
		"Vertex with a key":      {Backend: genai.BackendVertexAI, APIKey: key},
		"Vertex with a base URL": {Backend: genai.BackendVertexAI, HTTPOptions: genai.HTTPOptions{BaseURL: "http://proxy.test"}},
	}
	for env, vars := range environments {
		for name, config := range configs {
			t.Run(name+"/"+env, func(t *testing.T) {
				for k, v := range vars {
					t.Setenv(k, v)
				}
				config.HTTPClient = &http.Client{Transport: modeltest.Reply{}, Timeout: time.Minute}
				client, err := genai.NewClient(t.Context(), &config)
				require.NoError(t, err)
				own := geminimodel.Below(client)
				require.NotSame(t, client, own)
				got, want := own.ClientConfig(), client.ClientConfig()
				assert.Equal(t, modeltest.Reply{}, want.HTTPClient.Transport, "the caller's client is unchanged")
				assert.Equal(t, want.HTTPClient.Timeout, got.HTTPClient.Timeout)
				if want.Backend == genai.BackendGeminiAPI {
					want.Project, want.Location = got.Project, got.Location // not used by this API
				}
				assert.Equal(t, []any{want.Backend, want.APIKey, want.Project, want.Location, want.HTTPOptions},
					[]any{got.Backend, got.APIKey, got.Project, got.Location, got.HTTPOptions})
			})
		}
	}
	nobodys := &genai.Client{}
	assert.Same(t, nobodys, geminimodel.Below(nobodys))
}

// They are not assembled, and no tool runs.
func TestCallsInPieces(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		_, client := serve(t,
			answer("STOP",
				`{"functionCall":{"id":"c1","name":"wipe","willContinue":true}}`,
				`{"functionCall":{"partialArgs":[{"jsonPath":"$.only","stringValue":"tmp"}],"willContinue":true}}`,
				`{"functionCall":{}}`,
				call("c2", "look", `{"at":"it"}`, "")),
			answer("STOP", text("Done.")))
		wipe, look := agenttest.NewTool("wipe", agenttest.Return("ok")), agenttest.NewTool("look", agenttest.Return("ok"))
		o := run(t, newModel(client), stream, wipe, look)
		require.NoError(t, o.Err)
		assert.Zero(t, wipe.Count(), "the tool ran without its arguments")
		assert.Equal(t, 1, look.Count())
		calls := o.Events[0].FunctionCalls()
		require.Len(t, calls, 2)
		assert.Contains(t, calls[0].Malformed, "$.only")
	})
}
