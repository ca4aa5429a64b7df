package docs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocsAgentHistory checks that the page's code is part of examples that run, and that
// its outputs are theirs.
func TestDocsAgentHistory(t *testing.T) {
	page, err := os.ReadFile("agent_history.md")
	require.NoError(t, err)
	example, err := os.ReadFile("../agent/compact/example_test.go")
	require.NoError(t, err)
	parts := 0
	for _, m := range fence.FindAllStringSubmatch(string(page), -1) {
		switch m[1] {
		case "go":
			path, text := file(m[2])
			assertPart(t, strings.TrimPrefix(path, "from "), text)
			parts++
		case "text":
			assert.Contains(t, squeezed(outputs(string(example))), squeezed(m[2]))
			parts++
		default:
			assert.Fail(t, "a block that nobody checks", m[1])
		}
	}
	assert.Equal(t, 5, parts)
}
