package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/faults"
)

// A printer executes a run, and prints its events.
type printer struct {
	out      io.Writer
	stream   bool
	partial  bool // the last output was a piece of an answer
	failures int  // number of failed results
	leaks    []string
}

// play runs the agent, and returns the exit code.
func (p *printer) play(ctx context.Context, runner *agent.Runner, o options) int {
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	var opts []agent.RunOption
	if o.stream {
		opts = append(opts, agent.WithStreaming())
	}
	p.line("user: %s", o.ask)
	code := exitOK
	for e, err := range runner.Run(ctx, agent.SessionRef{User: "you", ID: "live"}, agent.Say(o.ask), opts...) {
		if err != nil {
			p.failed(err)
			code = exitFailed
			continue
		}
		if e.Partial {
			p.piece(e.Content.Text())
			continue
		}
		p.event(e)
		if e.IsError() {
			code = exitFailed
		}
	}
	p.line("\n%d results reported a failed call.", p.failures)
	if len(p.leaks) > 0 {
		p.line("This text of the services' errors reached the model: %v", p.leaks)
		return exitFailed
	}
	p.line("No text of the services' errors reached the model.")
	return code
}

// failed prints the error of the run. The text is errand's; the provider's text is for
// developers.
func (p *printer) failed(err error) {
	p.line("\nThe run failed: %v", err)
	hard, ok := errors.AsType[*agent.RunError](err)
	if !ok {
		return
	}
	te := hard.Detail()
	p.line("  kind:     %s, %s", string(hard.Kind), string(te.Kind()))
	p.line("  guidance: %s", hard.Guidance)
	if wait, ok := te.RetryAfter(); ok {
		p.line("  wait:     %s", wait)
	}
	if hint := te.Hint(); !hint.IsZero() {
		p.line("  hint:     %s", hint)
	}
	p.line("  for the developer: %s", te.DeveloperMessage())
}

func (p *printer) event(e *agent.Event) {
	streamed := p.partial
	p.endPiece()
	if text := e.Content.Text(); text != "" && !streamed {
		p.line("model: %s", text)
	}
	for _, call := range e.FunctionCalls() {
		p.line("\ncall %s %s", call.Name, call.Args)
	}
	for _, r := range e.FunctionResponses() {
		p.line("\n%s %s: %s", r.Name, r.Outcome, r.Response)
		if r.Attempts > 1 {
			p.line("  the loop ran the tool %d times", r.Attempts)
		}
		if r.IsError {
			p.failures++
		}
		p.leaks = append(p.leaks, faults.Planted().Find(string(r.Response))...)
	}
	if e.IsError() {
		p.line("\n%s: %s", e.ErrorCode, e.ErrorMessage)
	}
}

// piece prints a piece of an unfinished answer.
func (p *printer) piece(text string) {
	if text == "" {
		return
	}
	if !p.partial {
		_, _ = io.WriteString(p.out, "model: ")
		p.partial = true
	}
	_, _ = io.WriteString(p.out, text)
}

func (p *printer) endPiece() {
	if p.partial {
		_, _ = io.WriteString(p.out, "\n")
		p.partial = false
	}
}

func (p *printer) line(format string, args ...any) {
	p.endPiece()
	_, _ = fmt.Fprintf(p.out, format+"\n", args...)
}
