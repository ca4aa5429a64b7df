package agent

import (
	"context"
	"errors"
	"slices"

	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/agent/internal/state"
)

// A run executes one run of an agent. It decides the next step, and its parts execute it.
// Everything but the tools runs on the goroutine that ranges over the events.
type run struct {
	*host
	journal *journal
	tools   *toolboxes
	prompts *prompts
	models  *asker
	guard   loopguard.Guard
	input   Input
	opts    runOptions

	iterations map[*Agent]int // number of model calls of each agent
	lastTurn   bool           // the agent has no iterations left
	escalated  bool           // an agent of a sequence has ended the sequence
}

// newRun creates a run in ctx.
func (h *Run) newRun(ctx context.Context, yield func(*Event, error) bool) *run {
	own := &host{
		runner: h.runner, engine: h.runner.cfg.Engine, around: h.runner.around, ref: h.ref, id: h.id, metadata: h.opts.metadata, ctx: ctx, diags: h.diags,
		budget: h.budget, state: &state.View{}, infos: map[string]*RunInfo{}, rounds: map[string]int{}, output: h.opts.output,
	}
	r := &run{host: own, input: h.input, opts: h.opts, iterations: map[*Agent]int{}}
	r.journal = &journal{host: own, branch: h.opts.branch, yield: yield, release: func() {}}
	r.tools = &toolboxes{host: own, boxes: map[*Agent]*toolbox{}}
	r.prompts = &prompts{host: own, journal: r.journal, tools: r.tools, guard: &r.guard, stream: h.opts.stream}
	r.models = &asker{host: own, journal: r.journal, instead: h.opts.model}
	return r
}

// main executes the run. If the run pauses, the last event lists the pending calls.
func (r *run) main() error {
	err := r.proceed()
	if errors.Is(err, errPaused) && !r.journal.listed {
		if failure := r.journal.emitPending(); failure != nil {
			return failure
		}
	}
	return err
}

// proceed executes the run until it ends or pauses.
func (r *run) proceed() error {
	if err := r.alive(); err != nil {
		return err
	}
	content, err := r.input.userContent()
	if err != nil {
		return err
	}
	if err := r.journal.load(r.runner.cfg.CreateSessions && content != nil); err != nil {
		if stop := r.alive(); stop != nil {
			return stop
		}
		return err
	}
	p, err := r.plan(content)
	if err != nil {
		return err
	}
	if p.agent.sequence == nil {
		text, err := r.prompts.instruction(p.agent)
		if err != nil { // if a template fails, nothing is stored
			return err
		}
		if len(p.resumed) == 0 { // resumed calls may change the state
			r.prompts.prepared = &prepared{p.agent, text}
		}
	}
	if err := r.models.preflight(p.agent, p.events); err != nil {
		return err
	}
	if err := r.alive(); err != nil {
		return err
	}
	if err := r.journal.store(p.events...); err != nil {
		return err
	}
	resumed := len(p.resumed) > 0
	next, err := r.resume(p)
	switch {
	case errors.Is(err, errAnswered):
		return r.runRest(p.agent)
	case err != nil:
		return err
	case resumed && p.idle && r.journal.stillWaiting():
		return errPaused
	case next != nil:
		p.agent = next
	}
	if err := r.runAgent(p.agent); err != nil {
		return err
	}
	return r.runRest(p.agent)
}

// runRest continues the sequences that contain an agent, if a run began in the middle of
// one.
func (r *run) runRest(a *Agent) error {
	for ; a.parent != nil; a = a.parent {
		if r.escalated { // it ends the innermost sequence only
			r.escalated = a.parent.sequence == nil
			continue
		}
		if i := slices.Index(a.parent.sequence, a); i >= 0 {
			if err := r.runSequence(a.parent, i+1); err != nil {
				return err
			}
		}
	}
	return nil
}
