package mappings_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

func TestDocsPagesAreFresh(t *testing.T) {
	pages, err := mappings.Pages("../..")
	require.NoError(t, err)
	for page, want := range pages {
		name := filepath.Join(docs, filepath.FromSlash(page))
		if *update {
			require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
		}
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, want == string(got), "%s is stale: go test ./internal/mappings -update", page) // it is too long for a message
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
	vendors, codes := 0, 0
	for _, a := range adapters.All() {
		tabled, ok := adapter.As[adapter.Tabled](a)
		if !ok {
			continue
		}
		page := strings.ReplaceAll(pages["vendors/"+a.Slug()[1:]+".md"], `\|`, "|")
		lines := strings.Split(page, "\n")
		vendors, codes = vendors+1, codes+len(tabled.Table().Rows())
		for _, row := range tabled.Table().Rows() {
			assert.True(t, slices.ContainsFunc(lines, func(line string) bool {
				return strings.Contains(line, "`"+row.VendorCode+"`") && strings.Contains(line, "`"+string(row.Kind)+"`") && strings.HasSuffix(line, "| "+row.Source+" |")
			}), "%s: %s", a.Slug(), row.VendorCode)
		}
		if s := spec.Of(a); s != nil && s.Spec().Refusals != nil {
			for _, p := range s.Spec().Refusals.Texts {
				assert.Contains(t, page, p.Text, a.Slug())
			}
		}
	}
	name := filepath.Join(docs, "..", "README.md")
	readme, err := os.ReadFile(name)
	require.NoError(t, err)
	row := fmt.Sprintf("| codes in the tables of %d vendors | %d,%03d |", vendors, codes/1000, codes%1000)
	if *update {
		readme = regexp.MustCompile(`\| codes in the tables of .*? vendors \| [0-9,]+ \|`).ReplaceAll(readme, []byte(row))
		require.NoError(t, os.WriteFile(name, readme, 0o644))
	}
	assert.True(t, bytes.Contains(readme, []byte(row)), "README.md is stale: go test ./internal/mappings -update")
}
