package agent

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/agent/internal/state"
)

// A Run is one run of an agent. [Runner.Start] makes it.
type Run struct {
	run      *run
	started  atomic.Bool
	mu       sync.Mutex
	canceled bool
	cancel   context.CancelFunc
}

// A run executes one run of an agent. It decides the next step, and its parts execute it.
// Everything but the tools runs on the goroutine that ranges over the events.
type run struct {
	*host
	journal *journal
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
func (r *Runner) newRun(ctx context.Context, ref SessionRef, in Input, opts ...RunOption) *run {
	o, id := runOptions{limits: r.cfg.Limits, confirmer: r.cfg.Confirmer}, r.cfg.NewID()
	for _, option := range opts {
		if option != nil {
			option(&o)
		}
	}
	if o.diags == nil {
		o.diags, o.budget = &diagnostics{logger: r.cfg.Logger, runID: id}, &budget{limits: o.limits.withDefaults()}
	}
	h := &host{
		runner: r, engine: r.cfg.Engine, around: r.around, ref: r.whole(ref), id: id, metadata: o.metadata, ctx: ctx,
		diags: o.diags, budget: o.budget, state: &state.View{},
		infos: map[string]*RunInfo{}, rounds: map[string]int{}, boxes: map[*Agent]*toolbox{},
	}
	j := &journal{host: h, branch: o.branch, release: func() {}}
	own := &run{host: h, journal: j, models: &asker{host: h, journal: j}, input: in, opts: o, iterations: map[*Agent]int{}}
	own.prompts = &prompts{host: h, journal: j, guard: &own.guard, stream: o.stream}
	return own
}
