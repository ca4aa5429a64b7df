package adapters_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/toolerr"
)

var filledSlots = strings.NewReplacer("…", "", "$}", "", "{field}", "afield", "{word}", "aword", "{value}", "avalue", "{name}", "7", "{names}", "'one', 'two'",
	"{limit}", "11", "{offset}", "3", "{line}", "2", "{column}", "5", "{}", "some text")

// sentencesOf returns the tables of sentences in a file, by the text of their first row. The rules
// are the names of constants.
func sentencesOf(t *testing.T, path string) map[string][]phrase.Pattern {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	tables := map[string][]phrase.Pattern{}
	ast.Inspect(file, func(n ast.Node) bool {
		list, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		var rows []phrase.Pattern
		for _, e := range list.Elts {
			row, ok := e.(*ast.CompositeLit)
			if !ok {
				return true
			}
			var p phrase.Pattern
			for _, f := range row.Elts {
				kv, ok := f.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				switch v := kv.Value.(type) {
				case *ast.BasicLit:
					if text, _ := strconv.Unquote(v.Value); kv.Key.(*ast.Ident).Name == "Text" {
						p.Text = text
					}
				case *ast.SelectorExpr:
					p.Rule = toolerr.Rule(v.Sel.Name)
				}
			}
			rows = append(rows, p)
		}
		if len(rows) > 0 && rows[0].Text != "" {
			tables[rows[0].Text] = rows
		}
		return true
	})
	return tables
}

// Each sentence matches its own row, and no earlier row with another meaning.
func TestTablesOfSentences(t *testing.T) {
	rooms, err := filepath.Glob("*adapter/*.go")
	require.NoError(t, err)
	more, err := filepath.Glob("../internal/rpcdetails/*.go")
	require.NoError(t, err)
	sentences := 0
	for _, path := range append(rooms, more...) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, table := range sentencesOf(t, path) {
			for i, row := range table {
				sentences++
				text := filledSlots.Replace(strings.TrimSuffix(row.Text, "$"))
				own, ok := phrase.Find(text, table[i:i+1])
				require.True(t, ok, "%s: %q does not match its own row", path, text)
				first, _ := phrase.Find(text, table)
				first.Names, own.Names = nil, nil
				assert.Equal(t, own, first, "%s: a row before %q matches it", path, row.Text)
			}
		}
	}
	assert.Greater(t, sentences, 500)
}

// The same fact gets the same answer at each vendor, except where a row gives a reason.
func TestRowsOfOneFactDifferOnlyWithAReason(t *testing.T) {
	type answer struct {
		kind       toolerr.Kind
		code       toolerr.Code
		retry      bool
		guidance   toolerr.Guidance
		userAction bool
		effect     toolerr.Effect
	}
	answers, used := map[toolerr.Fact]answer{}, map[toolerr.Fact]int{}
	rows, unlike := 0, 0
	for a, table := range tables() {
		for _, row := range table.Rows() {
			rows++
			used[row.Fact]++
			m, ok := row.Fact.Meaning()
			require.True(t, ok, "%s of %s", row.VendorCode, a.Slug())
			if row.Unlike != "" {
				unlike++
				continue
			}
			te := row.Error(nil)
			got := answer{te.Kind(), te.Code(), te.CanRetry(), te.Guidance(), te.RequiresUserAction(), te.Effect()}
			if before, seen := answers[row.Fact]; seen {
				assert.Equal(t, before, got, "%s of %s is %s", row.VendorCode, a.Slug(), row.Fact)
			}
			answers[row.Fact] = got
			if row.Hint.IsZero() {
				assert.Equal(t, m.Hint, row.Hint, "%s of %s", row.VendorCode, a.Slug())
			}
			assert.False(t, row.Field != "" && row.Rule == "", "%s of %s names a field and no rule", row.VendorCode, a.Slug())
			assert.True(t, row.Rule == "" || row.Rule.Known(), "%s of %s", row.VendorCode, a.Slug())
		}
	}
	assert.Less(t, 20*unlike, rows, "an exception is rare")
	for _, fact := range toolerr.Facts() {
		assert.Positive(t, used[fact], "no row has the fact %s", fact)
	}
}

// maxGrowth is the maximum number of bytes that all adapters together may add to a program
// without symbols and debugging information. The adapters alone add 1.5 MB, about 16 KB for
// a vendor that is recognised by shape. The readers of refusals (internal/refusal,
// internal/resolve) add another 0.8 MB. See "Findings" in docs/design.md.
const maxGrowth = 2_600_000

// The test builds a tool that reads JSON over HTTP, with an empty registry, with the light
// one and with the default one.
func TestAllAdaptersAreSmall(t *testing.T) {
	none, light, all := sizeWith(t, "none.go"), sizeWith(t, "http.go"), sizeWith(t, "all.go")
	t.Logf("without adapters %d bytes, with all of them %d: %d more", none, all, all-none)
	assert.Less(t, all-none, int64(maxGrowth))
	assert.Less(t, light-none, int64(maxGrowth)/4, "HTTP and the standard library need no code of vendors, such as adapters/spec")
	assert.Greater(t, all-none, int64(maxGrowth)/10, "the adapters are not in the program")
}

// sizeWith returns the size of the program in testdata/size with one of its registries, without
// symbols.
func sizeWith(t *testing.T, registry string) int64 {
	t.Helper()
	dir := filepath.Join("testdata", "size")
	program := filepath.Join(t.TempDir(), "program")
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-s -w", "-o", program,
		filepath.Join(dir, "main.go"), filepath.Join(dir, registry))
	build.Env = append(os.Environ(), "GOWORK=off")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	info, err := os.Stat(program)
	require.NoError(t, err)
	return info.Size()
}

// A chain finds the table of an adapter, and what it reads, through its spec. The two that
// every program links have none.
func TestEachVendorHasASpec(t *testing.T) {
	for _, a := range adapters.All() {
		assert.Equal(t, a.Slug() != "_http" && a.Slug() != "_std", spec.Of(a) != nil, a.Slug())
	}
}

// A chain without adapters recognises HTTP and the standard library, and so does one of a
// registry that has only adapters of its own for a tool.
func TestChainsWithoutAdapters(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }))
	defer s.Close()
	limited := func(ctx context.Context) (int, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
		require.NoError(t, err)
		resp, err := s.Client().Do(req)
		require.NoError(t, err)
		defer func() { _ = resp.Body.Close() }()
		return 0, httpadapter.CheckResponse(resp)
	}
	missing := func(context.Context) (int, error) {
		return 0, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	}
	for name, chain := range map[string]adapter.Chain{
		"a zero chain":         {},
		"NewChain":             adapter.NewChain(),
		"a zero registry":      adapter.Registry{}.For("w"),
		"one tool's adapters":  adapter.NewRegistry().With("w", stripeadapter.Adapter).For("w"),
		"another tool's":       adapter.NewRegistry().With("x", stripeadapter.Adapter).For("w"),
		"a zero chain, copied": adapter.Chain{}.WithDisclosure(adapter.DisclosureNames),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := adapter.Do(t.Context(), chain, limited)
			assert.Equal(t, toolerr.KindUpstreamRateLimit, toolerr.KindOf(err))
			_, err = adapter.Do(t.Context(), chain, missing)
			te, _ := toolerr.Find(err)
			require.NotNil(t, te)
			assert.Equal(t, "_std", te.Service())
		})
	}
	_, err := adapter.Do(t.Context(), adapter.NewChain(stripeadapter.Adapter), limited)
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(err), "a chain with adapters has no others")
}
