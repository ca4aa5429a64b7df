package cli

import (
	"context"
	"flag"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/matrix"
)

const matrixTitle = "errand: what agents are told of real failures of real clients"

func matrixCommand() command {
	return command{
		name: "matrix", usage: "[FLAGS]",
		does: "drives real clients through real faults, and checks errand's answers",
		more: "Drives net/http and go-retryablehttp through a server on this machine that misbehaves in every known way, and compares " +
			"errand's answer to each error with the right one. This takes seconds; progress goes to standard error. The exit code is 1 if an answer is wrong. " +
			"The SDKs of vendors take long to build, so tests drive them: go test ./proof/sdkmatrix",
		setup: func(a *app, _ *flag.FlagSet) func([]string) int {
			return func([]string) int { return a.runMatrix(clients.Suites()) }
		},
	}
}

func (a *app) runMatrix(suites []conformance.Suite) int {
	m, err := matrix.Run(context.Background(), matrixTitle, suites, a.stderr)
	if err == nil {
		err = m.Text(a.stdout)
	}
	if err != nil {
		return a.complain(ExitFailed, "%v", err)
	}
	if t := m.Total(); t.Wrong() > 0 {
		return a.complain(ExitFailed, "matrix: %d of %d answers are wrong, and %d of %d laws are broken", t.Failed, t.Checks(), t.LawsBroken, t.Laws)
	}
	return ExitOK
}
