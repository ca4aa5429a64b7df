package adapters_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxGrowth is the maximum number of bytes that all adapters together may add to a program
// without symbols and debugging information. The adapters alone add 1.7 MB, about 16 KB for
// a vendor that is recognised by shape. The readers of refusals (internal/refusal,
// internal/resolve) add another 1.0 MB. See "Findings" in docs/design.md.
const maxGrowth = 2_800_000

// The test builds a tool that reads JSON over HTTP, with an empty registry and with the
// default one.
func TestAllAdaptersAreSmall(t *testing.T) {
	none, all := sizeWith(t, "none.go"), sizeWith(t, "all.go")
	t.Logf("without adapters %d bytes, with all of them %d: %d more", none, all, all-none)
	assert.Less(t, all-none, int64(maxGrowth))
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
