package agent

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/agent/internal/config"
	"github.com/errand-go/errand/agent/internal/names"
	"github.com/errand-go/errand/toolerr"
)

// RunnerConfig describes a runner. The comment of each field names the meaning of its zero
// value.
type RunnerConfig struct {
	// App is the app of sessions whose SessionRef names none.
	App string
	// Agent is the root of the tree of agents. It is required.
	Agent *Agent
	// Store keeps sessions; nil means a new [MemoryStore].
	Store Store
	// Artifacts keeps artifacts. nil means the Store, if it is an [ArtifactStore] as all
	// stores of this module are, and else a new [MemoryStore].
	Artifacts ArtifactStore
	// CreateSessions makes a run create its session if the session does not exist.
	CreateSessions bool
	// Plugins surround every agent.
	Plugins []Plugin
	// Confirmer decides about calls that need an approval; nil makes them pending.
	Confirmer Confirmer
	// Egress is called with every request before a model gets it, after BeforeModel and
	// again before each retry, and must not change it. If it returns an error or panics,
	// nothing is sent and the run fails with [ErrEgressRefused].
	Egress func(ctx context.Context, req *ModelRequest) error
	// Compactor shortens the conversations in requests, except those of agents with
	// [IncludeNone]; nil does not. Agents that are tools use it too.
	Compactor Compactor
	// Limits are the limits of every run without [WithLimits].
	Limits Limits
	// Logger gets a record of each diagnostic; nil gets none.
	Logger *slog.Logger
	// Engine is where the runs live; nil means in the process.
	Engine Engine
	// NewID returns a unique id of at most 35 characters of [A-Za-z0-9_-]. nil means
	// random ids. If NewID panics or returns another string, a random id is used and
	// the logger gets a record.
	NewID func() string
}

// A Runner runs an agent in sessions. It is safe for concurrent use. One run at a time can
// use a session.
type Runner struct {
	cfg    RunnerConfig
	stuck  *adapter.Bulkhead
	around around.Surroundings
	noted  atomic.Bool // the diagnostic about missing adapters was added

	active sync.Map // the *Run of a SessionRef
}

// NewRunner makes a runner. The error lists every mistake in cfg, and matches [ErrConfig].
func NewRunner(cfg RunnerConfig) (*Runner, error) {
	problems := config.Problems{Kind: ErrConfig, Of: "runner: "}
	add := func(text string) { problems.Add("%s", text) }
	if cfg.Agent == nil {
		add("has no agent")
	} else if cfg.Agent.parent != nil {
		add("its agent is not the root of its tree")
	}
	for _, p := range cfg.Plugins {
		if name := names.NilFunc(p); name != "" {
			add("a plugin has a nil function in " + name)
		}
	}
	if cfg.Agent != nil && cfg.Engine != nil {
		cfg.Agent.checkEngine(add)
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if cfg.Store == nil {
		cfg.Store = NewMemoryStore()
	}
	if own, ok := cfg.Store.(ArtifactStore); ok && cfg.Artifacts == nil {
		cfg.Artifacts = own
	} else if cfg.Artifacts == nil {
		cfg.Artifacts = NewMemoryStore()
	}
	cfg.NewID = names.SafeIDs(cfg.NewID, names.MaxIDBytes-len(callPrefix), func() {
		(&diagnostics{logger: cfg.Logger}).add(Diagnostic{Kind: DiagCallback, Message: toolerr.Msg("NewID returned no usable id; a random one is used.")})
	})
	r := &Runner{cfg: cfg, stuck: &adapter.Bulkhead{}, around: around.Process{}}
	if cfg.Engine != nil {
		r.around = cfg.Engine
	}
	return r, nil
}

// Store returns the runner's session store.
func (r *Runner) Store() Store { return r.cfg.Store }

// Artifacts returns the runner's artifact store.
func (r *Runner) Artifacts() ArtifactStore { return r.cfg.Artifacts }

// A RunOption changes one run.
type RunOption func(*runOptions)

type runOptions struct {
	stream    bool
	limits    Limits
	metadata  map[string]string
	confirmer Confirmer
	check     func(context.Context, PendingCall) error
	choice    ToolChoice // for the first request
	branch    string
	state     State        // of a session without events
	diags     *diagnostics // those of the outer run of an agent that is a tool; nil means new ones
	budget    *budget      // that of the outer run
}

// WithStreaming makes the model yield deltas, and the run yield them as partial events.
func WithStreaming() RunOption { return func(o *runOptions) { o.stream = true } }

// WithLimits replaces the runner's limits, except for those that are 0 in l.
func WithLimits(l Limits) RunOption { return func(o *runOptions) { o.limits = l.over(o.limits) } }

// WithMetadata puts m into every event of the run.
func WithMetadata(m map[string]string) RunOption {
	return func(o *runOptions) { o.metadata = maps.Clone(m) }
}

// WithConfirmer replaces the runner's confirmer; with nil, calls that need an approval wait.
func WithConfirmer(c Confirmer) RunOption { return func(o *runOptions) { o.confirmer = c } }

// WithResumeCheck makes the run call check with each pending call for which its input has a
// decision, a sign-in or a result. The calls are those of the session as the run continues
// it. If check returns an error or panics, the run fails with [ErrResumeRefused], nothing of
// its input is used, and the calls still wait. check gets the time of a tool
// ([Limits].ToolTimeout).
func WithResumeCheck(check func(ctx context.Context, call PendingCall) error) RunOption {
	return func(o *runOptions) { o.check = check }
}

// WithToolChoice sets which tools the model may or must call in the first answer of the
// run. If the answer does not comply, the run fails with [ErrToolChoiceNotHonored]. If the
// model does not support the choice, it fails with [ErrToolChoiceUnsupported].
func WithToolChoice(c ToolChoice) RunOption { return func(o *runOptions) { o.choice = c } }

// WithState sets values of the session's state if the session has no events yet. They are
// stored with the input of the run.
func WithState(s State) RunOption { return func(o *runOptions) { o.state = s } }

// whole returns ref with the default app.
func (r *Runner) whole(ref SessionRef) SessionRef {
	ref.App = cmp.Or(ref.App, r.cfg.App)
	return ref
}

// Pending returns the calls of a session that wait, in the order in which they were made.
// The last event of a run that pauses has the same calls. If there is no such session, the
// error is [ErrSessionNotFound], also with RunnerConfig.CreateSessions.
func (r *Runner) Pending(ctx context.Context, ref SessionRef) ([]PendingCall, error) {
	ref = r.whole(ref)
	s, err := getSession(ctx, r.cfg.Store, ref)
	if err != nil {
		return nil, serviceError(err)
	}
	return pendingCalls(cloneEvents(recent(s.Events))), nil
}

// Rollback undoes an invocation; see [Store.Rollback]. It fails with
// [ErrSessionBusy] while a run uses the session.
func (r *Runner) Rollback(ctx context.Context, ref SessionRef, invocationID string) error {
	return r.change(ctx, ref, func(ctx context.Context, s *Session) (int64, error) {
		return r.cfg.Store.Rollback(ctx, s.Ref, s.Version, invocationID)
	})
}

// SetState changes values of a session's state; nil deletes a key. The session gets an event
// with the changes. SetState fails with [ErrSessionBusy] while a run uses the session.
func (r *Runner) SetState(ctx context.Context, ref SessionRef, changes State) error {
	changes, err := changes.Checked()
	if err != nil || len(changes) == 0 {
		return err
	}
	return r.change(ctx, ref, func(ctx context.Context, s *Session) (int64, error) {
		e := &Event{ID: r.cfg.NewID(), InvocationID: r.cfg.NewID(), Author: AuthorUser, Timestamp: r.around.Now()}
		e.Actions.StateDelta = changes
		return r.cfg.Store.Append(ctx, s.Ref, s.Version, e)
	})
}

// change changes a session that no run uses.
func (r *Runner) change(ctx context.Context, ref SessionRef, fn func(context.Context, *Session) (int64, error)) error {
	ref = r.whole(ref)
	if _, busy := r.active.LoadOrStore(ref, nil); busy {
		return NewRunError(ErrSessionBusy, toolerr.Message{}, nil)
	}
	defer r.active.Delete(ref)
	_, err := safely(func() (int64, error) {
		ctx, release, err := claim(ctx, r.cfg.Store, ref)
		if err != nil {
			return 0, err
		}
		defer release()
		s, err := getSession(ctx, r.cfg.Store, ref)
		if err != nil {
			return 0, err
		}
		return fn(ctx, s)
	})
	if err != nil {
		return serviceError(err)
	}
	return nil
}

// Stuck returns how many calls of a tool ignored the end of their context and are still
// running. For a model, the name is "model:" and the model's name.
func (r *Runner) Stuck(tool string) int { return r.stuck.Left(tool, 0) }

// callPrefix is the prefix of call ids that the loop generates.
const callPrefix = "call_"
