package cli

import (
	"context"
	"flag"
	"time"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/story"
)

// demoTimeout ends a demo that hangs, which no call should cause.
const demoTimeout = time.Minute

func demoCommand() command {
	return command{
		name: "demo", usage: "[--compare] [--json]",
		does: "runs an agent whose tools really fail, and shows how the loop handles it",
		more: "An agent with a scripted model calls tools with real clients; their server runs on this machine and misbehaves. No key is needed. " +
			"For each call the demo prints what happened, what the loop decided, and what the model was told. " +
			"At the end it checks itself: the exit code is 1 if a planted secret reached the model, if a result is wrong for what happened, " +
			"or if the loop broke one of its promises. For a single fault see matrix --fault.",
		setup: func(a *app, flags *flag.FlagSet) func([]string) int {
			t := &transcript{app: a}
			flags.BoolVar(&t.compare, "compare", false, "also show what a loop that passes err.Error() on would tell the model")
			flags.BoolVar(&t.json, "json", false, "for programs: an object with question, calls, answer and summary")
			return func(args []string) int { return a.runDemo(args, t) }
		},
	}
}

// runDemo plays one run of the agent loop.
func (a *app) runDemo(args []string, t *transcript) int {
	if len(args) > 0 {
		return a.refuse("demo takes no arguments; for a single fault: %s matrix --fault %s", a.self, args[0])
	}
	t.screen = screen.New(a.stdout, a.env)
	if t.json {
		t.screen = screen.New(a.stderr, a.env)
	}
	t.opening() // before anything starts, so that the user knows the reason for the wait
	ctx, cancel := context.WithTimeout(context.Background(), demoTimeout)
	defer cancel()
	p, err := story.Play(ctx, a.registry(), t.compare, t.moment)
	if err != nil {
		return a.complain(ExitFailed, "the demo could not be started: %v", err)
	}
	code := t.closing(p)
	if p.Summary.Failed > 0 {
		return ExitFailed
	}
	return code
}
