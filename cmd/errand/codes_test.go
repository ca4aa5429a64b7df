package main_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
)

// Only the adapters have the meanings of vendors' codes: no text of the command is one.
func TestNoVendorsCode(t *testing.T) {
	listed := map[string]string{}
	for _, a := range adapters.All() {
		if tabled, ok := adapter.As[adapter.Tabled](a); ok {
			for _, row := range tabled.Table().Rows() {
				listed[row.VendorCode] = a.Slug()
			}
		}
	}
	delete(listed, "timeout")                          // also a flag of the audit
	files, err := filepath.Glob("internal/[^a]*/*.go") // the audit has bodies of services
	require.NoError(t, err)
	for _, name := range files {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, text := range regexp.MustCompile("[\"`]([^\"`\n]+)[\"`]").FindAllStringSubmatch(string(source), -1) {
			if test, _ := filepath.Match("internal/*/*_test.go", name); !test {
				assert.Empty(t, listed[text[1]], "%s: %s is a vendor's code", name, text[1])
			}
		}
	}
}

// linked has the modules of the command, with reasons. Every further module delays the
// first `go run ./cmd/errand demo`.
var linked = map[string]string{
	"github.com/errand-go/errand":              "the library",
	"github.com/aws/smithy-go":                 "the library's",
	"github.com/hashicorp/go-retryablehttp":    "the library's, and a client of the matrix",
	"github.com/hashicorp/go-cleanhttp":        "go-retryablehttp's",
	"github.com/jedib0t/go-pretty/v6":          "tables and wrapping",
	"github.com/mattn/go-runewidth":            "go-pretty's",
	"github.com/rivo/uniseg":                   "go-runewidth's",
	"golang.org/x/text":                        "go-pretty's",
	"github.com/santhosh-tekuri/jsonschema/v6": "the library's: all problems of arguments",
	"github.com/tailscale/hujson":              "configurations of MCP clients, with their comments",
	"golang.org/x/term":                        "whether the output is a terminal, and how wide",
	"golang.org/x/sys":                         "x/term's",
	"github.com/modelcontextprotocol/go-sdk":   "the audit's: the client of the server",
	"github.com/google/jsonschema-go":          "the SDK's",
	"github.com/segmentio/asm":                 "the SDK's",
	"github.com/segmentio/encoding":            "the SDK's",
	"github.com/yosida95/uritemplate/v3":       "the SDK's",
	"golang.org/x/oauth2":                      "the SDK's",
	"golang.org/x/sync":                        "the SDK's",
	"golang.org/x/time":                        "the SDK's",
}

// The linked modules are those of the table.
func TestModules(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".")
	cmd.Env = append(os.Environ(), "GOWORK=off") // with the versions that users get
	out, err := cmd.Output()
	require.NoError(t, err)
	got := strings.Fields(string(out))
	slices.Sort(got)
	got = slices.DeleteFunc(slices.Compact(got), func(path string) bool { return path == "github.com/errand-go/errand/cmd/errand" })
	assert.ElementsMatch(t, slices.Collect(maps.Keys(linked)), got, "the modules that are linked into the command")
}
