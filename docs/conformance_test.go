package docs_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

var update = flag.Bool("update", false, "write the rendered parts of pages")

// TestDocsConformanceIsFresh renders the tables of the kit's reference from the code.
func TestDocsConformanceIsFresh(t *testing.T) {
	fresh(t, "conformance.md", map[string]string{"faults": faultTable(), "laws": lawTable()})
}

// fresh checks that a page has the tables between its marks, or writes them there.
func fresh(t *testing.T, page string, tables map[string]string) {
	t.Helper()
	got := read(t, page)
	want := got
	for mark, table := range tables {
		want = between(t, want, mark, table)
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, got, "docs/%s is stale: go test ./docs -run %s -update", page, t.Name())
}

// between replaces the text between two marks of a page.
func between(t *testing.T, page, mark, text string) string {
	t.Helper()
	begin, end := "<!-- "+mark+":begin -->\n", "<!-- "+mark+":end -->"
	head, rest, ok := strings.Cut(page, begin)
	require.True(t, ok, mark)
	_, tail, ok := strings.Cut(rest, end)
	require.True(t, ok, mark)
	return head + begin + text + end + tail
}

func lawTable() string {
	var b strings.Builder
	b.WriteString("| law | what holds | where to look when it does not |\n|---|---|---|\n")
	for _, l := range conformance.Laws() {
		fmt.Fprintf(&b, "| `law/%s` | %s | %s |\n", l.Name, l.Promise, l.Look)
	}
	return b.String()
}

func faultTable() string {
	count, first := map[faults.Group]int{}, map[faults.Group][]string{}
	for _, f := range faults.All() {
		if count[f.Group]++; len(first[f.Group]) < 3 {
			first[f.Group] = append(first[f.Group], "`"+f.Name+"`")
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %d faults | | the first of them |\n|---|---|---|\n", len(faults.All()))
	for _, g := range faults.Groups() {
		fmt.Fprintf(&b, "| %s | %d | %s |\n", g, count[g], strings.Join(first[g], ", "))
	}
	return b.String()
}

func fields(t *testing.T, typ *doc.Type) []*ast.Field {
	t.Helper()
	spec, ok := typ.Decl.Specs[0].(*ast.TypeSpec)
	require.True(t, ok)
	structure, ok := spec.Type.(*ast.StructType)
	require.True(t, ok)
	return structure.Fields.List
}

var docLink = regexp.MustCompile(`\[([A-Z]\w*(?:\.\w+)?)\]`)

// sentences returns a comment on one line, with its links as code.
func sentences(comment string) string {
	return docLink.ReplaceAllString(strings.Join(strings.Fields(comment), " "), "`$1`")
}

func packageDoc(t *testing.T, dir string) *doc.Package {
	t.Helper()
	paths := glob(t, filepath.Join(dir, "*.go"))
	fset := token.NewFileSet()
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(fset, files, "p")
	require.NoError(t, err)
	return p
}

// TestDocsConformanceSigns checks that the page has the signs of the matrix.
func TestDocsConformanceSigns(t *testing.T) {
	page := read(t, "conformance.md")
	for _, o := range []conformance.Verdict{conformance.Passed, conformance.Accepted, conformance.Silent, conformance.Skipped, conformance.Failed} {
		assert.Contains(t, page, "| `"+string(o)+"` | ")
	}
}
