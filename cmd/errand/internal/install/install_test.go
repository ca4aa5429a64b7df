package install_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/install"
)

const before = `{
  // my servers
  "mcpServers": {
    "one": {"command": "npx", "args": ["-y", "server"], "env": {"KEY": "secret"}}, /* first */
    "two": {
      "command": "uvx",
      "args": [
        "server",
      ],
    },
    "bare": { "command": "C:\\bin\\server.exe" },
    "empty": {"args": [], "command": "x"},
    "far": {"type": "http", "url": "https://mcp.example"},
  },
  "projects": {"/a": {"mcpServers": {"three": {"command": "go", "args": ["run", "--", "."]}}}}
}
`

const after = `{
  // my servers
  "mcpServers": {
    "one": {"command": "/bin/errand", "args": ["mcp", "--", "npx", "-y", "server"], "env": {"KEY": "secret"}}, /* first */
    "two": {
      "command": "/bin/errand",
      "args": ["mcp", "--", "uvx",
        "server",
      ],
    },
    "bare": { "command": "/bin/errand", "args": ["mcp", "--", "C:\\bin\\server.exe"] },
    "empty": {"args": ["mcp", "--", "x"], "command": "/bin/errand"},
    "far": {"type": "http", "url": "https://mcp.example"},
  },
  "projects": {"/a": {"mcpServers": {"three": {"command": "/bin/errand", "args": ["mcp", "--", "go", "run", "--", "."]}}}}
}
`

// A configuration is changed where the servers are, and undone byte for byte.
func TestEdit(t *testing.T) {
	wrap := install.Editor{Self: "/bin/errand"}
	got, names, err := wrap.Edit(before)
	require.NoError(t, err)
	assert.Equal(t, after, got)
	assert.Equal(t, []string{"one", "two", "bare", "empty", "three"}, names)
	again, names, err := wrap.Edit(after)
	require.NoError(t, err)
	assert.Equal(t, after, again)
	assert.Empty(t, names)
	undone, _, err := install.Editor{Undo: true}.Edit(after)
	require.NoError(t, err)
	assert.Equal(t, before, undone)
	_, names, err = install.Editor{Self: "errand", Servers: []string{"two"}}.Edit(before)
	require.NoError(t, err)
	assert.Equal(t, []string{"two"}, names)
}

func TestEditOthers(t *testing.T) {
	for text, want := range map[string]string{
		`{"servers":{"a":{"command":"x"}}}`:                                     `{"servers":{"a":{"command":"e", "args": ["mcp", "--", "x"]}}}`,
		`{"other":{"servers":{"a":{"command":"x"}}}}`:                           `{"other":{"servers":{"a":{"command":"x"}}}}`,
		`{"mcpServers":{"a":{"command":1},"b":{"command":"x","args":1},"c":2}}`: `{"mcpServers":{"a":{"command":1},"b":{"command":"x","args":1},"c":2}}`,
		`[1]`: `[1]`,
	} {
		got, _, err := install.Editor{Self: "e"}.Edit(text)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	_, _, err := install.Editor{}.Edit(`{"mcpServers":`)
	require.Error(t, err)
	undone, _, err := install.Editor{Undo: true}.Edit(`{"servers":{"a":{"command":"errand","args":["mcp","--observe","--","x", "y"]}}}`)
	require.NoError(t, err)
	assert.Equal(t, `{"servers":{"a":{"command":"x","args":["y"]}}}`, undone)
}

// The copy of a file with secrets is the user's alone. A link stays a link.
func TestWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mcp.json")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o640))
	link := filepath.Join(t.TempDir(), "link.json")
	require.NoError(t, os.Symlink(file, link))
	require.NoError(t, install.Write(link, "old", "new"))
	for name, want := range map[string]struct {
		text string
		mode os.FileMode
	}{file: {"new", 0o640}, link + ".errand-backup": {"old", 0o600}} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, want.text, string(text))
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, want.mode, info.Mode().Perm())
	}
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
}
