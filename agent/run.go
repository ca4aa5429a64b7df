package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// A run is one run under way. Everything but the tools' part of it belongs to
// the goroutine that ranges over the events.
type run struct {
	runner *Runner
	ref    SessionRef
	input  Input
	opts   runOptions
	limits Limits
	budget *budget
	id     string

	ctx    context.Context //nolint:containedctx // of the one range this run lives in, bounded by the wall clock
	cancel context.CancelCauseFunc
	yield  func(*Event, error) bool

	events  []*Event // as stored
	version int64
	state   stateView
	callIDs map[string]bool
	boxes   map[*Agent]*toolbox
	infos   map[string]*RunInfo
	guard   loopGuard
	diags   *diagnostics

	prepared   *prepared      // the instruction of the first request
	iterations map[*Agent]int // how often each agent asked its model
	lastTurn   bool           // the agent has no iterations left
	escalated  bool           // an agent of a sequence asked to end it
	leftOut    bool           // an attachment the model cannot read, which was said
	open       *Event         // whose calls have no results yet
	listed     bool           // the last event lists what the run waits for
	begun      bool           // something was stored
	failed     bool           // the store failed: nothing more is written
	broken     bool           // the consumer stopped ranging
}

// prepared is an instruction that was made before anything was stored.
type prepared struct {
	agent *Agent
	text  string
}

// errWallClock is the cause of a run that took too long.
var errWallClock = errors.New("the run reached its time limit")

// main is the run. One that pauses says last what it waits for.
func (r *run) main() error {
	err := r.proceed()
	if errors.Is(err, errPaused) && !r.listed {
		if said := r.sayPending(); said != nil {
			return said
		}
	}
	return err
}

// proceed brings the run to its end or to a pause.
func (r *run) proceed() error {
	if err := r.alive(); err != nil {
		return err
	}
	if err := r.load(); err != nil {
		if stop := r.alive(); stop != nil {
			return stop
		}
		return err
	}
	p, err := r.plan()
	if err != nil {
		return err
	}
	answer, err := r.beforeRun(p)
	if err != nil {
		return err
	}
	if answer == nil && p.agent.sequence == nil {
		text, err := r.instruction(p.agent)
		if err != nil { // a template that cannot be filled in stores nothing
			return err
		}
		if len(p.resumed) == 0 { // calls that are resumed may change the state
			r.prepared = &prepared{p.agent, text}
		}
	}
	if answer == nil {
		if err := r.preflight(p.agent, p.events); err != nil {
			return err
		}
	}
	if err := r.alive(); err != nil {
		return err
	}
	if err := r.store(p.events...); err != nil {
		return err
	}
	if answer != nil {
		return r.say(p.agent, answer)
	}
	resumed := len(p.resumed) > 0
	next, err := r.resume(p)
	switch {
	case errors.Is(err, errSaid):
		return r.runRest(p.agent)
	case err != nil:
		return err
	case resumed && p.idle && r.stillWaiting():
		return errPaused
	case next != nil:
		p.agent = next
	}
	if err := r.runAgent(p.agent); err != nil {
		return err
	}
	return r.runRest(p.agent)
}

// runRest goes on with the sequences an agent is part of, where a run began in
// the middle of one.
func (r *run) runRest(a *Agent) error {
	for ; a.parent != nil; a = a.parent {
		if r.escalated { // which ends what surrounds the agent, and no more
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

// load reads the session.
func (r *run) load() error {
	store := r.runner.cfg.Store
	get := func() (*Session, error) { return store.Get(r.ctx, r.ref) }
	s, err := safely(get)
	if r.runner.cfg.CreateSessions && errors.Is(err, ErrSessionNotFound) {
		s, err = safely(func() (*Session, error) { return store.Create(r.ctx, r.ref, r.opts.state) })
		if errors.Is(err, ErrAlreadyExists) { // somebody else was faster
			s, err = safely(get)
		}
	}
	if err == nil && s == nil {
		err = errNoSession
	}
	if err != nil {
		return serviceError(err)
	}
	r.version, r.state.values = s.Version, s.State
	r.events = slices.DeleteFunc(s.Events, func(e *Event) bool { return e == nil })
	for _, e := range r.events {
		e.normalize()
	}
	return nil
}

var errNoSession = errors.New("the store returned no session and no error")

// safely calls a store, whose panic is an error like any other.
func safely[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the store panicked with a %T", p)
		}
	}()
	return f()
}

// alive returns how the run ends if its context has ended.
func (r *run) alive() error {
	if r.ctx.Err() != nil {
		return r.ended()
	}
	return nil
}

// ended tells the caller's cancel from the run's own deadline.
func (r *run) ended() error {
	if errors.Is(context.Cause(r.ctx), errWallClock) {
		return softEnd{CodeWallClock}
	}
	return softEnd{CodeCanceled}
}

// event makes an event of this run.
func (r *run) event(author string) *Event {
	return &Event{
		ID: r.runner.cfg.NewID(), InvocationID: r.id, Author: author, Branch: r.opts.branch,
		Timestamp: time.Now(), Metadata: r.opts.metadata,
	}
}

// emit stores an event and yields it.
func (r *run) emit(e *Event) error {
	if err := r.store(e); err != nil {
		return err
	}
	return r.show(e)
}

// store appends events to the session, even when the run's context has ended.
func (r *run) store(events ...*Event) error {
	if len(events) == 0 {
		return nil
	}
	if r.failed {
		return errEnded
	}
	for _, e := range events {
		delta, unusable := normalState(e.Actions.StateDelta)
		e.Actions.StateDelta = delta
		for _, key := range unusable {
			r.diags.add(Diagnostic{
				Kind: DiagState, Agent: e.Author,
				Message: toolerr.Msgf("The value of %s cannot be stored and was left out.", toolerr.Ident(key)),
			})
		}
	}
	version, err := r.append(storable(events))
	if err != nil {
		r.failed = true
		return serviceError(err)
	}
	r.version, r.begun = version, true
	for _, e := range events {
		r.events = append(r.events, e)
		r.state.apply(e.Actions.StateDelta)
	}
	return nil
}

// append writes events to the store. While the run lives, a write that failed for a reason
// that may pass is repeated. If the first one arrived after all, the session has changed:
// then its last events are those that were to be written.
func (r *run) append(events []*Event) (version int64, err error) {
	store := r.runner.cfg.Store
	try := func() (int64, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), r.limits.StoreTimeout)
		defer cancel()
		return safely(func() (int64, error) { return store.Append(ctx, r.ref, r.version, events...) })
	}
	version, err = try()
	for n := 0; err != nil && n < r.limits.StoreRetries; n++ {
		failure := serviceError(err)
		if failure.Kind != ErrBackend || !wait(r.ctx, storeWait<<min(n, 10)) {
			return 0, err
		}
		r.diags.add(Diagnostic{
			Kind: DiagStore, Err: failure.Detail(), Message: toolerr.Msg("A write to the store failed and is repeated."),
		})
		if version, err = try(); err != nil && serviceError(err).Kind == ErrStaleSession {
			if stored, ok := r.arrived(events); ok {
				return stored, nil
			}
		}
	}
	return version, err
}

// arrived reports whether events are the last ones of the session, and its version.
func (r *run) arrived(events []*Event) (version int64, ok bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), r.limits.StoreTimeout)
	defer cancel()
	s, err := safely(func() (*Session, error) { return r.runner.cfg.Store.Get(ctx, r.ref) })
	if err != nil || s == nil || len(s.Events) < len(events) {
		return 0, false
	}
	for i, e := range s.Events[len(s.Events)-len(events):] {
		if e == nil || e.ID != events[i].ID || e.InvocationID != r.id {
			return 0, false
		}
	}
	return s.Version, true
}

// storable returns events without what is never stored.
func storable(events []*Event) []*Event {
	out := events
	for i, e := range events {
		kept := e.Actions.StateDelta.withoutTemp()
		if len(kept) == len(e.Actions.StateDelta) {
			continue
		}
		if &out[0] == &events[0] {
			out = append([]*Event(nil), events...)
		}
		c := *e
		c.Actions.StateDelta = kept
		out[i] = &c
	}
	return out
}

// show yields an event.
func (r *run) show(e *Event) error {
	r.listed = false
	r.onEvent(e)
	if r.broken {
		return errBroken
	}
	r.broken = true // unless yield returns, which a panic or a Goexit of the consumer keeps it from
	r.broken = !r.yield(e, nil)
	if r.broken {
		return errBroken
	}
	return nil
}

// say yields a content as the last word of an agent.
func (r *run) say(a *Agent, c *Content) error {
	e := r.event(a.cfg.Name)
	said := c.clone()
	said.Role = RoleModel
	clean := said.sendable()
	e.Content, e.TurnComplete = &clean, true
	return r.emit(e)
}

// settle writes down results for calls that were stored and never run.
func (r *run) settle() {
	if r.open == nil || r.failed {
		return
	}
	e := r.event(r.open.Author)
	e.Content = &Content{Role: RoleUser}
	for _, call := range r.open.FunctionCalls() {
		res := canceled()
		res.outcome = OutcomeInterrupted
		e.Content.Parts = append(e.Content.Parts, Part{FunctionResponse: res.response(call)})
	}
	r.open = nil
	if err := r.store(e); err != nil {
		r.diags.add(Diagnostic{
			Kind: DiagStore, Err: serviceError(err).Detail(),
			Message: toolerr.Msg("The end of the run could not be stored."),
		})
	}
}

// finish says how the run ended, and returns what AfterRun is told.
func (r *run) finish(err error) error {
	var soft softEnd
	hard, isHard := asRunError(err)
	switch {
	case err == nil, errors.Is(err, errPaused), errors.Is(err, errEnded):
		return nil
	case errors.Is(err, errBroken):
		return NewRunError(ErrCanceled, toolerr.Msg("The consumer stopped ranging."), nil)
	case errors.As(err, &soft):
		return r.finishSoft(soft.code)
	case !isHard: // nothing else is returned
		hard = NewRunError(ErrBackend, toolerr.Message{}, err)
	}
	if !r.broken {
		r.broken = !r.yield(nil, hard)
	}
	return hard
}

// finishSoft yields the event that names why the run ended, and stores it if the
// run stored anything.
func (r *run) finishSoft(code EventCode) error {
	e := r.event(authorRuntime)
	e.ErrorCode, e.ErrorMessage, e.TurnComplete = code, code.Message().String(), true
	if r.begun {
		if err := r.store(e); err != nil {
			hard := serviceError(err)
			if !r.broken {
				r.broken = !r.yield(nil, hard)
			}
			return hard
		}
	}
	_ = r.show(e)
	return nil
}
