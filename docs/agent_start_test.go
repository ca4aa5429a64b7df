package docs_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hello is the output of the first program.
const hello = "It is 21 degrees in Oslo. <nil>\n"

// TestDocsAgentStart follows agent.md in a new module, with a server that has Anthropic's
// wire format, and runs the first program and its variants.
func TestDocsAgentStart(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(anthropicAPI))
	defer server.Close()
	t.Setenv("ANTHROPIC_BASE_URL", server.URL)
	t.Setenv("ANTHROPIC_API_KEY", "key")
	dir := acmeModule(t)
	programs := map[string]string{}
	for _, name := range []string{"hello", "streaming", "approval", "typed", "talk"} {
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
	for name, want := range map[string]string{
		"streaming": hello,
		"approval":  hello,
		"typed":     "{Oslo Celsius} <nil>\n",
		"talk":      strings.Repeat(hello, 2),
	} {
		assert.Equal(t, want, succeed(t, dir, "go run ./"+name), name)
	}

	first := len(linesOf(programs["hello"]))
	assert.LessOrEqual(t, first, 20, "lines of the first program, without blank ones")
	for _, name := range []string{"streaming", "approval", "typed"} {
		assert.LessOrEqual(t, len(linesOf(programs[name])), first+3, name)
	}
}

// linesOf returns the lines of a program that are not blank.
func linesOf(program string) (lines []string) {
	for line := range strings.Lines(program) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// anthropicAPI responds to a question with a call of the tool weather, and then with an
// answer: as JSON if a format is requested, and as a stream if one is requested.
func anthropicAPI(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Stream   bool            `json:"stream"`
		Output   json.RawMessage `json:"output_config"`
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
	text := "It is 21 degrees in Oslo."
	if req.Output != nil {
		text = `{"City":"Oslo","Unit":"Celsius"}`
	}
	block, start, delta := map[string]any{"type": "text", "text": text}, map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": text}
	reason := "end_turn"
	if last := req.Messages[len(req.Messages)-1].Content; last[0].Type == "text" {
		reason = "tool_use"
		block = map[string]any{"type": "tool_use", "id": fmt.Sprint("toolu_", len(req.Messages)), "name": "weather", "input": map[string]any{"City": "Oslo"}}
		start = map[string]any{"type": "tool_use", "id": block["id"], "name": "weather", "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": `{"City":"Oslo"}`}
	}
	usage := map[string]any{"input_tokens": 1, "output_tokens": 1}
	message := map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "usage": usage}
	if !req.Stream {
		message["content"], message["stop_reason"] = []any{block}, reason
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(message)
		return
	}
	message["content"] = []any{}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range []map[string]any{
		{"type": "message_start", "message": message},
		{"type": "content_block_start", "index": 0, "content_block": start},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": map[string]any{"stop_reason": reason}, "usage": usage},
		{"type": "message_stop"},
	} {
		raw, _ := json.Marshal(e) // maps of strings and numbers can always be encoded
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e["type"], raw)
	}
}
