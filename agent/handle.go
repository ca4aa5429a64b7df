package agent

import (
	"context"
	"errors"
	"iter"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// InvocationID returns the id in the events of the run.
func (h *Run) InvocationID() string { return h.run.id }

// Diagnostics returns the diagnostics of the run so far. A function that was left running
// may add to them after the run.
func (h *Run) Diagnostics() []Diagnostic { return h.run.diags.list() }

// stop ends the run with an event of [CodeCanceled].
func (h *Run) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.canceled = true
	if h.cancel != nil {
		h.cancel()
	}
}

// Events runs the agent and yields the events, on the caller's goroutine. If the run fails,
// the last item is (nil, err), where err is a [*RunError].
//
// If the caller breaks out of the range, the calls that are running are canceled, calls
// without a result get one, and the goroutines of the run end before Events returns. The
// same happens when the context ends, with a last event of [CodeCanceled]. This takes at
// most 100 ms and the time that the store, the plugins and functions of [Reconcile] need. A tool that ignores its
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
		if h.run.ctx == nil {
			yield(nil, NewRunError(ErrInvalidInput, toolerr.Msg("The run has no context."), nil))
			return
		}
		active := &h.run.runner.active
		if _, busy := active.LoadOrStore(h.run.ref, h); busy {
			yield(nil, NewRunError(ErrSessionBusy, toolerr.Message{}, nil))
			return
		}
		defer active.Delete(h.run.ref)
		h.execute(yield)
	}
}

func (h *Run) execute(yield func(*Event, error) bool) {
	r := h.run
	r.journal.yield = yield
	outer := resolve.WithoutCall(r.ctx) // it may be that of a tool that starts a run
	ctx, cancel := r.around.Bound(outer, r.budget.limits.WallClock, errWallClock)
	r.ctx = ctx
	h.mu.Lock()
	h.cancel = cancel
	if h.canceled {
		cancel()
	}
	h.mu.Unlock()
	defer cancel()
	defer safely(func() (any, error) { r.journal.release(); return nil, nil }) //nolint:errcheck // no caller is left for the error

	err := errBroken // stays if the consumer panics while it handles an event
	defer func() {
		cancel()
		if r.engine != nil && errors.Is(err, errBroken) && !r.journal.broken {
			return // the engine has abandoned the goroutine and will replay the run from the beginning
		}
		r.journal.settle()
		r.afterRun(err)
	}()
	r.noteAdapters()
	err = r.main()
	if errors.Is(err, errBroken) {
		cancel()
	}
	r.journal.settle()
	err = r.journal.finish(err)
}

// noteAdapters adds a diagnostic, in the first run of a runner, if an agent has no adapters,
// and so does not recognise errors of its tools' vendors.
func (r *run) noteAdapters() {
	if r.opts.branch != "" || r.runner.noted.Swap(true) {
		return
	}
	for _, a := range r.runner.cfg.Agent.tree() {
		if a.bare {
			r.note(DiagNoAdapters, a.cfg.Name, nil, toolerr.Msg(
				"The agent has no adapters of its own. It recognises errors of HTTP and of the standard library, and not those of vendors: "+
					"set Config.Adapters to adapters.Default() for all of them, or to adapter.NewRegistry with those it needs."))
			break
		}
	}
}

// Start prepares a run, which begins when its events are ranged over.
func (r *Runner) Start(ctx context.Context, ref SessionRef, in Input, opts ...RunOption) *Run {
	return &Run{run: r.newRun(ctx, ref, in, opts...)}
}

// Run runs the agent; it is Start(…).Events().
func (r *Runner) Run(ctx context.Context, ref SessionRef, in Input, opts ...RunOption) iter.Seq2[*Event, error] {
	return r.Start(ctx, ref, in, opts...).Events()
}

// Active reports whether a run is using the session.
func (r *Runner) Active(ref SessionRef) bool {
	_, active := r.active.Load(r.whole(ref))
	return active
}

// Cancel cancels the run of a session with the given invocation id, and reports whether it
// was running.
func (r *Runner) Cancel(ref SessionRef, invocationID string) bool {
	v, _ := r.active.Load(r.whole(ref))
	h, ok := v.(*Run)
	if !ok || h.run.id != invocationID {
		return false
	}
	h.stop()
	return true
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
			r.prompts.prepared = map[*Agent]string{p.agent: text}
		}
	}
	first := p.agent
	for first.sequence != nil {
		first = first.sequence[0]
	}
	if err := r.preflight(r.agentContext(first), r.models.model(first).Model, p.events); err != nil {
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
