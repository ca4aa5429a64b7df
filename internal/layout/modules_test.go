package layout_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requirements are the modules that users of the library download, with the reasons. The
// versions are old ones without a known vulnerability, with which the tests pass: a higher
// one would raise modules of the program that uses the library. A new row, and a higher
// version, also need a sentence in docs/design.md.
var requirements = []struct {
	path, version string
	indirect      bool
	why           string
}{
	{path: "github.com/aws/smithy-go", version: "v1.27.5", why: "the errors of every AWS service"},
	{path: "github.com/google/jsonschema-go", version: "v0.4.2", why: "a tool's schema from its input type"},
	{path: "github.com/hashicorp/go-retryablehttp", version: "v0.7.7", why: "hooks that keep its responses and wait as they ask"},
	{path: "github.com/santhosh-tekuri/jsonschema/v6", version: "v6.0.2", why: "all problems of an input at once"},
	{path: "github.com/stretchr/testify", version: "v1.10.0", why: "tests only"},
	{path: "golang.org/x/oauth2", version: "v0.27.0", why: "tests only: RetrieveError, the refused grant"},
	{path: "google.golang.org/api", version: "v0.215.0", why: "tests only: googleapi.Error"},
	{path: "github.com/davecgh/go-spew", version: "v1.1.1", indirect: true, why: "testify's"},
	{path: "github.com/hashicorp/go-cleanhttp", version: "v0.5.2", indirect: true, why: "go-retryablehttp's"},
	{path: "github.com/pmezard/go-difflib", version: "v1.0.0", indirect: true, why: "testify's"},
	{path: "golang.org/x/text", version: "v0.21.0", indirect: true, why: "santhosh-tekuri's messages"},
	{path: "gopkg.in/yaml.v3", version: "v3.0.1", indirect: true, why: "testify's"},
}

func TestRootRequirements(t *testing.T) {
	unmet := map[string]requirement{}
	for _, r := range modules(t)[0].Require {
		unmet[r.Path] = r
	}
	for _, row := range requirements {
		assert.Equal(t, requirement{Path: row.path, Version: row.version, Indirect: row.indirect}, unmet[row.path], "go.mod: %s", row.why)
		delete(unmet, row.path)
	}
	assert.Empty(t, unmet, "go.mod requires what the table of this test does not have")
}

// oldestGo is the Go version that the library and its integrations need. The step oldest of
// .ci/run tests them with it. Every other module needs the version in go.work.
const oldestGo = "1.25.0"

func TestEveryModuleIsInTheWorkspace(t *testing.T) {
	var work struct {
		Go  string
		Use []struct{ DiskPath string }
	}
	require.NoError(t, json.Unmarshal(goCommand(t, "work", "edit", "-json", "go.work"), &work))
	var used []string
	for _, u := range work.Use {
		used = append(used, path.Clean(u.DiskPath))
	}

	var found []string
	for _, m := range modules(t) {
		found = append(found, m.Dir)
		want := work.Go
		if m.Dir == "." || strings.HasPrefix(m.Dir, "integrations/") {
			want = oldestGo
		}
		assert.Equal(t, want, m.Go, "the go directive of %s/go.mod", m.Dir)
		assert.Equal(t, path.Join(module, m.Dir), m.Module.Path, "the module path of %s/go.mod", m.Dir)
		text, err := os.ReadFile(filepath.Join(root, m.Dir, "go.mod"))
		require.NoError(t, err)
		assert.Regexp(t, `^// \S.*\.\nmodule `, string(text), "%s/go.mod does not begin with the reason for the module", m.Dir)
	}
	assert.ElementsMatch(t, found, used, "go.work lists every module of the tree")
}

func TestNestedModulesReplaceOurs(t *testing.T) {
	all := modules(t)
	for _, m := range all[1:] {
		t.Run(m.Dir, func(t *testing.T) {
			for _, r := range m.Require {
				if r.Path != module && !strings.HasPrefix(r.Path, module+"/") {
					continue
				}
				dir := "." + strings.TrimPrefix(r.Path, module)
				want, err := filepath.Rel(filepath.FromSlash(m.Dir), filepath.FromSlash(dir))
				require.NoError(t, err)
				var got []string
				for _, re := range m.Replace {
					if re.Old.Path == r.Path {
						got = append(got, path.Clean(re.New.Path))
					}
				}
				assert.Equal(t, []string{filepath.ToSlash(want)}, got, "replace %s, so that the module builds from a clone alone", r.Path)
			}
		})
	}
}

// The packages that serve tools without HTTP do not link it, even indirectly. The linter
// depguard sees only their own imports.
func TestPackagesWithoutHTTP(t *testing.T) {
	for _, dir := range []string{"toolerr", "adapter", "adapter/phrase", "adapter/shape"} {
		reached := strings.Fields(string(goCommand(t, "list", "-deps", "./"+dir)))
		require.Contains(t, reached, module+"/"+dir)
		assert.NotContains(t, reached, "net/http", dir)
	}
}

// Every arrow of the picture of the packages is an import, one of a package below the first
// name's included.
func TestArrowsAreImports(t *testing.T) {
	picture, err := os.ReadFile(filepath.Join(root, "docs/pictures/packages.svg"))
	require.NoError(t, err)
	all := sources(t, 0)
	arrows := regexp.MustCompile(`data-imports="(\S+) (\S+)"`).FindAllStringSubmatch(string(picture), -1)
	assert.Len(t, arrows, strings.Count(string(picture), `class="arrow"`), "an arrow without data-imports")
	for _, arrow := range arrows {
		assert.True(t, slices.ContainsFunc(all, func(f sourceFile) bool {
			return strings.HasPrefix(f.dir()+"/", arrow[1]+"/") && !strings.HasSuffix(f.Path, "_test.go") && slices.Contains(f.Imports, module+"/"+arrow[2])
		}), "%s does not import %s", arrow[1], arrow[2])
	}
}
