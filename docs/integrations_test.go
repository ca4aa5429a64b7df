package docs_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var goBlock = regexp.MustCompile("(?ms)^```go\n// from (\\S+)\n(.*?)^```$")

// assertParts checks that every Go block of a page is from the file that it names, and
// returns the page.
func assertParts(t *testing.T, name string) string {
	t.Helper()
	page := read(t, name)
	blocks := goBlock.FindAllStringSubmatch(page, -1)
	run := map[string]int{"agent.md": 2}[name] // by TestDocsAgentStart
	require.Len(t, blocks, strings.Count(page, "```go\n")-run, "every other block names its file")
	for _, b := range blocks {
		assertPart(t, b[1], b[2])
	}
	return page
}

// TestDocsOwnErrors checks that the code on the pages about a tool's own errors is
// compiled, and that the examples print the outputs.
func TestDocsOwnErrors(t *testing.T) {
	for page, tests := range map[string]string{"own_errors.md": "own_errors_test.go", "adopting.md": "adopting_test.go"} {
		text := assertParts(t, page)
		printed := read(t, tests)
		blocks := regexp.MustCompile("(?ms)^```(?:json|text)\n(.*?)^```$").FindAllStringSubmatch(text, -1)
		require.NotEmpty(t, blocks)
		for _, b := range blocks {
			for line := range strings.Lines(b[1]) {
				assert.Contains(t, printed, "// "+line, page)
			}
		}
	}
}

// TestDocsPlainText checks that a test of mcptools has the page's plain text.
func TestDocsPlainText(t *testing.T) {
	tests := read(t, "../integrations/mcptools/marked_test.go")
	text := strings.NewReplacer("\n", `\n`, "https://tea.example", "ADDRESS").Replace(strings.TrimSpace(blocks(t, "integrations.md", "text")[0]))
	assert.Contains(t, tests, `"`+text+`"`)
}
