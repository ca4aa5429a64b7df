package programs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program has less than 80 lines, a test, and a row of README.md.
func TestDocsProgramsAreShort(t *testing.T) {
	page, err := os.ReadFile("README.md")
	require.NoError(t, err)
	programs, err := filepath.Glob("*/main.go")
	require.NoError(t, err)
	require.NotEmpty(t, programs)
	for _, name := range programs {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Less(t, bytes.Count(text, []byte("\n")), 80, name)
		assert.Contains(t, string(page), "("+filepath.ToSlash(name)+")")
		assert.FileExists(t, filepath.Join(filepath.Dir(name), "main_test.go"))
	}
}
