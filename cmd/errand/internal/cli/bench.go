package cli

import (
	"context"
	"flag"

	"github.com/errand-go/errand/conformance/refusals/bench"
)

func benchCommand() command {
	return command{
		name: "bench", usage: "[FLAGS]",
		does: "compares what a model reads of real refusals by the rules of several tools",
		more: "Judges every entrant with every refusal of conformance/refusals: whether the answer tells what to correct, and what it leaks. " +
			"Of tokens there are bytes/4. With --model, a model is asked for its next step, which is graded; the models' SDKs take long to build, " +
			"so they have a program of their own: go run ./models/bench. docs/bench.md explains the figures.",
		setup: func(a *app, fs *flag.FlagSet) func([]string) int {
			j := &bench.Job{}
			j.Flags(fs)
			return func([]string) int { return a.runBench(j) }
		},
	}
}

func (a *app) runBench(j *bench.Job) int {
	if err := j.Run(context.Background(), a.stdout); err != nil {
		return a.complain(ExitInput, "bench: %v", err)
	}
	return ExitOK
}
