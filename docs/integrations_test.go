package docs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

var goBlock = regexp.MustCompile("(?ms)^```go\n// from (\\S+)\n(.*?)^```$")

// assertParts checks that every Go block of a page is from the file that it names, and
// returns the page.
func assertParts(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	require.NoError(t, err)
	page := string(raw)
	blocks := goBlock.FindAllStringSubmatch(page, -1)
	require.Len(t, blocks, strings.Count(page, "```go\n"), "every block names its file")
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
		printed, err := os.ReadFile(tests)
		require.NoError(t, err)
		blocks := regexp.MustCompile("(?ms)^```(?:json|text)\n(.*?)^```$").FindAllStringSubmatch(text, -1)
		require.NotEmpty(t, blocks)
		for _, b := range blocks {
			for line := range strings.Lines(b[1]) {
				assert.Contains(t, string(printed), "// "+line, page)
			}
		}
	}
}

// TestDocsPlainText checks that a test of mcptools has the page's plain text.
func TestDocsPlainText(t *testing.T) {
	tests, err := os.ReadFile("../integrations/mcptools/marked_test.go")
	require.NoError(t, err)
	text := strings.NewReplacer("\n", `\n`, "https://tea.example", "ADDRESS").Replace(strings.TrimSpace(blocks(t, "integrations.md", "text")[0]))
	assert.Contains(t, string(tests), `"`+text+`"`)
}

// serviceOf returns the key of the service that a tool calls.
func serviceOf(ctx context.Context, tool string) string {
	switch tool {
	case "search_issues", "list_issues":
		return "github/" + tenantOf(ctx) // the limit is that of a tenant's token
	case "search_code":
		return "github/search/" + tenantOf(ctx) // the search has another limit
	}
	return "" // the host of the requests
}

func tenantOf(context.Context) string { return "acme" }

func Example_cooldown() {
	registry := adapters.Default().WithCooldown(&adapter.Cooldown{Key: serviceOf})

	search := adapter.Wrap(func(context.Context, string) (string, error) {
		return "", toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Minute))
	}, registry.For("search_issues"))
	list := adapter.Wrap(func(context.Context, string) (string, error) {
		panic("the tool does not run")
	}, registry.For("list_issues"))

	_, err := search(context.Background(), "bug")
	fmt.Println(err)
	_, err = list(context.Background(), "open")
	fmt.Println(err, adapter.HeldBack(err))
	// Output:
	// The upstream service is limiting the rate of requests. Retry after 60 seconds.
	// The service asked callers to wait, so the call was not executed. true
}

// TestDocsCooldown checks that the page's code is compiled, and that the page has every
// store.
func TestDocsCooldown(t *testing.T) {
	page := assertParts(t, "cooldown.md")
	stores, err := filepath.Glob("../integrations/cooldownstores/*/store.go")
	require.NoError(t, err)
	require.Len(t, stores, 2)
	for _, store := range stores {
		assert.Contains(t, page, filepath.Base(filepath.Dir(store))+".")
	}
}
