package docs_test

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// agentPages are in reading order. Each page continues the module of the earlier ones.
var agentPages = []string{"agent_tools", "agent_limits", "agent_teams", "agent_plugins", "agent_model", "agent_serving", "agent"}

// TestDocsAgent follows the pages in a new module: it writes every file, adds the tests
// that are too long for the pages, and runs them all. A block that is a part of a file must
// be in it, and the printed output must be theirs.
func TestDocsAgent(t *testing.T) {
	dir := acmeModule(t)
	tests, err := filepath.Glob("testdata/agent/*_test.go")
	require.NoError(t, err)
	printed := ""
	for _, path := range tests {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		write(t, dir, "// shop/"+filepath.Base(path)+"\n"+string(text))
		printed += outputs(string(text))
	}
	files, parts, prints, runs := 0, 0, 0, 0
	for _, page := range agentPages {
		text, err := os.ReadFile(page + ".md")
		require.NoError(t, err)
		for _, m := range fence.FindAllStringSubmatch(string(text), -1) {
			switch b := (block{m[1], m[2]}); b.language {
			case "go":
				if path, text := file(b.text); strings.HasPrefix(path, "from ") {
					assertPart(t, strings.TrimPrefix(path, "from "), text)
					parts++
					continue
				}
				write(t, dir, b.text)
				files++
			case "sh":
				printed += run(t, dir, strings.Replace(b.text, "test ", "test -count=1 ", 1))
				runs++
			case "text":
				assert.Contains(t, squeezed(printed), squeezed(b.text), page)
				prints++
			default:
				assert.Fail(t, "a block that nobody checks", "%s: %s", page, b.language)
			}
		}
	}
	assert.Equal(t, []int{13, 8, 9, 2}, []int{files, parts, prints, runs}, "files, parts of files, outputs and commands on the pages")
	assert.Empty(t, run(t, dir, "go vet ./..."))
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
	const page = "agent_limits.md"
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	want := between(t, string(got), "limits", limitTable(t))
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
	}
	assert.Equal(t, want, string(got), "docs/agent_limits.md is stale: go test ./docs -run TestDocsAgentLimits -update")
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
// results, and agent_tools.md every option.
func TestDocsAgentIsWhole(t *testing.T) {
	page, err := os.ReadFile("agent.md")
	require.NoError(t, err)
	options, err := os.ReadFile("agent_tools.md")
	require.NoError(t, err)
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
				assert.Contains(t, string(page), "`"+strings.Trim(says.Value, `"`)+"`", typ.Name)
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
			assert.Contains(t, string(options), "`"+f.Name+"`", "an option of tools")
		}
	}
}
