package agent

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/agent/internal/names"
	"github.com/errand-go/errand/toolerr"
)

// RunnerConfig describes a runner. The zero value of a field has the meaning
// named beside it.
type RunnerConfig struct {
	// App is the app of sessions whose ref names none.
	App string
	// Agent is the root of the tree; it is required.
	Agent *Agent
	// Store keeps sessions; nil is a new [MemoryStore].
	Store Store
	// Artifacts keeps artifacts; nil is a new [MemoryArtifacts].
	Artifacts ArtifactStore
	// CreateSessions makes a run create the session it does not find.
	CreateSessions bool
	// Plugins surround every agent.
	Plugins []Plugin
	// Confirmer is asked about calls that need approval; nil makes them pending.
	Confirmer Confirmer
	// Egress is asked about every request before a model is given it, after BeforeModel
	// and again before each retry, and must not change it. If it returns an error or
	// panics, nothing is sent and the run fails with [ErrEgressRefused].
	Egress func(ctx context.Context, req *ModelRequest) error
	// Compactor shortens the conversations that models are sent, but not those of agents
	// with [IncludeNone]; nil leaves them whole. Agents that are tools have the same one.
	Compactor Compactor
	// Limits bound every run, unless [WithLimits] says otherwise.
	Limits Limits
	// Logger gets a record of each diagnostic; nil gets none.
	Logger *slog.Logger
	// Engine is where the runs live; nil is the process.
	Engine Engine
	// NewID returns a unique id of at most 35 characters of [A-Za-z0-9_-]. nil means
	// random ids. If NewID panics or returns another string, a random id is used and
	// the logger gets a record.
	NewID func() string
}

// A Runner runs an agent over sessions. It is safe for concurrent use; one
// session has one run at a time.
type Runner struct {
	cfg    RunnerConfig
	stuck  *adapter.Bulkhead
	around around.Surroundings
	noted  atomic.Bool // that an agent has no adapters of its own

	active sync.Map // the *Run of a SessionRef
}

// NewRunner makes a runner. It reports everything that is wrong with cfg at
// once; the error matches [ErrConfig].
func NewRunner(cfg RunnerConfig) (*Runner, error) {
	var problems []error
	add := func(text string) {
		problems = append(problems, &configError{kind: ErrConfig, err: errors.New("runner: " + text)})
	}
	if cfg.Agent == nil {
		add("has no agent")
	} else if cfg.Agent.parent != nil {
		add("its agent is not the root of its tree")
	}
	if cfg.Agent != nil && cfg.Engine != nil {
		cfg.Agent.checkEngine(add)
	}
	taken := map[string]bool{}
	for _, p := range cfg.Plugins {
		if p.Name == "" || taken[p.Name] {
			add("every plugin needs a name of its own")
		}
		taken[p.Name] = true
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	if cfg.Store == nil {
		cfg.Store = NewMemoryStore()
	}
	if cfg.Artifacts == nil {
		cfg.Artifacts = &MemoryArtifacts{}
	}
	cfg.NewID = names.SafeIDs(cfg.NewID, names.MaxIDBytes-len(callPrefix), func() {
		(&diagnostics{logger: cfg.Logger}).add(Diagnostic{Kind: DiagCallback, Message: toolerr.Msg("NewID has no id that can be used; a random one is.")})
	})
	r := &Runner{cfg: cfg, stuck: &adapter.Bulkhead{}, around: around.Process{}}
	if cfg.Engine != nil {
		r.around = cfg.Engine
	}
	return r, nil
}

// Store returns where the sessions are.
func (r *Runner) Store() Store { return r.cfg.Store }

// Artifacts returns where the artifacts are.
func (r *Runner) Artifacts() ArtifactStore { return r.cfg.Artifacts }

// A RunOption changes one run.
type RunOption func(*runOptions)

type runOptions struct {
	stream    bool
	limits    *Limits
	model     namedModel
	metadata  map[string]string
	confirmer Confirmer
	choice    ToolChoice // of the first request
	branch    string
	state     State     // of a session that is created
	deltas    io.Writer // that Ask writes text to
	output    *output   // in place of what the agents have
	parent    *run      // that this one is a part of
	err       error     // of an option; the run fails with it
}

// WithStreaming asks the model for deltas and yields them as partial events.
func WithStreaming() RunOption { return func(o *runOptions) { o.stream = true } }

// WithLimits replaces the runner's limits.
func WithLimits(l Limits) RunOption { return func(o *runOptions) { o.limits = &l } }

// WithModel uses m in place of every agent's model; nil changes nothing. A run
// whose m cannot tell its name, such as a nil pointer, fails with [ErrConfig].
func WithModel(m Model) RunOption {
	return func(o *runOptions) {
		if m == nil {
			return
		}
		var err error
		if o.model, err = named(m); err != nil {
			o.err = NewRunError(ErrConfig, toolerr.Msg("The model of the run cannot be used: it panics when asked for its name."), nil)
		}
	}
}

// WithMetadata puts m on every event of the run.
func WithMetadata(m map[string]string) RunOption {
	return func(o *runOptions) { o.metadata = maps.Clone(m) }
}

// WithConfirmer replaces the runner's confirmer.
func WithConfirmer(c Confirmer) RunOption { return func(o *runOptions) { o.confirmer = c } }

// WithToolChoice says which tools the model calls in the first answer of the run. If it
// does not, the run fails with [ErrToolChoiceNotHonored], or [ErrToolChoiceUnsupported] if
// it cannot be told.
func WithToolChoice(c ToolChoice) RunOption { return func(o *runOptions) { o.choice = c } }

// WithState is the state of the session if the run creates it.
func WithState(s State) RunOption { return func(o *runOptions) { o.state = s } }

// Run runs the agent; it is Start(…).Events().
func (r *Runner) Run(ctx context.Context, ref SessionRef, in Input, opts ...RunOption) iter.Seq2[*Event, error] {
	return r.Start(ctx, ref, in, opts...).Events()
}

// Start readies a run. Nothing happens before its events are ranged over.
func (r *Runner) Start(ctx context.Context, ref SessionRef, in Input, opts ...RunOption) *Run {
	ref = r.whole(ref)
	h := &Run{runner: r, ctx: ctx, ref: ref, input: in, id: r.cfg.NewID()}
	limits := r.cfg.Limits
	h.opts.limits = &limits
	for _, o := range opts {
		if o != nil {
			o(&h.opts)
		}
	}
	if h.opts.parent != nil {
		h.diags = h.opts.parent.diags
	} else {
		h.diags = &diagnostics{logger: r.cfg.Logger, runID: h.id}
	}
	return h
}

// whole returns a ref with its app.
func (r *Runner) whole(ref SessionRef) SessionRef {
	ref.App = cmp.Or(ref.App, r.cfg.App)
	return ref
}

// Active reports whether a run is using the session.
func (r *Runner) Active(ref SessionRef) bool {
	_, active := r.active.Load(r.whole(ref))
	return active
}

// Cancel cancels the run of a session with the given invocation id, and reports whether it
// was under way.
func (r *Runner) Cancel(ref SessionRef, invocationID string) bool {
	v, _ := r.active.Load(r.whole(ref))
	h, ok := v.(*Run)
	if !ok || h.id != invocationID {
		return false
	}
	h.stop()
	return true
}

// Pending returns the calls of a session that wait, in the order in which they were made.
// The last event of a run that pauses lists the same calls.
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
	ref = r.whole(ref)
	if _, busy := r.active.LoadOrStore(ref, &Run{}); busy {
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
		return r.cfg.Store.Rollback(ctx, ref, s.Version, invocationID)
	})
	if err != nil {
		return serviceError(err)
	}
	return nil
}

// Stuck returns how many calls of a tool ignored that their context ended and are
// still running. The name that calls of a model are counted by is "model:" and the
// model's name.
func (r *Runner) Stuck(tool string) int { return r.stuck.Left(tool, 0) }
