package agent

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

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

// InvocationID returns the id in the events of the run.
func (h *Run) InvocationID() string { return h.id }

// Diagnostics returns the diagnostics of the run so far. A function that was left running
// may add to them after the run.
func (h *Run) Diagnostics() []Diagnostic { return h.diags.list() }

// stop ends the run with an event of [CodeCanceled].
func (h *Run) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.canceled = true
	if h.cancel != nil {
		h.cancel(context.Canceled)
	}
}

// Events runs the agent and yields the events, on the caller's goroutine. If the run fails,
// the last item is (nil, err), where err is a [*RunError].
//
// If the caller breaks out of the range, the calls that are running are canceled, calls
// without a result get one, and the goroutines of the run end before Events returns. The
// same happens when the context ends, with a last event of [CodeCanceled]. This takes at
// most 100 ms and the time that the store and the plugins need. A tool that ignores its
// context is left running, counted, and named in the diagnostics.
//
// The events are shared with the run; Clone one to change it. Ranging a second time yields
// [ErrAlreadyRun]. A session that is in use yields [ErrSessionBusy].
func (h *Run) Events() iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		if !h.started.CompareAndSwap(false, true) {
			yield(nil, NewRunError(ErrAlreadyRun, toolerr.Message{}, nil))
			return
		}
		if h.ctx == nil {
			yield(nil, NewRunError(ErrInvalidInput, toolerr.Msg("The run has no context."), nil))
			return
		}
		if _, busy := h.runner.active.LoadOrStore(h.ref, h); busy {
			yield(nil, NewRunError(ErrSessionBusy, toolerr.Message{}, nil))
			return
		}
		defer h.runner.active.Delete(h.ref)
		h.execute(yield)
	}
}

func (h *Run) execute(yield func(*Event, error) bool) {
	h.budget = &budget{limits: h.opts.limits.withDefaults()}
	if h.opts.parent != nil {
		h.budget = h.opts.parent.budget
	}
	outer := resolve.WithoutCall(h.ctx) // h.ctx may be that of a tool that starts a run
	ctx, cancel := h.runner.around.Bound(outer, h.budget.limits.WallClock, errWallClock)
	r := h.newRun(ctx, yield)
	h.mu.Lock()
	h.cancel = cancel
	if h.canceled {
		cancel(context.Canceled)
	}
	h.mu.Unlock()
	defer cancel(nil)
	defer safely(func() (any, error) { r.journal.release(); return nil, nil }) //nolint:errcheck // no caller is left for the error

	err := errBroken // stays if the consumer panics while it handles an event
	defer func() {
		cancel(nil)
		if r.engine != nil && errors.Is(err, errBroken) && !r.journal.broken {
			return // the engine has abandoned the goroutine and will replay the run from the beginning
		}
		r.journal.settle()
		r.afterRun(err)
	}()
	r.noteAdapters()
	if err = h.opts.err; err == nil {
		err = r.main()
	}
	if errors.Is(err, errBroken) {
		cancel(nil)
	}
	r.journal.settle()
	err = r.journal.finish(err)
}

// noteAdapters adds a diagnostic, in the first run of a runner, if an agent has no adapters,
// and so does not recognise errors of its tools' vendors.
func (r *run) noteAdapters() {
	if r.opts.parent != nil || r.runner.noted.Swap(true) {
		return
	}
	for _, a := range r.runner.cfg.Agent.tree() {
		if a.bare {
			r.diags.add(Diagnostic{Kind: DiagNoAdapters, Agent: a.cfg.Name, Message: toolerr.Msg(
				"The agent has no adapters of its own. It recognises errors of HTTP and of the standard library, and not those of vendors: " +
					"set Config.Adapters to adapters.Default() for all of them, or to adapter.NewRegistry with those it needs.")})
			break
		}
	}
}

// confirmer returns the Confirmer of the run.
func (r *run) confirmer() Confirmer {
	if r.opts.confirmer != nil {
		return r.opts.confirmer
	}
	return r.runner.cfg.Confirmer
}
