package agent

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/toolerr"
)

// A journal is the session of a run. It stores and yields the events of the run. It yields
// only stored events, except deltas, and the last event of a run that stored nothing.
type journal struct {
	*host
	branch string // of the events
	yield  func(*Event, error) bool

	events  []*Event // as stored
	version int64
	callIDs map[string]bool
	open    *Event // the event whose calls have no results yet
	listed  bool   // the last event lists the pending calls
	begun   bool   // something was stored
	failed  bool   // the store failed, and gets no more writes
	broken  bool   // the consumer stopped ranging
	release func() // releases the session

	asideMu sync.Mutex // of addAside
}

// load claims and reads the session. create creates one that does not exist, without a
// state: what a run sets is stored with its input, or not at all.
func (j *journal) load(create bool) error {
	store := j.runner.cfg.Store
	held, release, err := claim(j.ctx, store, j.ref)
	if err != nil {
		return serviceError(err)
	}
	j.ctx, j.release = held, release
	s, err := getSession(j.ctx, store, j.ref)
	if create && errors.Is(err, ErrSessionNotFound) {
		s, err = safely(func() (*Session, error) { return store.Create(j.ctx, j.ref, nil) })
		if errors.Is(err, ErrAlreadyExists) { // another process created it
			s, err = getSession(j.ctx, store, j.ref)
		}
	}
	if err == nil && s == nil {
		err = errNoSession
	}
	if err != nil {
		hard := serviceError(err)
		if hard.Kind == ErrSessionNotFound && !j.runner.cfg.CreateSessions {
			return NewRunError(hard.Kind, toolerr.Msg("The session does not exist. Set RunnerConfig.CreateSessions to create sessions when they are first used, or call Store.Create."), err)
		}
		return hard
	}
	j.version = s.Version
	j.state.Reset(s.State)
	j.events = recent(s.Events)
	return nil
}

// event creates an event of this run.
func (j *journal) event(author string) *Event {
	return &Event{
		ID: j.runner.cfg.NewID(), InvocationID: j.id, Author: author, Branch: j.branch,
		Timestamp: j.around.Now(), Metadata: j.metadata,
	}
}

// emit stores an event and yields it.
func (j *journal) emit(e *Event) error {
	if err := j.store(e); err != nil {
		return err
	}
	return j.show(e)
}

// store appends events to the session, even after the run's context has ended.
func (j *journal) store(events ...*Event) error {
	if len(events) == 0 {
		return nil
	}
	if j.failed {
		return errEnded
	}
	for _, e := range events {
		delta, unusable := normalState(e.Actions.StateDelta)
		e.Actions.StateDelta = delta
		for _, key := range unusable {
			j.note(DiagState, e.Author, nil, toolerr.Msgf("The value of %s cannot be stored and was left out.", toolerr.Ident(key)))
		}
	}
	version, err := j.append(events)
	if err != nil {
		j.failed = true
		return serviceError(err)
	}
	j.version, j.begun = version, true
	for _, e := range events {
		j.events = append(j.events, e)
		j.state.Apply(e.Actions.StateDelta)
	}
	return nil
}

// addAside stores an event for the next run, beside those that the run yields. Tools that run
// at the same time may call it, while the loop waits for them.
func (j *journal) addAside(e *Event) error {
	j.asideMu.Lock()
	defer j.asideMu.Unlock()
	if j.failed {
		return errEnded
	}
	version, err := j.append([]*Event{e})
	if err == nil {
		j.version, j.begun, j.events = version, true, append(j.events, e)
	}
	return err
}

// append writes events to the store. While the run's context is active, it retries after a
// transient failure. If the first write had succeeded, the version has changed, but the
// last events of the session are these events: that is a success.
func (j *journal) append(events []*Event) (version int64, err error) {
	store := j.runner.cfg.Store
	try := func() (int64, error) {
		ctx, cancel := j.around.Bound(context.WithoutCancel(j.ctx), j.budget.limits.StoreTimeout, context.DeadlineExceeded)
		defer cancel()
		return safely(func() (int64, error) { return store.Append(ctx, j.ref, j.version, events...) })
	}
	version, err = try()
	for n := 0; err != nil && n < j.budget.limits.StoreRetries; n++ {
		failure := serviceError(err)
		if failure.Kind != ErrBackend || !around.Wait(j.ctx, storeWait<<min(n, 10)) {
			return 0, err
		}
		j.note(DiagStore, "", failure.Detail(), toolerr.Msg("A write to the store failed and is retried."))
		if version, err = try(); err != nil && serviceError(err).Kind == ErrStaleSession {
			if stored, ok := j.arrived(events); ok {
				return stored, nil
			}
		}
	}
	return version, err
}

// arrived reports whether events are the last ones of the session, and returns its version.
func (j *journal) arrived(events []*Event) (version int64, ok bool) {
	ctx, cancel := j.around.Bound(context.WithoutCancel(j.ctx), j.budget.limits.StoreTimeout, context.DeadlineExceeded)
	defer cancel()
	s, err := getSession(ctx, j.runner.cfg.Store, j.ref)
	if err != nil || len(s.Events) < len(events) {
		return 0, false
	}
	for i, e := range s.Events[len(s.Events)-len(events):] {
		if e == nil || e.ID != events[i].ID || e.InvocationID != j.id {
			return 0, false
		}
	}
	return s.Version, true
}

// show yields an event.
func (j *journal) show(e *Event) error {
	j.listed = false
	j.onEvent(e)
	if j.broken {
		return errBroken
	}
	j.broken = true // stays true if the consumer panics or calls runtime.Goexit
	if j.broken = !j.yield(e, nil); j.broken {
		return errBroken
	}
	return nil
}

// emitAnswer stores and yields a content as the last answer of an agent.
func (j *journal) emitAnswer(a *Agent, c *Content) error {
	e := j.event(a.cfg.Name)
	answer := c.clone()
	answer.Role = RoleModel
	clean := answer.sendable()
	e.Content, e.TurnComplete = &clean, true
	return j.emit(e)
}

// emitPending ends a run that pauses, if the last event does not list the pending calls.
func (j *journal) emitPending() error {
	e := j.event(authorRuntime)
	e.TurnComplete = true
	e.list(pendingCalls(j.events))
	j.pause(e)
	if err := j.store(e); err != nil {
		return err
	}
	return j.show(e.shown())
}

// settle stores results for stored calls that never ran.
func (j *journal) settle() {
	if j.open == nil || j.failed {
		return
	}
	e := j.event(j.open.Author)
	e.Content = &Content{Role: RoleUser}
	for _, call := range j.open.FunctionCalls() {
		res := canceled()
		res.outcome = OutcomeInterrupted
		e.Content.Parts = append(e.Content.Parts, Part{FunctionResponse: res.response(call)})
	}
	j.open = nil
	if err := j.store(e); err != nil {
		j.note(DiagStore, "", serviceError(err).Detail(), toolerr.Msg("The end of the run could not be stored."))
	}
}

// finish yields the last event of the run, and returns the error for AfterRun.
func (j *journal) finish(err error) error {
	var soft softEnd
	hard, isHard := asRunError(err)
	switch {
	case err == nil, errors.Is(err, errPaused), errors.Is(err, errEnded):
		return nil
	case errors.Is(err, errBroken):
		return NewRunError(ErrCanceled, toolerr.Msg("The consumer stopped ranging."), nil)
	case errors.As(err, &soft):
		return j.finishSoft(soft.code)
	case !isHard: // a safeguard: no other error is returned
		hard = NewRunError(ErrBackend, toolerr.Message{}, err)
	}
	return j.fail(hard)
}

// fail yields an error, unless the consumer has stopped ranging, and returns it.
func (j *journal) fail(hard *RunError) error {
	if !j.broken {
		j.broken = !j.yield(nil, hard)
	}
	return hard
}

// finishSoft yields the event with the condition that ended the run. It stores the event if
// the run has stored others.
func (j *journal) finishSoft(code EventCode) error {
	e := j.event(authorRuntime)
	e.ErrorCode, e.ErrorMessage, e.TurnComplete = code, code.Message().String(), true
	if j.begun {
		if err := j.store(e); err != nil {
			return j.fail(serviceError(err))
		}
	}
	_ = j.show(e)
	return nil
}

// maxKeptBytes limits the stored text of an interrupted answer.
const maxKeptBytes = 1 << 20

// keep stores and yields the text of an interrupted answer, if it is not blank.
func (j *journal) keep(a *Agent, text string) {
	if text == "" || j.failed {
		return
	}
	if len(text) > maxKeptBytes {
		text = strings.ToValidUTF8(text[:maxKeptBytes], "")
	}
	content := TextContent(RoleModel, text).sendable()
	if !content.answers() {
		return
	}
	e := j.event(a.cfg.Name)
	e.Content = &content
	e.ErrorCode, e.ErrorMessage = CodeInterrupted, CodeInterrupted.Message().String()
	if err := j.store(e); err == nil {
		_ = j.show(e) // the run ends in any case
	}
}

// showPartial yields a delta, and reports whether it has content to show.
func (j *journal) showPartial(a *Agent, resp *ModelResponse) (shown bool, err error) {
	if resp.Content == nil || !slices.ContainsFunc(resp.Content.Parts, func(p Part) bool { return p.Text != "" || p.attached() }) {
		return false, nil
	}
	e := j.event(a.cfg.Name)
	e.Partial = true
	e.Content = &Content{Role: RoleModel, Parts: resp.Content.Parts}
	return true, j.show(e)
}
