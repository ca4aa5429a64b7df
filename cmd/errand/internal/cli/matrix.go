package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/matrix"
)

const matrixTitle = "errand: what agents are told of real failures of real clients"

func matrixCommand() command {
	return command{
		name: "matrix", usage: "[--adapter SLUG] [--client NAME] [--fault GLOB] [--format FORMAT] [-o FILE] [--html FILE] [--markdown FILE] [--json FILE]",
		does: "every fault through every client, and whether the answer is right",
		more: "Drives net/http and go-retryablehttp through a server on this machine that misbehaves in every way it knows, and compares what " +
			"errand makes of each error with what is right. It takes seconds; what is under way goes to standard error. The exit code is 1 if an answer " +
			"is wrong. The page of --html opens every cell to what the developer sees beside what the agent is told, and to the raw text " +
			"that would have leaked. A file - is the standard output. The SDKs of vendors are slow to build, and have a program of their own: " +
			"go run ./conformance/sdkmatrix",
		setup: func(a *app, flags *flag.FlagSet) func([]string) int {
			out := screen.New(a.stdout, a.env)
			job := &matrix.Job{Title: matrixTitle, Suites: clients.Suites()}
			job.Paint = func(o conformance.Outcome, mark string) string { return out.Paint(outcomeStyles[o], mark) }
			job.Flags(flags)
			return func(args []string) int { return a.runMatrix(args, *job) }
		},
	}
}

func (a *app) runMatrix(args []string, job matrix.Job) int {
	if len(args) > 0 {
		return a.refuse("matrix takes no arguments: %s matrix --fault %s", a.self, args[0])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	m, err := job.Run(ctx, a.stdout, a.stderr)
	switch {
	case errors.Is(err, matrix.ErrUsage):
		return a.refuse("%v", err)
	case err != nil:
		return a.complain(ExitFailed, "%v", err)
	case m.Total().Wrong() > 0:
		return a.complain(ExitFailed, "%s", wrong(m.Total()))
	}
	return ExitOK
}

// wrong says how many answers are wrong, and how many laws are broken.
func wrong(t matrix.Total) string {
	var all []string
	if t.Failed > 0 {
		all = append(all, fmt.Sprintf("%d of %d answers are wrong", t.Failed, t.Checks()))
	}
	if t.LawsBroken > 0 {
		all = append(all, fmt.Sprintf("%d of %d laws are broken", t.LawsBroken, t.Laws))
	}
	return "matrix: " + strings.Join(all, ", and ")
}

// outcomeStyles are the colours of a matrix.
var outcomeStyles = map[conformance.Outcome]screen.Style{
	conformance.Passed: screen.Good, conformance.Accepted: screen.Warn, conformance.Failed: screen.Alarm,
	conformance.Silent: screen.Faint, conformance.Skipped: screen.Faint,
}
