package temporalerrand

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/errand-go/errand/agent"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// Options describe how an [Agent] runs. The comment of each field names the meaning of its
// zero value.
type Options struct {
	// Name is the type of the workflow; "" means "errand." and the name of the root agent.
	// The activities have the same name with ".model", ".tool" and ".compact" added.
	Name string
	// Quick has the names of tools that run as local activities: in the process that runs
	// the workflow, without a task of their own. They must be read-only, because a local
	// activity runs again if its worker is lost.
	Quick []string
	// ModelTimeout limits one attempt of a model; 0 means 10 minutes.
	ModelTimeout time.Duration
	// Heartbeat is how long the server waits for a heartbeat of a worker that calls a model
	// or runs a tool, before it treats the worker as lost; 0 means 10 seconds.
	Heartbeat time.Duration
	// HistoryEvents is the number of events in the history after which a workflow continues
	// as a new workflow, between two runs; 0 means 2000. It also does so when the server
	// suggests it.
	HistoryEvents int
	// Idle is how long a session waits for an input before its workflow completes; 0 means
	// without limit.
	Idle time.Duration
}

// An Agent runs an agent as a workflow, with one workflow for each session. Make it with
// [New], and register it with every worker of its task queue.
type Agent struct {
	cfg     agent.RunnerConfig
	runner  *agent.Runner // of the activities
	options Options
	limits  agent.Limits
	quick   map[string]bool
}

// New makes an agent of the configuration of a runner. cfg.Plugins and the callbacks of
// agents run as [agent.Engine] describes: in the activities, or in the workflow, where they
// must be deterministic.
//
// cfg.Limits hold, except that a zero WallClock means no limit, because a run may wait for
// its workers. ModelRetries and ToolRetries are those of the activities. cfg.Artifacts is
// for tools, and must be one store for all workers.
//
// New returns an error of agent.ErrConfig if cfg has a Store, a Confirmer, an Engine or a
// NewID, because sessions are kept in the history of the workflow, and calls that need
// approval wait for an input. It also does so if an agent has a Toolset, because a toolset
// may return something else in a replay.
func New(cfg agent.RunnerConfig, options Options) (*Agent, error) {
	if cfg.Store != nil || cfg.Confirmer != nil || cfg.Engine != nil || cfg.NewID != nil {
		return nil, fmt.Errorf("temporalerrand: Store, Confirmer, Engine and NewID cannot be set: %w", agent.ErrConfig)
	}
	runner, err := agent.NewRunner(cfg)
	if err != nil {
		return nil, err
	}
	inWorkflow := cfg
	inWorkflow.Engine = &engine{}
	if _, err := agent.NewRunner(inWorkflow); err != nil {
		return nil, err
	}
	a := &Agent{cfg: cfg, runner: runner, options: options, limits: cfg.Limits, quick: map[string]bool{}}
	if a.limits.WallClock == 0 {
		a.limits.WallClock = -1
	}
	a.options.Name = cmp.Or(options.Name, "errand."+cfg.Agent.Name())
	a.options.ModelTimeout = cmp.Or(options.ModelTimeout, 10*time.Minute)
	a.options.Heartbeat = cmp.Or(options.Heartbeat, 10*time.Second)
	a.options.HistoryEvents = cmp.Or(options.HistoryEvents, 2000)
	for _, name := range options.Quick {
		a.quick[name] = true
	}
	return a, nil
}

// Name returns the type of the workflow, for client.ExecuteWorkflow with a [Start] as the
// argument.
func (a *Agent) Name() string { return a.options.Name }

func (a *Agent) modelActivity() string { return a.options.Name + ".model" }

func (a *Agent) toolActivity() string { return a.options.Name + ".tool" }

func (a *Agent) compactActivity() string { return a.options.Name + ".compact" }

// Register registers the workflow and its activities.
func (a *Agent) Register(w worker.Registry) {
	a.RegisterWorkflow(w)
	w.RegisterActivityWithOptions(a.askModel, activity.RegisterOptions{Name: a.modelActivity()})
	w.RegisterActivityWithOptions(a.callTool, activity.RegisterOptions{Name: a.toolActivity()})
	w.RegisterActivityWithOptions(a.compact, activity.RegisterOptions{Name: a.compactActivity()})
}

// RegisterWorkflow registers only the workflow, for a worker.WorkflowReplayer.
func (a *Agent) RegisterWorkflow(w worker.WorkflowRegistry) {
	w.RegisterWorkflowWithOptions(a.workflow, workflow.RegisterOptions{Name: a.options.Name})
}

// The names of the signals, updates and queries of a workflow.
const (
	// SignalInput sends an [Input] to a session, without a result.
	SignalInput = "errand.input"
	// UpdateInput sends an [Input] to a session. It returns the events of the run,
	// []*agent.Event, when the run has ended or pauses.
	UpdateInput = "errand.input"
	// SignalClose ends a session that was started with KeepOpen, after the inputs before
	// it.
	SignalClose = "errand.close"
	// QuerySession returns the session so far, a [Result].
	QuerySession = "errand.session"
)

// Start is the argument of the workflow.
type Start struct {
	// Session names the session for tools and callbacks. If it has no ID, the ID is the
	// workflow's.
	Session agent.SessionRef `json:"session"`
	// Input is the input of the first run.
	Input Input `json:"input"`
	// State is the initial state of the session.
	State    agent.State       `json:"state,omitempty"`
	Metadata map[string]string `json:"metadata,omitempty"`
	// KeepOpen makes the workflow wait for further inputs when a run has ended. Without it,
	// the workflow completes after the first run after which no call waits.
	KeepOpen bool `json:"keepOpen,omitempty"`
	// Events has the earlier events of the session, without those that a compaction
	// replaces, and Next the inputs that were not run yet. A workflow that continues as a
	// new one sets them.
	Events []*agent.Event `json:"events,omitempty"`
	Next   []Input        `json:"next,omitempty"`
	Closed bool           `json:"closed,omitempty"`
}

// Result is the state of a session.
type Result struct {
	Session agent.SessionRef    `json:"session"`
	Events  []*agent.Event      `json:"events"`
	State   agent.State         `json:"state,omitempty"`
	Pending []agent.PendingCall `json:"pending,omitempty"`
}

// Text returns the last answer in the session; "" if there is none.
func (r Result) Text() string {
	for _, e := range slices.Backward(r.Events) {
		if text := e.Content.Text(); text != "" && e.Author != agent.AuthorUser && e.IsFinalResponse() {
			return text
		}
	}
	return ""
}

// A session is one workflow.
type session struct {
	agent  *Agent
	start  Start
	runner *agent.Runner
	store  *agent.MemoryStore
	ctx    context.Context //nolint:containedctx // of the workflow
	queue  []*request
	closed bool
}

// A request is an input that waits for its run.
type request struct {
	input  Input
	ended  bool
	events []*agent.Event
	err    error
}

// workflow is the function of the workflow.
func (a *Agent) workflow(ctx workflow.Context, start Start) (*Result, error) {
	s, err := a.open(ctx, start)
	if err != nil {
		return nil, err
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
		var last error
		if len(s.queue) > 0 {
			last = s.run(s.queue[0])
			s.queue = s.queue[1:]
		}
		result, err := s.result()
		switch {
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return result, ctx.Err()
		case len(s.queue) > 0:
		case s.closed, !start.KeepOpen && len(result.Pending) == 0:
			if err := workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) }); err != nil || last != nil {
				return nil, cmp.Or(last, err)
			}
			if len(s.queue) == 0 { // an update may have come meanwhile
				return result, nil
			}
		}
		if next := s.renew(ctx, result); next != nil {
			return nil, next
		}
	}
}

// open makes the session of a workflow.
func (a *Agent) open(ctx workflow.Context, start Start) (*session, error) {
	info := workflow.GetInfo(ctx)
	start.Session.ID = cmp.Or(start.Session.ID, info.WorkflowExecution.ID)
	start.Session.App = cmp.Or(start.Session.App, a.cfg.App)
	s := &session{agent: a, start: start, closed: start.Closed}
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

// listen takes inputs while runs go on.
func (s *session) listen(ctx workflow.Context) error {
	inputs, closing := workflow.GetSignalChannel(ctx, SignalInput), workflow.GetSignalChannel(ctx, SignalClose)
	workflow.Go(ctx, func(ctx workflow.Context) {
		for {
			r := &request{}
			if inputs.Receive(ctx, &r.input); !r.input.empty() {
				s.queue = append(s.queue, r)
			}
		}
	})
	workflow.Go(ctx, func(ctx workflow.Context) {
		closing.Receive(ctx, nil)
		s.closed = true
	})
	err := workflow.SetQueryHandler(ctx, QuerySession, s.result)
	if err != nil {
		return err
	}
	return workflow.SetUpdateHandlerWithOptions(ctx, UpdateInput, func(ctx workflow.Context, in Input) ([]*agent.Event, error) {
		r := &request{input: in}
		s.queue = append(s.queue, r)
		if err := workflow.Await(ctx, func() bool { return r.ended }); err != nil {
			return nil, err
		}
		return r.events, r.err
	}, workflow.UpdateHandlerOptions{Validator: func(in Input) error {
		if in.empty() {
			return errors.New("the input is empty")
		}
		return nil
	}})
}

// await waits for an input or for the end of the session, and reports false if neither came
// in time. A session that was begun before there was an Idle waits for ever.
func (s *session) await(ctx workflow.Context) (bool, error) {
	ready := func() bool { return len(s.queue) > 0 || s.closed }
	idle := s.agent.options.Idle
	if idle <= 0 || ready() || workflow.GetVersion(ctx, "idle", workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		return true, workflow.Await(ctx, ready)
	}
	return workflow.AwaitWithTimeout(ctx, idle, ready)
}

// run is one run of the agent. Its failure is that of the workflow, unless the session stays
// open.
func (s *session) run(r *request) error {
	h := s.runner.Start(s.ctx, s.start.Session, agent.Input(r.input), agent.WithMetadata(s.start.Metadata))
	for e, err := range h.Events() {
		if err != nil {
			r.err = failure(runErrorOf(err), false)
			break
		}
		r.events = append(r.events, e)
	}
	r.ended = true
	if s.start.KeepOpen {
		return nil
	}
	return r.err
}

// result is the session so far.
func (s *session) result() (*Result, error) {
	ctx := context.WithoutCancel(s.ctx)
	stored, err := s.store.Get(ctx, s.start.Session)
	if err != nil {
		return nil, err
	}
	pending, err := s.runner.Pending(ctx, s.start.Session)
	return &Result{Session: stored.Ref, Events: stored.Events, State: stored.State, Pending: pending}, err
}

// renew returns the error that makes the workflow go on as a new one, if its history is long.
func (s *session) renew(ctx workflow.Context, so *Result) error {
	info := workflow.GetInfo(ctx)
	if info.GetCurrentHistoryLength() < s.agent.options.HistoryEvents && !info.GetContinueAsNewSuggested() ||
		!workflow.AllHandlersFinished(ctx) {
		return nil
	}
	next := s.start
	next.Input, next.Next, next.Events, next.State, next.Closed = Input{}, nil, so.Events, so.State, s.closed
	if stored, err := s.store.Recent(s.ctx, s.start.Session); err == nil {
		next.Events = stored.Events // without those that a compaction stands for
	}
	for _, r := range s.queue {
		next.Next = append(next.Next, r.input)
	}
	return workflow.NewContinueAsNewError(ctx, s.agent.options.Name, next)
}
