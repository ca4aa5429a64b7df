package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// block is a fenced block of a page.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// TestDocsWritingAnAdapter follows the guide in a new module: it writes every file, runs
// every command, and compares the output with the page.
func TestDocsWritingAnAdapter(t *testing.T) {
	page := read(t, "writing-an-adapter.md")
	dir := acmeModule(t)
	output := ""
	files, runs, prints := 0, 0, 0
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		switch b := (block{m[1], m[2]}); b.language {
		case "go":
			write(t, dir, b.text)
			files++
		case "sh":
			output = run(t, dir, b.text)
			runs++
		case "text", "json":
			assert.Contains(t, squeezed(output), squeezed(b.text))
			prints++
		default:
			assert.Fail(t, "a block that nobody checks", b.language)
		}
	}
	assert.Equal(t, []int{5, 3, 2}, []int{files, runs, prints}, "files, commands and outputs on the page")
	byHand(t, dir)
	for _, m := range []struct{ right, wrong, report string }{
		{`Hosts: []string{"api.acme.example"}`, `Hosts: []string{"api.acme.exmaple"}`, `law/paths on Body, Hosts[0] "api.acme.exmaple": no case and no fault depends on it`},
		{`Header: "Header"`, `Header: "Headers"`, "no field Headers in acme.Error, which has Status, Header, Code, Message"},
	} {
		misspell(t, filepath.Join(dir, "acmeadapter", "adapter.go"), m.right, m.wrong)
		assert.Contains(t, page, m.wrong)
		assert.Contains(t, page, m.report)
		assert.Contains(t, squeezed(run(t, dir, "go test ./...")), m.report)
	}
}

// byHand runs the page's suite on the adapter without a spec.
func byHand(t *testing.T, dir string) {
	t.Helper()
	text := read(t, filepath.Join(dir, "acmeadapter", "adapter_test.go"))
	suite := strings.NewReplacer(
		"acmeadapter.Adapter,", "acmehand.Adapter{},", "acmeadapter", "acmehand", "HTTP: t.Client", "HTTP: clients.Recorded(t)",
		"plain := ", "_ = ", "httpadapter.CheckResponse(plain)", `&acme.Error{Status: 429, Code: "quota_exhausted"}`, // it has no plain response
		"\t\"github.com/errand-go/errand/conformance\"\n", "\t\"github.com/errand-go/errand/conformance\"\n\t\"github.com/errand-go/errand/conformance/clients\"\n",
	).Replace(text)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "acmehand", "adapter_test.go"), []byte(suite), 0o600))
	assert.Contains(t, run(t, dir, "go mod tidy\ngo test ./acmehand\n"), "ok  \texample.com/acme/acmehand")
}

// misspell makes a mistake that the page describes.
func misspell(t *testing.T, path, right, wrong string) {
	t.Helper()
	text := read(t, path)
	require.Contains(t, text, right)
	require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(text, right, wrong)), 0o600))
}

// file returns the path in the first line of a Go block, and the rest of the block.
func file(text string) (path, rest string) {
	first, rest, _ := strings.Cut(text, "\n")
	return strings.TrimPrefix(first, "// "), rest
}

func write(t *testing.T, dir, text string) {
	t.Helper()
	name, text := file(text)
	require.Regexp(t, `^[a-z/_]+\.go$`, name, "the first line of a block names its file")
	path := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// squeezed returns a text with normalized white space.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }
