package docs_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hello is the output of the first program.
const hello = "It is 21 degrees in Oslo. <nil>\n"

// TestDocsAgentStart follows agent.md in a new module, with a server that has Anthropic's
// wire format, and runs the first program and the one for a terminal. The server limits the
// first two requests.
func TestDocsAgentStart(t *testing.T) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) > 2 {
			anthropicAPI(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		http.Error(w, `{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}`, http.StatusTooManyRequests)
	}))
	defer server.Close()
	t.Setenv("ANTHROPIC_BASE_URL", server.URL)
	t.Setenv("ANTHROPIC_API_KEY", "key")
	dir := acmeModule(t)
	programs := map[string]string{}
	for _, name := range []string{"hello", "talk"} {
		text, err := os.ReadFile(filepath.Join("testdata/start", name, "main.go"))
		require.NoError(t, err)
		programs[name] = string(text)
		write(t, dir, "// "+name+"/main.go\n"+string(text))
	}
	assert.Equal(t, programs["hello"], strings.TrimPrefix(blocks(t, "agent.md", "go")[0], "// from docs/testdata/start/hello/main.go\n"))
	commands := blocks(t, "agent.md", "sh")
	require.Len(t, commands, 1)
	assert.Equal(t, hello, succeed(t, dir, commands[0]))
	assert.Contains(t, blocks(t, "agent.md", "text"), hello)
	assert.Equal(t, strings.Repeat(hello, 2), succeed(t, dir, "go run ./talk"))
	assert.LessOrEqual(t, strings.Count(programs["hello"], "\n"), 25)
}

// anthropicAPI responds to a question with a call of the tool weather, and then with an
// answer.
func anthropicAPI(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Messages []struct {
			Content []struct {
				Type string `json:"type"`
			} `json:"content"`
		} `json:"messages"`
	}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil || len(req.Messages) == 0 || r.Header.Get("X-Api-Key") != "key" {
		http.Error(w, "no", http.StatusBadRequest)
		return
	}
	block, reason := map[string]any{"type": "text", "text": "It is 21 degrees in Oslo."}, "end_turn"
	if last := req.Messages[len(req.Messages)-1].Content; last[0].Type == "text" {
		reason = "tool_use"
		block = map[string]any{"type": "tool_use", "id": fmt.Sprint("toolu_", len(req.Messages)), "name": "weather", "input": map[string]any{"City": "Oslo"}}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": []any{block}, "stop_reason": reason,
		"usage": map[string]any{"input_tokens": 1, "output_tokens": 1},
	})
}
