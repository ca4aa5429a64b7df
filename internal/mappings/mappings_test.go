package mappings_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/mappings"
)

var update = flag.Bool("update", false, "write the rendered pages in docs")

const docs = "../../docs"

// fresh compares a page with its expected content.
func fresh(t *testing.T, page, want string) {
	t.Helper()
	page = filepath.Join(docs, filepath.FromSlash(page))
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(page), 0o755))
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

func TestDocsPagesAreFresh(t *testing.T) {
	pages, err := mappings.Pages("../..")
	require.NoError(t, err)
	for page, want := range pages {
		fresh(t, page, want)
	}
	files, err := os.ReadDir(filepath.Join(docs, "vendors"))
	require.NoError(t, err)
	for _, f := range files {
		assert.Contains(t, pages, "vendors/"+f.Name(), "no adapter has this page")
	}
}

// A vendor's page has each code of its table with the source, and what its spec names.
func TestDocsVendorsAreComplete(t *testing.T) {
	pages, err := mappings.Pages("../..")
	require.NoError(t, err)
	for _, a := range adapters.All() {
		tabled, ok := adapter.As[adapter.Tabled](a)
		if !ok {
			continue
		}
		page := strings.ReplaceAll(pages["vendors/"+a.Slug()[1:]+".md"], `\|`, "|")
		lines := strings.Split(page, "\n")
		for _, row := range tabled.Table().Rows() {
			assert.True(t, slices.ContainsFunc(lines, func(line string) bool {
				return strings.Contains(line, "`"+row.VendorCode+"`") && strings.Contains(line, "`"+string(row.Kind)+"`") && strings.HasSuffix(line, "| "+row.Source+" |")
			}), "%s: %s", a.Slug(), row.VendorCode)
		}
		s := spec.Of(a).Spec()
		words := slices.Concat(s.Hosts, s.Headers, s.Begins, []string{s.RetryHeader})
		if s.Refusals != nil {
			for _, p := range s.Refusals.Texts {
				words = append(words, p.Text, p.Source)
			}
		}
		for _, word := range words {
			assert.Contains(t, page, word, a.Slug())
		}
	}
}

func TestDocsVendorsAreFresh(t *testing.T) {
	const begin, end = "<!-- vendors:begin -->\n", "<!-- vendors:end -->\n"
	list, err := mappings.List("../..")
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(docs, "vendors.md"))
	require.NoError(t, err)
	before, _, ok := strings.Cut(string(page), begin)
	require.True(t, ok)
	fresh(t, "vendors.md", before+begin+list+end)
	codes := 0
	for _, m := range regexp.MustCompile(`, (\d+) codes: `).FindAllStringSubmatch(list, -1) {
		n, err := strconv.Atoi(m[1])
		require.NoError(t, err)
		codes += n
	}
	readme, err := os.ReadFile(filepath.Join(docs, "..", "README.md"))
	require.NoError(t, err)
	assert.Contains(t, string(readme), fmt.Sprintf("| codes in the tables of %d vendors | %d,%03d |", strings.Count(list, "\n"), codes/1000, codes%1000))
}
