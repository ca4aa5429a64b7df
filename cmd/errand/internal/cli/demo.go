package cli

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/errand-go/errand/cmd/errand/internal/demo"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
)

// demoTimeout ends a demo that hangs, which no call should cause.
const demoTimeout = time.Minute

func demoCommand() command {
	return command{
		name: "demo", does: "runs tools that really fail, and shows what a model reads without errand and with it",
		more: "A server on this machine misbehaves, and no key is needed. The exit code is 1 if a secret reached the model, or if an answer is wrong. " +
			"For all faults and other clients see matrix.",
		setup: func(a *app, _ *flag.FlagSet) func([]string) int { return a.runDemo },
	}
}

func (a *app) runDemo([]string) int {
	ctx, cancel := context.WithTimeout(context.Background(), demoTimeout)
	defer cancel()
	scenes, err := demo.Play(ctx, a.adapters())
	if err != nil {
		return a.complain(ExitFailed, "the demo could not be started: %v", err)
	}
	s := screen.New(a.stdout, a.env)
	s.Columns("A MODEL READS err.Error()", "WITH ERRAND, IT READS")
	code := ExitOK
	for _, scene := range scenes {
		s.Line(scene.Tool, "  "+scene.Happens)
		payload, _ := scene.Err.Payload().MarshalJSON() // never fails
		s.Columns(raw(scene), spaced(payload))
		if scene.Wrong != "" {
			s.Item("CHECK FAILED  ", scene.Wrong)
			code = ExitFailed
		}
	}
	section(s, "Why")
	for _, scene := range scenes {
		report := scene.Err.Report()
		why := string(report.Kind)
		if report.StatusCode != 0 {
			why += " (" + verdict.StatusSource(report.StatusCode) + ")"
		}
		s.Item(pad("  "+scene.Tool, 17), why+": "+verdict.Program(report))
	}
	s.Blank()
	s.Text(fmt.Sprintf("Next: %[1]s matrix, %[1]s explain 429, %[1]s classify --help, docs/agent.md", a.self))
	return cmp.Or(code, a.written(s.Err()))
}

// raw returns the text without errand, and its consequence.
func raw(scene demo.Scene) string {
	switch {
	case scene.Dies:
		return scene.Raw + "\n✗ the program ends here"
	case scene.Leaks != nil:
		return scene.Raw + "\n✗ leaks " + fmt.Sprint(len(scene.Leaks)) + " " + plural(len(scene.Leaks), "secret")
	}
	return scene.Raw
}
