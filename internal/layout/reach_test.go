package layout_test

import (
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
