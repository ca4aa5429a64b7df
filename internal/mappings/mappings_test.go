package mappings_test

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/mappings"
)

var update = flag.Bool("update", false, "write docs/mappings.md")

const page = "../../docs/mappings.md"

func TestDocsMappingsAreFresh(t *testing.T) {
	want := mappings.Markdown()
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
	}
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, want, string(got), "docs/mappings.md is stale: go test ./internal/mappings -update")
}
