package matrix

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/errand-go/errand/conformance"
)

// The results of [Main], for os.Exit.
const (
	// ExitRight: every answer is right, or accepted with a reason.
	ExitRight = 0
	// ExitWrong: an answer is wrong, or the matrix could not be made or written.
	ExitWrong = 1
	// ExitUsage: the command line cannot be understood, or leaves nothing to run.
	ExitUsage = 2
)

// Main is a program that prints the matrix of suites. args are its command line without the
// program's name, see [Job.Flags]. It returns the exit code.
func Main(ctx context.Context, title string, suites []conformance.Suite, args []string, stdout, stderr io.Writer) int {
	job := Job{Title: title, Suites: suites}
	flags := flag.NewFlagSet("matrix", flag.ContinueOnError)
	flags.SetOutput(stderr)
	job.Flags(flags)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return ExitRight
	case err != nil:
		return ExitUsage
	case flags.NArg() > 0:
		_, _ = fmt.Fprintf(stderr, "what is %q? there are only flags\n", flags.Arg(0))
		return ExitUsage
	}
	m, err := job.Run(ctx, stdout, stderr)
	if err != nil {
		_, _ = fmt.Fprintln(stderr, err)
	}
	switch {
	case errors.Is(err, ErrUsage):
		return ExitUsage
	case err != nil, len(m.Failed()) > 0:
		return ExitWrong
	}
	return ExitRight
}
