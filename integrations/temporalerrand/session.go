package temporalerrand

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
	"go.temporal.io/sdk/workflow"
)

// A session is the state of one workflow.
type session struct {
	agent  *Agent
	start  Start
	runner *agent.Runner
	store  *agent.MemoryStore
	ctx    context.Context //nolint:containedctx // of the workflow

	inputs, closing workflow.ReceiveChannel
	queue           []*request
	answered        []string // ids of updates of this workflow
	closed          bool
	begun           bool  // a run has started
	last            error // error of the last run, unless the session stays open
}

// A request is an input in the queue.
type request struct {
	input  Input
	update bool // it has a response
	ended  bool
	events []*agent.Event
	err    error
}

// workflow is the function of the workflow.
func (a *Agent) workflow(ctx workflow.Context, start Start) (*Result, error) {
	s, err := a.open(ctx, start)
	if err != nil {
		return nil, failure(runErrorOf(err), false)
	}
	if err := s.listen(ctx); err != nil {
		return nil, err
	}
	for {
		if heard, err := s.await(ctx); err != nil {
			return nil, err
		} else if !heard {
			s.closed = true
		}
		if len(s.queue) > 0 {
			s.run(s.queue[0])
			s.queue = s.queue[1:]
		}
		result, err := s.result()
		if err != nil {
			return nil, failure(runErrorOf(err), false)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.hear()
		over := s.closed || !start.KeepOpen && len(result.Pending) == 0
		if (!over || len(s.queue) > 0) && !s.long(ctx) {
			continue
		}
		switch inputs, err := s.answer(ctx); {
		case err != nil:
			return nil, cmp.Or(s.last, err)
		case inputs: // they run in this workflow, because only it can respond to them
		case over && len(s.queue) == 0:
			if !a.fits(result) {
				result.Events = nil
			}
			return result, s.last
		case s.long(ctx):
			if next := s.renewed(result); a.fits(next) {
				return nil, workflow.NewContinueAsNewError(ctx, a.options.Name, next)
			}
		}
	}
}

// open creates the session of a workflow.
func (a *Agent) open(ctx workflow.Context, start Start) (*session, error) {
	info := workflow.GetInfo(ctx)
	if info.Attempt > 1 { // restarted by a retry policy of the workflow itself
		return nil, agent.NewRunError(agent.ErrConfig, toolerr.Msg("The workflow of a session cannot be retried: its tools would run again."), nil)
	}
	start.Session.ID = cmp.Or(start.Session.ID, info.WorkflowExecution.ID)
	start.Session.App = cmp.Or(start.Session.App, a.cfg.App)
	s := &session{agent: a, start: start, closed: start.Closed, begun: len(start.Events) > 0}
	s.ctx = within(outermost{context.Background(), ctx}, ctx)
	store := agent.NewMemoryStore()
	stored, err := store.Create(s.ctx, start.Session, start.State)
	if err == nil && len(start.Events) > 0 {
		_, err = store.Append(s.ctx, start.Session, stored.Version, start.Events...)
	}
	if err != nil {
		return nil, err
	}
	e := &engine{agent: a, ctx: ctx, origin: fmt.Sprintf("%s/%d", info.OriginalRunID, len(start.Events))}
	s.store = store
	cfg := a.cfg
	cfg.Engine, cfg.Store, cfg.NewID, cfg.Limits, cfg.Artifacts = e, store, e.newID, a.limits, noArtifacts{}
	if cfg.Compactor != nil {
		cfg.Compactor = compactor{e}
	}
	cfg.Logger = replayAware(ctx, cfg.Logger)
	if s.runner, err = agent.NewRunner(cfg); err != nil {
		return nil, err
	}
	for _, in := range append([]Input{start.Input}, start.Next...) {
		if !in.empty() {
			s.queue = append(s.queue, &request{input: in})
		}
	}
	return s, nil
}

// listen handles updates and queries, also during runs. Signals wait until hear is called.
func (s *session) listen(ctx workflow.Context) error {
	s.inputs, s.closing = workflow.GetSignalChannel(ctx, SignalInput), workflow.GetSignalChannel(ctx, SignalClose)
	err := workflow.SetQueryHandler(ctx, QuerySession, s.result)
	if err != nil {
		return err
	}
	return workflow.SetUpdateHandlerWithOptions(ctx, UpdateInput, s.update, workflow.UpdateHandlerOptions{Validator: s.admit})
}

// hear receives the pending signals. It must be called, with no wait after it, before the
// workflow ends or continues as a new one: other signals are lost.
func (s *session) hear() {
	for {
		r := &request{}
		if !s.inputs.ReceiveAsync(&r.input) {
			break
		}
		if !r.input.empty() {
			s.queue = append(s.queue, r)
		}
	}
	if s.closing.ReceiveAsync(nil) {
		s.closed = true
	}
}

// admit rejects an invalid update, which then does not appear in the history.
func (s *session) admit(ctx workflow.Context, in Input) error {
	switch {
	case in.empty():
		return errors.New("the input is empty")
	case slices.Contains(s.start.Answered, workflow.GetCurrentUpdateInfo(ctx).ID):
		return errors.New("the session has had an update with this id, before it went on as a new workflow")
	}
	return nil
}

// update runs an input, and returns the events of the run.
func (s *session) update(ctx workflow.Context, in Input) ([]*agent.Event, error) {
	s.hear() // receives earlier signals
	s.answered = append(s.answered, workflow.GetCurrentUpdateInfo(ctx).ID)
	r := &request{input: in, update: true}
	s.queue = append(s.queue, r)
	if err := workflow.Await(ctx, func() bool { return r.ended }); err != nil {
		return nil, err
	}
	if !s.agent.fits(r.events) {
		return nil, cmp.Or(r.err, failure(agent.NewRunError(agent.ErrBackend,
			toolerr.Msg("The run has ended. Its events are too large for the answer of an update; the session has them."), nil), false))
	}
	return r.events, r.err
}

// await waits for an input or for the end of the session, and returns false if neither
// arrived in time. A session that started before Idle existed has no time limit.
func (s *session) await(ctx workflow.Context) (bool, error) {
	ready := func() bool {
		s.hear()
		return len(s.queue) > 0 || s.closed
	}
	idle := s.agent.options.Idle
	if idle <= 0 || ready() || workflow.GetVersion(ctx, "idle", workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		return true, workflow.Await(ctx, ready)
	}
	return workflow.AwaitWithTimeout(ctx, idle, ready)
}

// answer waits until all updates have their responses. It reports whether new updates
// arrived, which must run first.
func (s *session) answer(ctx workflow.Context) (inputs bool, err error) {
	err = workflow.Await(ctx, func() bool {
		s.hear()
		inputs = slices.ContainsFunc(s.queue, func(r *request) bool { return r.update })
		return inputs || workflow.AllHandlersFinished(ctx)
	})
	return inputs, err
}

// run executes one run of the agent. Its error ends the workflow, unless the session stays
// open. If no call waits for the input, nothing has changed: an approval may arrive twice.
func (s *session) run(r *request) {
	defer func() { r.ended = true }()
	h := s.runner.Start(s.ctx, s.start.Session, agent.Input(r.input), agent.WithMetadata(s.start.Metadata))
	for e, err := range h.Events() {
		if err != nil {
			hard := runErrorOf(err)
			if r.err = failure(hard, false); hard.Kind == agent.ErrNotFound && s.begun {
				return
			}
			break
		}
		r.events = append(r.events, e)
	}
	if s.begun = true; !s.start.KeepOpen {
		s.last = r.err
	}
}

// result returns the session so far.
func (s *session) result() (*Result, error) {
	ctx := context.WithoutCancel(s.ctx)
	stored, err := s.store.Get(ctx, s.start.Session)
	if err != nil {
		return nil, err
	}
	pending, err := s.runner.Pending(ctx, s.start.Session)
	return &Result{Session: stored.Ref, Events: stored.Events, State: stored.State, Pending: pending}, err
}

// long reports whether the workflow must continue as a new one.
func (s *session) long(ctx workflow.Context) bool {
	info := workflow.GetInfo(ctx)
	return info.GetCurrentHistoryLength() >= s.agent.options.HistoryEvents || info.GetContinueAsNewSuggested()
}

// maxAnswered is how many ids of updates a new workflow is given.
const maxAnswered = 1000

// renewed returns the input of the workflow that continues the session.
func (s *session) renewed(so *Result) Start {
	next := s.start
	next.Input, next.Next, next.Events, next.State = Input{}, nil, so.Events, so.State
	answered := slices.Concat(s.start.Answered, s.answered)
	next.Answered, next.Closed = answered[max(len(answered)-maxAnswered, 0):], s.closed
	if stored, err := s.store.Recent(s.ctx, s.start.Session); err == nil {
		next.Events = stored.Events // without those that a compaction replaces
	}
	for _, r := range s.queue {
		next.Next = append(next.Next, r.input)
	}
	return next
}
