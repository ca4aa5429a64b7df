package mappings_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
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
	want, err := mappings.Vendors(root)
	require.NoError(t, err)
	fresh(t, "vendors.md", want)
}

// The adapters name types in every possible way: by constants, by a parameter of a
// function, by one name.
func TestVendorsOfAnyAdapters(t *testing.T) {
	page, err := mappings.VendorsOf(root, []adapter.Adapter{githubadapter.Adapter{}, slackadapter.Adapter{}, httpadapter.Adapter{}})
	require.NoError(t, err)
	for _, part := range []string{
		"[GitHub](#githubadapter)", "`slackadapter.Adapter` (`_slack`)",
		"`RateLimitError`", "` of `github.com/google/go-github/github`", "`HTTPError` of `github.com/cli/go-gh/pkg/api`",
		"`SlackErrorResponse`, `RateLimitedError`, `StatusCodeError` of `github.com/slack-go/slack`", "`String` of `github.com/slack-go/slack/internal/errorsx`",
	} {
		assert.Contains(t, page, part)
	}
	assert.NotContains(t, page, "httpadapter.Adapter", "it has no table")
	assert.NotContains(t, page, "[Adapter](", "a link that leads nowhere")

	_, err = mappings.VendorsOf(t.TempDir(), []adapter.Adapter{slackadapter.Adapter{}})
	require.Error(t, err, "without sources, there is no page")
}

// The page has the versions that a proof requires.
func TestDrivenVersions(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("adapters/slackadapter/adapter.go", "// Package slackadapter recognises errors.\npackage slackadapter\n")
	write("proof/go.mod", "module m\n\ngo 1.26.0\n\nrequire example.com/one/v2 v2.3.4\n\nrequire (\n\texample.com/one v1.9.0\n"+
		"\texample.com/other v1.0.0\n\texample.com/helper v1.1.0 // indirect\n\tgithub.com/stretchr/testify v1.0.0\n)\n")
	write("proof/one-old.mod", "module m\n\nrequire (\n\texample.com/one v1.2.0\n\tgithub.com/stretchr/testify v1.0.0\n)\n")
	write("proof/vendorproof/slack/one_test.go", "package slack\n\nimport (\n\t_ \"example.com/one\"\n\t_ \"example.com/one/v2/sub\"\n"+
		"\t_ \"example.com/helper\"\n\t_ \"github.com/stretchr/testify/assert\"\n)\n")
	write("proof/vendorproof/github/other_test.go", "package github\n\nimport _ \"example.com/other\"\n")
	write("adapters/githubadapter/adapter.go", "// Package githubadapter recognises errors.\npackage githubadapter\n\n"+
		"const at = \"example.com/one\"\n\nvar t = of(at + \"/sub\", \"\")\n\nfunc of(path, _ string) any { return shape.T(path, \"Error\") }\n")
	page, err := mappings.VendorsOf(dir, []adapter.Adapter{slackadapter.Adapter{}})
	require.NoError(t, err)
	assert.Contains(t, page, "Driven: `example.com/one` v1.2.0, `example.com/one` v1.9.0, `example.com/one/v2` v2.3.4.")

	page, err = mappings.VendorsOf(dir, []adapter.Adapter{githubadapter.Adapter{}})
	require.NoError(t, err)
	assert.Contains(t, page, "`Error` of `example.com/one/sub`.")
	assert.Contains(t, page, "Driven: `example.com/one` v1.2.0, `example.com/one` v1.9.0, `example.com/one/v2` v2.3.4, `example.com/other` v1.0.0.", "what it imports, and where its types live")

	require.NoError(t, os.RemoveAll(filepath.Join(dir, "proof")))
	page, err = mappings.VendorsOf(dir, []adapter.Adapter{slackadapter.Adapter{}})
	require.NoError(t, err)
	assert.Contains(t, page, "Driven: no client")
}
