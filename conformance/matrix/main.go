package matrix

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"strings"

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

// Main is a program that prints the matrix of suites: args are its command line
// without the program's name, see [Job.Flags]. It returns what to exit with. As
// long as it runs, package log is silent: net/http writes there what a broken
// server did, and there is no other way to stop it.
func Main(ctx context.Context, title string, suites []conformance.Suite, args []string, stdout, stderr io.Writer) int {
	defer log.SetOutput(log.Writer()) //nolint:forbidigo // a program's main
	log.SetOutput(io.Discard)         //nolint:forbidigo // a program's main
	job := Job{Title: title, Suites: suites}
	flags := flag.NewFlagSet("matrix", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	job.Flags(flags)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		_, _ = fmt.Fprintf(stderr, "usage: the flags are\n\n")
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		return ExitRight
	case err != nil:
		_, _ = fmt.Fprintln(stderr, flagError(flags, err))
		return ExitUsage
	case flags.NArg() > 0:
		_, _ = fmt.Fprintf(stderr, "what is %q? there are only flags\n", flags.Arg(0))
		return ExitUsage
	}
	m, err := job.Run(ctx, stdout, stderr)
	switch {
	case errors.Is(err, ErrUsage):
		_, _ = fmt.Fprintln(stderr, err)
		return ExitUsage
	case err != nil:
		_, _ = fmt.Fprintln(stderr, err)
		return ExitWrong
	case len(m.Failed()) > 0:
		return ExitWrong
	}
	return ExitRight
}

// flagError says of an error of flags.Parse what flags there are instead.
func flagError(flags *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err
	}
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	says := "there are"
	if near := nearby(name, names); len(near) > 0 {
		names, says = near, "did you mean"
	}
	return fmt.Errorf("no flag is called --%s; %s --%s", name, says, strings.Join(names, ", --"))
}
