// Errandvet reports text of services and SDKs that a model would read, and mistakes in the
// use of errand. It runs alone (`errandvet ./...`) and with the go command (`go vet
// -vettool=$(which errandvet) ./...`).
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/errand-go/errand/cmd/errandvet/internal/modelsink"
	"github.com/errand-go/errand/cmd/errandvet/internal/suite"
)

// fixing is a variable for the process that writes the fixes.
const fixing = "ERRANDVET_FIXING"

func main() {
	if err := checkSinks(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "errandvet:", err)
		os.Exit(2)
	}
	isFix := func(arg string) bool {
		return slices.Contains([]string{"-fix", "--fix", "-fix=true", "--fix=true"}, arg)
	}
	if diff := slices.ContainsFunc(os.Args, func(arg string) bool { return strings.Contains(arg, "-diff") }); !diff && os.Getenv(fixing) == "" && slices.ContainsFunc(os.Args, isFix) {
		fix() // and then report what is left in the fixed packages
		os.Args = slices.DeleteFunc(os.Args, isFix)
	}
	multichecker.Main(suite.Analyzers()...)
}

// fix writes the fixes in another process, and ends this one if that fails.
func fix() {
	cmd := exec.Command(os.Args[0], os.Args[1:]...) //nolint:gosec,noctx // itself
	cmd.Env = append(os.Environ(), fixing+"=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		code := 1
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			code = exit.ExitCode()
		}
		os.Exit(code)
	}
}

// checkSinks returns an error if a sink of the flag is in no package that is analyzed. The
// analyzer itself checks the names in these packages.
func checkSinks(args []string) error {
	sinks := ""
	for i, arg := range args {
		name, value, valued := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if name == "modelsink.sinks" && valued {
			sinks = value
		} else if name == "modelsink.sinks" && i+1 < len(args) {
			sinks = args[i+1]
		}
	}
	last := len(args) - 1
	for last >= 0 && !strings.HasPrefix(args[last], "-") && args[last] != sinks {
		last--
	}
	if sinks == "" || strings.HasSuffix(args[len(args)-1], ".cfg") { // as a tool of go vet, which gives it one package
		return nil
	}
	list := exec.Command("go", append([]string{"list", "-e", "-deps", "--"}, args[last+1:]...)...) //nolint:gosec,noctx // the packages of the command line
	packages, err := list.Output()
	if err != nil {
		return nil //nolint:nilerr // the analysis reports it
	}
	unmatched, err := modelsink.Unmatched(sinks, strings.Fields(string(packages)))
	if len(unmatched) > 0 {
		err = fmt.Errorf("-modelsink.sinks: no package here is or imports %s", strings.Join(unmatched, ", "))
	}
	return err
}
