package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAPI: what was added and what breaks since the last tag is told, and a version that
// may not break anything is refused.
func TestAPI(t *testing.T) {
	const (
		kit  = "// Package kit is one.\npackage kit\n\n"
		both = kit + "// Hello is a greeting.\nconst Hello = \"hello from the kit\"\n"
		more = both + "\n// Bye is another.\nconst Bye = \"bye\"\n"
		less = kit + "// Bye is another.\nconst Bye = \"bye\"\n"
	)
	const said = "-- github.com/kit/kit/cmd/say since "
	for name, tt := range map[string]struct {
		first, source, version string
		out                    []string
		refused                string
	}{
		"nothing":                    {"v0.1.0", both, "v0.1.1", []string{"since v0.1.0: 0 added, 0 broken", said + "v0.1.0: 0 added, 0 broken"}, ""},
		"an addition":                {"v0.1.0", more, "v0.1.1", []string{"1 added, 0 broken", "added  Bye: added"}, ""},
		"a break in a patch":         {"v0.1.0", less, "v0.1.1", []string{"1 added, 1 broken", "broken Hello: removed"}, "github.com/kit/kit: 1 names of v0.1.0 are broken, which needs a new minor of v0"},
		"a break in a minor of v0":   {"v0.1.0", less, "v0.2.0", []string{"1 added, 1 broken"}, ""},
		"a break on the way to v1":   {"v0.1.0", less, "v1.0.0", []string{"1 added, 1 broken"}, ""},
		"a break in a minor of v1":   {"v1.0.0", less, "v1.1.0", []string{"1 added, 1 broken"}, "or another major version"},
		"a break, whichever is next": {"v0.1.0", less, "", []string{"broken Hello: removed"}, ""},
		"a break, next to v1":        {"v1.0.0", less, "", []string{"broken Hello: removed"}, "or another major version"},
		"after a prerelease":         {"v0.1.0-rc.1", less, "v0.1.0", []string{"no version to compare with"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := checkout(t)
			require.NoError(t, r.release(tt.first, today))
			require.NoError(t, r.write("kit.go", []byte(tt.source)))
			require.NoError(t, r.write("cmd/say/main.go", []byte("package main\n\nfunc main() {}\n")))
			require.NoError(t, r.write(changelog, []byte(changes)))
			git(t, r, "commit", "-q", "-am", "second")
			head := git(t, r, "rev-parse", "HEAD")
			r, err := open(r.dir)
			require.NoError(t, err)
			var out bytes.Buffer
			r.out = &out
			if tt.version == "" {
				err = r.api("")
			} else {
				err = r.release(tt.version, today)
			}
			for _, line := range tt.out {
				assert.Contains(t, out.String(), line)
			}
			if tt.refused == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.refused)
			assert.Equal(t, head, git(t, r, "rev-parse", "HEAD"), "nothing was committed")
			assert.Empty(t, git(t, r, "status", "--porcelain"))
		})
	}
}
