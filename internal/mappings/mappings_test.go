package mappings_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/mappings"
)

var update = flag.Bool("update", false, "write docs/mappings.md and docs/vendors.md")

const root = "../.."

// fresh compares a page with its expected content.
func fresh(t *testing.T, page, want string) {
	t.Helper()
	page = filepath.Join(root, "docs", page)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
	}
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	stale := 0 // the first line that differs, because whole pages are too long for a message
	for had, has := strings.Split(string(got), "\n"), strings.Split(want, "\n"); stale < len(had) && stale < len(has) && had[stale] == has[stale]; {
		stale++
	}
	assert.True(t, want == string(got), "%s is stale from line %d on: go test ./internal/mappings -update", page, stale+1)
}

func TestDocsMappingsAreFresh(t *testing.T) { fresh(t, "mappings.md", mappings.Markdown()) }

func TestDocsVendorsAreFresh(t *testing.T) {
	const begin, end = "<!-- vendors:begin -->\n", "<!-- vendors:end -->\n"
	list, err := mappings.Vendors(root)
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(root, "docs", "vendors.md"))
	require.NoError(t, err)
	before, _, ok := strings.Cut(string(page), begin)
	require.True(t, ok)
	fresh(t, "vendors.md", before+begin+list+end)
}
