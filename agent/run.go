package agent

import (
	"context"
	"sync"
	"sync/atomic"

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

// A Run is one run of an agent. [Runner.Start] makes it.
type Run struct {
	runner *Runner
	ctx    context.Context //nolint:containedctx // a run is one call, in two steps
	ref    SessionRef
	input  Input
	opts   runOptions
	id     string
	diags  *diagnostics
	budget *budget

	started  atomic.Bool
	mu       sync.Mutex
	canceled bool
	cancel   context.CancelCauseFunc
}

// confirmer returns the Confirmer of the run.
func (r *run) confirmer() Confirmer {
	if r.opts.confirmer != nil {
		return r.opts.confirmer
	}
	return r.runner.cfg.Confirmer
}
