// Package testenv finds programs that the machine may not have, such as a database
// server, a browser or a compiler. If the program is missing, the test is skipped, and
// the skip names the package to install. With ERRAND_REQUIRE=all in the environment,
// as in errand's own CI, the test fails instead, so that a run without the server
// cannot succeed.
//
// Tests that take minutes run only if an environment variable asks for them: see [Asked].
// No test of errand is skipped in any other way. Tests of other modules may use the
// package too.
package testenv

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Variable is the environment variable that decides between a skip and a failure: with any
// value but the empty one, a test that lacks a program fails.
const Variable = "ERRAND_REQUIRE"

// Command returns the absolute path of a program that the test is going to run. If the
// program is missing, Command ends the test by [Missing], which names debianPackage.
//
// Command looks in PATH first, then in the folders of Debian's servers, which PATH may
// lack: /usr/lib/<debianPackage>/<version>/bin, the highest version first, and the sbin
// folders.
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

// Missing ends a test that lacks a program. The test is skipped, or fails if [Variable]
// is not empty. The remedy is the advice for the reader, such as a command.
func Missing(t testing.TB, what, remedy string) {
	t.Helper()
	if value := os.Getenv(Variable); value != "" {
		t.Fatalf("needs %s: %s (%s=%s makes this a failure)", what, remedy, Variable, value)
		return
	}
	t.Skipf("needs %s: %s", what, remedy)
}

// Asked skips a test that takes minutes unless the environment variable is set. A step of
// errand's own CI sets it.
func Asked(t testing.TB, variable string) {
	t.Helper()
	if os.Getenv(variable) == "" {
		t.Skipf("takes minutes: set %s=1", variable)
	}
}

// outsidePath lists the possible locations of the program below root, best first.
func outsidePath(root, program, debianPackage string) []string {
	// The pattern has only our own metacharacters, so Glob returns no error.
	found, _ := filepath.Glob(filepath.Join(root, "usr/lib", debianPackage, "*", "bin", program))
	slices.SortFunc(found, func(a, b string) int { return strings.Compare(b, a) }) // the highest version first
	return append(found,
		filepath.Join(root, "usr/local/sbin", program),
		filepath.Join(root, "usr/sbin", program),
		filepath.Join(root, "sbin", program),
	)
}
