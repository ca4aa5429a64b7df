// Package docs_test holds what the documents claim: their programs are run and
// their outputs compared.
package docs_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// TestDocsReadmeProgram runs the README's first program and compares its output.
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

// Example_retry has the README's second piece of code.
func Example_retry() {
	registry := adapters.Default().WithLogger(slog.New(slog.DiscardHandler)) // for the tools
	err := registry.For("search").Adapt(context.Background(), toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(30*time.Second)))
	if te, ok := toolerr.Find(err); ok && te.SafeToRetry(false) {
		wait, _ := te.RetryAfter() // here 30 s: nothing was done yet, so a retry does no harm
		fmt.Println(wait)
	}
	// Output: 30s
}

// TestDocsReadmeRetry checks that the README has the lines of Example_retry.
func TestDocsReadmeRetry(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("readme_test.go")
	require.NoError(t, err)
	shown := regexp.MustCompile("(?s)```go\nregistry(.*?)```").FindStringSubmatch(string(readme))
	require.NotNil(t, shown)
	for line := range strings.Lines(shown[1]) {
		if _, rest, ok := strings.Cut(line, "WithLogger("); ok {
			assert.Contains(t, string(source), "adapters.Default().WithLogger(", rest)
			continue
		}
		assert.Contains(t, string(source), strings.TrimSpace(line))
	}
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
