package layout_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
