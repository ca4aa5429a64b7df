package cli

import (
	"context"
	"flag"
	"slices"
	"time"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/story"
)

// demoTimeout ends a demo that hangs, which no call should make it do.
const demoTimeout = time.Minute

func demoCommand() command {
	return command{
		name: "demo", usage: "[--compare] [--faults | --fault NAME | --all | --list] [--json]",
		does: "an agent whose tools fail for real, and what becomes of it",
		more: "An agent with a scripted model calls tools with real clients, and a server on this machine misbehaves; no key is needed. " +
			"Of every call it prints what happened, what the loop decided, and what the model was told. " +
			"With --faults, --fault and --all it plays faults one by one instead. At the end the demo checks itself: the exit code is 1 if " +
			"one of the planted secrets reached the model, if a result is not the right one for what happened, or if the loop did not keep its word.",
		setup: func(a *app, flags *flag.FlagSet) func([]string) int {
			var o demoOptions
			flags.BoolVar(&o.compare, "compare", false, "beside it, what the model would have been told by a loop that passes err.Error() on")
			flags.BoolVar(&o.faults, "faults", false, "a gallery of faults: the raw error, the payload and the decision of each")
			flags.StringVar(&o.fault, "fault", "", "only the fault of this `NAME`, with everything that is known about it")
			flags.BoolVar(&o.all, "all", false, "every fault that a tool with net/http can meet, a line for each")
			flags.BoolVar(&o.list, "list", false, "the names of the faults, without running them")
			flags.BoolVar(&o.json, "json", false, "for programs: an object with calls and summary")
			return func(args []string) int {
				flags.Visit(func(f *flag.Flag) { o.named = o.named || f.Name == "fault" })
				return a.runDemo(args, o)
			}
		},
	}
}

type demoOptions struct {
	fault                            string
	compare, faults, all, list, json bool
	named                            bool // --fault is there
}

// one reports whether at most one of the flags is there that choose what to
// play.
func (o demoOptions) one() bool {
	n := 0
	for _, chosen := range []bool{o.compare, o.faults, o.named, o.all, o.list} {
		if chosen {
			n++
		}
	}
	return n < 2
}

func (a *app) runDemo(args []string, o demoOptions) int {
	switch {
	case len(args) > 0:
		return a.refuse("demo takes no arguments: %s demo --fault %s", a.self, args[0])
	case !o.one():
		return a.refuse("--compare, --faults, --fault, --all and --list exclude each other")
	case o.named && o.fault == "":
		return a.refuse("--fault needs the name of a fault; %s demo --list has them all", a.self)
	case o.list:
		return a.listFaults(o.json)
	case o.faults, o.all, o.fault != "":
		return a.runGallery(o)
	}
	return a.runStory(o)
}

// runStory plays one run of the agent loop.
func (a *app) runStory(o demoOptions) int {
	t := &transcript{app: a, options: o, screen: screen.New(a.stdout, a.env)}
	if o.json {
		t.screen = screen.New(a.stderr, a.env)
	}
	// Before anything is started: whoever waits should know for what.
	t.opening()
	ctx, cancel := context.WithTimeout(context.Background(), demoTimeout)
	defer cancel()
	p, err := story.Play(ctx, a.registry(), o.compare, t.moment)
	if err != nil {
		return a.complain(ExitFailed, "the demo could not be started: %v", err)
	}
	code := t.closing(p)
	if slices.ContainsFunc(p.Summary.Checks, func(c story.Check) bool { return !c.OK }) {
		return ExitFailed
	}
	return code
}
