package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/conformance/faults"
)

const dummyKey = "sk-dummy-0000000000000000000000000000000000000000"

// respond answers with JSON.
func respond(status int, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, body)
	})
}

// calls is an answer of OpenAI's with calls, or with a text if there are none.
func calls(all ...[3]string) http.Handler {
	message, reason := map[string]any{"role": "assistant", "content": "The report is done."}, "stop"
	for i, c := range all {
		if i == 0 {
			message, reason = map[string]any{"role": "assistant", "tool_calls": []any{}}, "tool_calls"
		}
		message["tool_calls"] = append(message["tool_calls"].([]any), map[string]any{
			"id": c[0], "type": "function", "function": map[string]string{"name": c[1], "arguments": c[2]},
		})
	}
	raw, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"message": message, "finish_reason": reason}}})
	return respond(http.StatusOK, string(raw))
}

func TestTheModelReadsTheFailures(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", dummyKey)
	script := modeltest.NewScript(t, calls(
		[3]string{"c1", "list_orders", `{}`}, [3]string{"c2", "get_customer", `{"id":7}`},
		[3]string{"c3", "get_stock", `{"number":"P-100"}`}, [3]string{"c4", "get_rate", `{"from":"EUR","to":"USD"}`},
	), calls([3]string{"c5", "refund_order", `{"id":12}`}), calls())
	s := httptest.NewServer(script)
	t.Cleanup(s.Close)
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out, "openai:a-model", s.URL, "What is new?"))

	asked := script.Requests()
	require.Len(t, asked, 3)
	assert.Contains(t, string(asked[0].Body), "What is new?")
	assert.Contains(t, string(asked[0].Body), "the number of the part", "the tools are declared")
	for i, a := range asked {
		assert.Empty(t, faults.Planted().Find(string(a.Body)), "request %d", i)
		assert.NotContains(t, string(a.Body), dummyKey)
	}
	read := strings.ReplaceAll(string(asked[2].Body), `\"`, `"`)
	for _, word := range []string{
		`12,14,15`, // the loop got it by a retry
		`UPSTREAM_RUNTIME_NOT_FOUND`, `TOOL_RUNTIME_FATAL`, `UPSTREAM_RUNTIME_RATE_LIMIT`, `The service asks for more time than this run has left.`,
		`NETWORK_TRANSPORT_RUNTIME_TIMEOUT`, `"effect":"unknown"`,
	} {
		assert.Contains(t, read, word)
	}
	for _, line := range []string{
		"model: The report is done.", "call get_stock", "list_orders ok after 2 attempts", "4 results reported a failed call.",
		"No text of the services' errors reached the model.",
	} {
		assert.Contains(t, out.String(), line)
	}
	assert.NotContains(t, out.String(), dummyKey)
}

// Each provider gets the key in its own way, or none from a local server's caller.
func TestProvidersThatRefuse(t *testing.T) {
	refused := map[string]string{
		"openai":    `{"error":{"message":"quorvex","type":"invalid_request_error","code":"invalid_api_key"}}`,
		"anthropic": `{"type":"error","error":{"type":"authentication_error","message":"quorvex"}}`,
		"gemini":    `{"error":{"code":401,"message":"quorvex","status":"UNAUTHENTICATED"}}`,
	}
	for provider, body := range refused {
		for _, key := range []string{dummyKey, ""} {
			t.Setenv(strings.ToUpper(provider)+"_API_KEY", key)
			script := modeltest.NewScript(t, respond(http.StatusUnauthorized, body))
			s := httptest.NewServer(script)
			var out bytes.Buffer
			err := run(t.Context(), &out, provider+":a-model", s.URL, "?")
			s.Close()
			require.EqualError(t, err, "The model's provider refused the credentials.")
			assert.Contains(t, out.String(), "kind:     provider_auth, UPSTREAM_RUNTIME_AUTH_ERROR")
			h := script.Requests()[0].Header
			sent := strings.TrimPrefix(h.Get("Authorization"), "Bearer ") + h.Get("X-Api-Key") + h.Get("X-Goog-Api-Key")
			if key == "" {
				key = "none"
			}
			assert.Equal(t, key, sent)
		}
	}
}

func TestModelsThatCannotBeOpened(t *testing.T) {
	for _, variable := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"} {
		t.Setenv(variable, "")
	}
	for model, says := range map[string]string{
		"gpt": "openai:NAME", "acme:m": "openai:NAME", "openai:": "openai:NAME", "openai:m": "OPENAI_API_KEY is not set",
		"anthropic:m": "ANTHROPIC_API_KEY is not set", "gemini:m": "GEMINI_API_KEY or GOOGLE_API_KEY is not set",
	} {
		require.ErrorContains(t, run(t.Context(), &bytes.Buffer{}, model, "", "?"), says)
	}
}
