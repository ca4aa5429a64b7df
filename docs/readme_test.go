package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocsReadmeProgramIsTheExample compares the README's first program and its
// output with the Example that is run.
func TestDocsReadmeProgramIsTheExample(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	example, err := os.ReadFile("quickstart_test.go")
	require.NoError(t, err)

	program := fenced(t, string(readme), "go")
	_, body, ok := strings.Cut(string(example), "func Example_quickstart() {\n")
	require.True(t, ok)
	code, output, ok := strings.Cut(body, "\n\t// Output:\n\t// ")
	require.True(t, ok)
	assert.Equal(t, "func main() {\n"+code+"}\n", program, "the README's program is not the example")
	assert.Equal(t, strings.TrimSuffix(output, "\n}\n")+"\n", fenced(t, string(readme), "json"), "the README's output is not the example's")
}

func TestDocsReadmeIsShort(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	assert.Less(t, strings.Count(string(readme), "\n"), 150)
}

// fenced returns the first code block of a language.
func fenced(t *testing.T, page, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(page)
	require.NotNil(t, m, "no %s block", language)
	return m[1]
}
