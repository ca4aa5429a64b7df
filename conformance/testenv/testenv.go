// Package testenv is how a test asks for what the machine may not have: a
// database server, a browser, a compiler. On a machine without it the test is
// skipped, and the skip names the package to install. With ERRAND_REQUIRE=all
// in the environment, as in errand's own CI, the test fails instead, so that a
// missing server cannot pass for a green run.
//
// No test of errand skips in any other way; tests of other modules are welcome
// to the same.
package testenv

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// Variable is the environment variable that decides between a skip and a
// failure. Its values are "all" and nothing; any other fails the test that
// misses something, since it was set by someone who wanted something of it.
const Variable = "ERRAND_REQUIRE"

// Command returns the absolute path of a program that the test is going to
// run. Without it the test ends, as [Missing] says, naming debianPackage.
//
// It looks in PATH, then where Debian keeps servers that are not for everyone's
// PATH: /usr/lib/<debianPackage>/<version>/bin, the highest version first, and
// the sbin folders.
func Command(t testing.TB, program, debianPackage string) string {
	t.Helper()
	if path, err := exec.LookPath(program); err == nil {
		if path, err = filepath.Abs(path); err == nil {
			return path
		}
	}
	for _, path := range outsidePath("/", program, debianPackage) {
		if _, err := exec.LookPath(path); err == nil {
			return path
		}
	}
	Missing(t, program, "apt-get install "+debianPackage)
	return ""
}

// Missing ends the test, which lacks what it needs: as skipped, or as failed
// when [Variable] says so. The remedy is what a reader can do about it.
func Missing(t testing.TB, what, remedy string) {
	t.Helper()
	switch value := os.Getenv(Variable); value {
	case "":
		t.Skipf("needs %s: %s", what, remedy)
	case "all":
		t.Fatalf("needs %s: %s (%s=all makes this a failure)", what, remedy, Variable)
	default:
		t.Fatalf("needs %s: %s (%s is %q: it can be \"all\" or empty)", what, remedy, Variable, value)
	}
}

// outsidePath lists the possible locations of the program below root, best first.
func outsidePath(root, program, debianPackage string) []string {
	// The pattern has only our own metacharacters, so Glob returns no error.
	found, _ := filepath.Glob(filepath.Join(root, "usr/lib", debianPackage, "*", "bin", program))
	slices.SortFunc(found, func(a, b string) int { return compareVersions(version(b), version(a)) })
	return append(found,
		filepath.Join(root, "usr/local/sbin", program),
		filepath.Join(root, "usr/sbin", program),
		filepath.Join(root, "sbin", program),
	)
}

// version returns the 15 of /usr/lib/postgresql/15/bin/postgres.
func version(path string) string {
	return filepath.Base(filepath.Dir(filepath.Dir(path)))
}

// compareVersions orders folders named for a version: 9 before 15.
func compareVersions(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return slices.Compare([]byte(a), []byte(b))
}
