package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var today = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const changes = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- `Hello`.\n"

// checkout returns a repository with three modules, of which one is an example.
func checkout(t *testing.T) *repository {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		changelog:               changes,
		"LICENSE":               "as you like\n",
		"go.mod":                "module github.com/kit/kit\n\ngo 1.26.0\n",
		"go.work":               "go 1.26.0\n\nuse (\n\t.\n\t./cmd/say\n)\n",
		"kit.go":                "// Package kit is one.\npackage kit\n\n// Hello is a greeting.\nconst Hello = \"hello from the kit\"\n",
		"cmd/say/go.mod":        "module github.com/kit/kit/cmd/say\n\ngo 1.26.0\n\nrequire github.com/kit/kit v0.0.0\n\nreplace github.com/kit/kit => ../..\n",
		"cmd/say/main.go":       "package main\n\nimport \"github.com/kit/kit\"\n\nfunc main() { println(kit.Hello) }\n",
		"examples/first/go.mod": "module github.com/kit/kit/examples/first\n\ngo 1.26.0\n\nrequire github.com/kit/kit v0.0.0\n\nreplace github.com/kit/kit => ../..\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	r := &repository{dir: dir}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"config", "user.email", "kit@example.com"},
		{"config", "user.name", "kit"},
		{"config", "commit.gpgsign", "false"},
		{"config", "tag.gpgsign", "false"},
		{"add", "."},
		{"commit", "-q", "-m", "first"},
	} {
		_, err := r.git(args...)
		require.NoError(t, err)
	}
	r, err := open(dir)
	require.NoError(t, err)
	return r
}

func git(t *testing.T, r *repository, args ...string) string {
	t.Helper()
	out, err := r.git(args...)
	require.NoError(t, err)
	return out
}

// TestRelease: the tags are what a user of the go command gets, and development goes
// on as before.
func TestRelease(t *testing.T) {
	r := checkout(t)
	require.NoError(t, r.release("v0.1.0", today))
	assert.Equal(t, "cmd/say/v0.1.0\nv0.1.0\n", git(t, r, "tag", "--list"))
	assert.NotContains(t, git(t, r, "show", "v0.1.0:cmd/say/go.mod"), "replace")
	assert.Contains(t, git(t, r, "show", "v0.1.0:cmd/say/go.mod"), "github.com/kit/kit v0.1.0")
	assert.Contains(t, git(t, r, "show", "v0.1.0:examples/first/go.mod"), "replace", "it is not released")
	assert.Contains(t, git(t, r, "show", "v0.1.0:"+changelog), "## [Unreleased]\n\n## [0.1.0] - 2026-03-01\n\n### Added\n\n- `Hello`.\n")
	assert.Empty(t, git(t, r, "diff", "HEAD~2", "HEAD", "--", "cmd", "go.mod"), "development goes on as before")
	assert.Empty(t, git(t, r, "status", "--porcelain"))

	bin := t.TempDir()
	user := func(dir string, args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPRIVATE=github.com/kit", "GOWORK=off", "GIT_CONFIG_COUNT=1",
			"GIT_CONFIG_KEY_0=url.file://"+filepath.ToSlash(r.dir)+".insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/kit/kit",
			"GOFLAGS=-modcacherw", "GOMODCACHE="+t.TempDir(), "GOBIN="+bin, "GOTOOLCHAIN=local")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := user(t.TempDir(), "install", "github.com/kit/kit/cmd/say@v0.1.0")
	require.NoError(t, err, out)
	said, err := exec.Command(filepath.Join(bin, "say")).CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, "hello from the kit\n", string(said))
}

func TestNoRelease(t *testing.T) {
	for name, tt := range map[string]struct {
		version string
		before  func(r *repository)
		want    string
	}{
		"no version":         {"0.1.0", nil, `"0.1.0" is not a version such as v0.1.0`},
		"another major":      {"v2.0.0", nil, "v2.0.0"},
		"a change":           {"v0.1.0", func(r *repository) { _ = r.write("kit.go", nil) }, "the checkout has changes:\n M kit.go"},
		"a tag":              {"v0.1.0", func(r *repository) { git(t, r, "tag", "cmd/say/v0.1.0") }, "cmd/say/v0.1.0 is tagged"},
		"a newer one":        {"v0.1.0", func(r *repository) { git(t, r, "tag", "v0.1.1") }, "v0.1.1, which is newer, is tagged"},
		"nothing to tell":    {"v0.1.0", rewrite(t, changelog, "# Changelog\n\n## [Unreleased]\n\n## [0.0.1]\n\n- x\n"), "nothing is unreleased"},
		"no such section":    {"v0.1.0", rewrite(t, changelog, "# Changelog\n"), "no section [Unreleased]"},
		"a foreign replace":  {"v0.1.0", rewrite(t, "cmd/say/go.mod", "module github.com/kit/kit/cmd/say\n\nrequire github.com/kit/kit v0.0.0\n\nreplace example.com/a => example.com/b v1.0.0\n"), "replaces example.com/a"},
		"a module of no one": {"v0.1.0", rewrite(t, "cmd/say/go.mod", "go 1.26.0\n"), "has no module line"},
	} {
		t.Run(name, func(t *testing.T) {
			r := checkout(t)
			if tt.before != nil {
				tt.before(r)
			}
			head := git(t, r, "rev-parse", "HEAD")
			now, err := open(r.dir)
			if err == nil {
				err = now.release(tt.version, today)
			}
			require.ErrorContains(t, err, tt.want)
			assert.Equal(t, head, git(t, r, "rev-parse", "HEAD"), "nothing was committed")
			if name != "a change" {
				assert.Empty(t, git(t, r, "status", "--porcelain"), "nothing was changed")
			}
		})
	}
}

// rewrite commits another text of a file.
func rewrite(t *testing.T, name, text string) func(r *repository) {
	return func(r *repository) {
		require.NoError(t, r.write(name, []byte(text)))
		git(t, r, "commit", "-q", "-am", strings.TrimSpace(name))
	}
}
