// Package docs_test holds what the documents claim: their programs are run and
// their outputs compared.
package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocsReadmeProgram runs the README's first program and compares what it prints.
func TestDocsReadmeProgram(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	program, err := os.ReadFile("testdata/quickstart/main.go")
	require.NoError(t, err)
	assert.Equal(t, string(program), fenced(t, string(readme), "go"), "the README's program is another than testdata/quickstart")
	printed, err := exec.CommandContext(t.Context(), "go", "run", "./testdata/quickstart").Output()
	require.NoError(t, err)
	assert.Equal(t, string(printed), fenced(t, string(readme), "json"), "the README's output is not the program's")
}

func TestDocsReadmeIsShort(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	assert.Less(t, strings.Count(string(readme), "\n"), 130)
}

// fenced returns the first code block of a language.
func fenced(t *testing.T, page, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(page)
	require.NotNil(t, m, "no %s block", language)
	return m[1]
}
