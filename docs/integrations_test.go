package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var goBlock = regexp.MustCompile("(?ms)^```go\n// from (\\S+)\n(.*?)^```$")

// TestDocsIntegrations: each line the page tells to add stands in a file that
// tests compile, and the page has a place for every integration of the tree.
func TestDocsIntegrations(t *testing.T) {
	raw, err := os.ReadFile("integrations.md")
	require.NoError(t, err)
	page := string(raw)
	blocks := goBlock.FindAllStringSubmatch(page, -1)
	require.Len(t, blocks, strings.Count(page, "```go\n"), "every block says where it is from")
	for _, b := range blocks {
		assertPart(t, b[1], b[2])
	}
	for _, pattern := range []string{"../integrations/*", "../models/*", "../examples/frameworks/*/*.go", "../examples/genkit/*.go"} {
		dirs, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, dirs, pattern)
		for _, dir := range dirs {
			name := strings.TrimSuffix(filepath.Base(dir), ".go")
			if strings.HasSuffix(name, "_test") {
				continue
			}
			assert.True(t, strings.Contains(page, name+"."), "the page does not use %s", name)
		}
	}
}
