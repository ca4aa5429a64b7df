package testenv_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
)

// recorder is a test that records how it ended.
type recorder struct {
	testing.TB
	skipped, failed string
}

func (r *recorder) Helper()                        {}
func (r *recorder) Skipf(format string, a ...any)  { r.skipped = fmt.Sprintf(format, a...) }
func (r *recorder) Fatalf(format string, a ...any) { r.failed = fmt.Sprintf(format, a...) }

func TestMissing(t *testing.T) {
	const needs = "needs postgres: apt-get install postgresql"
	for value, want := range map[string]recorder{
		"":    {skipped: needs},
		"all": {failed: needs + " (ERRAND_REQUIRE=all makes this a failure)"},
	} {
		t.Setenv(testenv.Variable, value)
		r := recorder{}
		testenv.Missing(&r, "postgres", "apt-get install postgresql")
		assert.Equal(t, want, r)
	}
}

func TestAsked(t *testing.T) {
	const variable = "ERRAND_TEST_ASKED"
	for value, skipped := range map[string]string{"": "takes minutes: set ERRAND_TEST_ASKED=1", "1": ""} {
		t.Setenv(variable, value)
		r := &recorder{}
		testenv.Asked(r, variable)
		assert.Equal(t, skipped, r.skipped)
	}
}

func TestCommandInPath(t *testing.T) {
	dir := t.TempDir()
	want := program(t, dir, "errand-test-server")
	t.Setenv("PATH", dir)
	t.Setenv(testenv.Variable, "all")

	assert.Equal(t, want, testenv.Command(t, "errand-test-server", "errand-test"))
}

func TestCommandNamesThePackage(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv(testenv.Variable, "")

	r := &recorder{}
	assert.Empty(t, testenv.Command(r, "errand-test-server", "errand-test"))
	assert.Equal(t, "needs errand-test-server: apt-get install errand-test", r.skipped)
	assert.Empty(t, r.failed)
}

func TestOutsidePathPrefersTheHighestVersion(t *testing.T) {
	root := t.TempDir()
	for _, version := range []string{"13", "15", "17"} {
		program(t, filepath.Join(root, "usr/lib/postgresql", version, "bin"), "postgres")
	}

	assert.Equal(t, []string{
		filepath.Join(root, "usr/lib/postgresql/17/bin/postgres"),
		filepath.Join(root, "usr/lib/postgresql/15/bin/postgres"),
		filepath.Join(root, "usr/lib/postgresql/13/bin/postgres"),
		filepath.Join(root, "usr/local/sbin/postgres"),
		filepath.Join(root, "usr/sbin/postgres"),
		filepath.Join(root, "sbin/postgres"),
	}, testenv.OutsidePath(root, "postgres", "postgresql"))
}

// program makes an executable file and returns its path.
func program(t *testing.T, dir, name string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o755))
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755))
	return path
}
