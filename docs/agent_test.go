package docs_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocsAgent checks that every Go block of the pages is a part of the file that it names,
// and that every output is that of an example of package shop.
func TestDocsAgent(t *testing.T) {
	examples := glob(t, "shop/*_test.go")
	printed := ""
	for _, path := range examples {
		text := read(t, path)
		printed += outputs(text)
	}
	parts, prints := 0, 0
	for _, page := range []string{"agent.md", "agent_tools.md", "agent_running.md"} {
		text := assertParts(t, page)
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			switch {
			case m[1] == "go":
				parts++
			case m[1] == "text" && m[2] != hello:
				assert.Contains(t, squeezed(printed), squeezed(m[2]), page)
				prints++
			}
		}
	}
	assert.Equal(t, []int{19, 2}, []int{parts, prints}, "parts of files and outputs on the pages")
}

var output = regexp.MustCompile(`(?ms)^\t// Output:\n(.*?)^}$`)

// outputs returns the expected outputs of a file's examples, which running them has
// verified.
func outputs(text string) string {
	all := ""
	for _, m := range output.FindAllStringSubmatch(text, -1) {
		all += strings.ReplaceAll(m[1], "\t// ", "")
	}
	return all
}

// assertPart checks that a file of the repository, which is compiled there, has the lines.
func assertPart(t *testing.T, path, part string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(path)))
	if assert.NoError(t, err) {
		assert.Contains(t, squeezed(string(text)), squeezed(part), path)
	}
}

// TestDocsAgentLimits renders the table of limits from their doc comments.
func TestDocsAgentLimits(t *testing.T) {
	fresh(t, "agent_running.md", map[string]string{"limits": limitTable(t)})
}

func limitTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| limit | meaning and default |\n|---|---|\n")
	for _, typ := range packageDoc(t, "../agent").Types {
		if typ.Name != "Limits" {
			continue
		}
		for _, field := range fields(t, typ) {
			name := field.Names[0].Name
			text := strings.TrimLeft(strings.TrimPrefix(sentences(field.Doc.Text()), name), " :")
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, strings.TrimPrefix(text, "is "))
		}
	}
	return b.String()
}

// TestDocsAgentIsWhole checks that agent.md has every word that can be in events and
// results, and agent_tools.md every option of tools.
func TestDocsAgentIsWhole(t *testing.T) {
	page := read(t, "agent.md")
	options := read(t, "agent_tools.md")
	found := 0
	for _, typ := range packageDoc(t, "../agent").Types {
		if typ.Name != "EventCode" && typ.Name != "Outcome" {
			continue
		}
		for _, group := range typ.Consts {
			for _, spec := range group.Decl.Specs {
				value, ok := spec.(*ast.ValueSpec)
				require.True(t, ok)
				says, ok := value.Values[0].(*ast.BasicLit)
				require.True(t, ok)
				assert.Contains(t, page, "`"+strings.Trim(says.Value, `"`)+"`", typ.Name)
				found++
			}
		}
	}
	assert.Equal(t, 20, found)
	for _, option := range packageDoc(t, "../agent").Types {
		if option.Name != "ToolOption" {
			continue
		}
		for _, f := range option.Funcs {
			assert.Contains(t, options, "`"+f.Name+"`", "an option of tools")
		}
	}
}

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
	programs := blocks(t, "agent.md", "go")
	first, ask, _ := strings.Cut(programs[0], "\tfmt.Println(a.Ask(")
	write(t, dir, "// hello/main.go\n"+programs[0])
	write(t, dir, "// talk/main.go\n"+first+programs[1]+ask[strings.Index(ask, "\n")+1:])
	commands := blocks(t, "agent.md", "sh")
	require.Len(t, commands, 1)
	assert.Equal(t, hello, succeed(t, dir, commands[0]))
	assert.Contains(t, blocks(t, "agent.md", "text"), hello)
	assert.Equal(t, strings.Repeat(hello, 2), succeed(t, dir, "go run ./talk"))
	assert.LessOrEqual(t, strings.Count(programs[0], "\n"), 25)
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
