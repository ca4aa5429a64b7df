package agent

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/agent/internal/state"
	"github.com/errand-go/errand/toolerr"
)

// A host has the data that all parts of a run share: the runner, the limits, the time, and
// the information that callbacks and tools can read.
type host struct {
	runner   *Runner
	engine   Engine // nil if the run is in process
	around   around.Surroundings
	ref      SessionRef
	id       string
	metadata map[string]string
	ctx      context.Context //nolint:containedctx // of the one range this run lives in, bounded by the wall clock
	budget   *budget
	diags    *diagnostics
	state    *state.View
	infos    map[string]*RunInfo
	rounds   map[string]int // rounds that each loop has run, by name
	again    bool           // the engine retries a failed attempt
	boxes    map[*Agent]*toolbox
}

// errWallClock is the cancellation cause of a run that reached its time limit.
var errWallClock = errors.New("the run reached its time limit")

// pause stores, in the last event of a run, the data that the continuing run needs.
func (h *host) pause(e *Event) {
	e.Actions.Temporary = h.state.Only(TempPrefix)
	if len(h.rounds) > 0 {
		e.Actions.Rounds = maps.Clone(h.rounds)
	}
}

// restore restores the data that an earlier run stored with pause.
func (h *host) restore(with Actions) {
	h.state.Apply(with.Temporary)
	maps.Copy(h.rounds, with.Rounds)
}

// alive returns nil until the context of the run has ended, then the result of ended.
func (h *host) alive() error {
	if h.ctx.Err() != nil {
		return h.ended()
	}
	return nil
}

// ended returns the wall clock limit or a cancellation as the end of the run.
func (h *host) ended() error {
	if errors.Is(context.Cause(h.ctx), errWallClock) {
		return softEnd{CodeWallClock}
	}
	return softEnd{CodeCanceled}
}

// timeLeft returns the time until the run's deadline.
func (h *host) timeLeft() time.Duration {
	if deadline, ok := h.ctx.Deadline(); ok {
		return deadline.Sub(h.around.Now())
	}
	return 24 * time.Hour
}

// agentContext returns the context of code that belongs to an agent but not to a call.
func (h *host) agentContext(a *Agent) context.Context {
	return context.WithValue(h.ctx, infoKey{}, h.info(a.cfg.Name))
}

func (h *host) info(agent string) *RunInfo {
	if info, ok := h.infos[agent]; ok {
		return info
	}
	info := &RunInfo{
		InvocationID: h.id, Agent: agent, Session: h.ref, Metadata: h.metadata,
		state: h.state, artifacts: h.runner.cfg.Artifacts,
	}
	h.infos[agent] = info
	return info
}

// runContext returns the context of code that belongs to a run but not to an agent.
func (h *host) runContext() context.Context {
	return context.WithValue(h.ctx, infoKey{}, h.info(""))
}

// registry returns the adapters of a, with an observer that adds diagnostics. An engine
// replays the loop, and may abandon it. The observer, the logger and the cooldown of the
// registry are then left out here: they get failures in the process where these occur.
func (h *host) registry(a *Agent) adapter.Registry {
	if h.engine != nil {
		return a.cfg.Adapters.WithLogger(nil).WithCooldown(nil).WithObserver(watcher{diags: h.diags})
	}
	return a.cfg.Adapters.WithObserver(watcher{next: a.cfg.Adapters.Observer(), diags: h.diags})
}

// callbackError returns the error of a run whose callback failed.
func (h *host) callbackError(err error) error { return h.failure(ErrCallback, err) }

// failure returns the error of a run in which other code failed: the *RunError of that code,
// or one of the given kind.
func (h *host) failure(kind ErrorKind, err error) error {
	if h.ctx.Err() != nil {
		return h.ended()
	}
	if te, ok := toolerr.Find(err); ok {
		if re, ok := asRunError(te.Cause()); ok {
			return re
		}
	}
	return NewRunError(kind, toolerr.Message{}, err)
}

// note adds a diagnostic about an agent; "" means about none. err may be nil.
func (h *host) note(kind DiagnosticKind, agent string, err error, msg toolerr.Message) {
	te, _ := toolerr.Find(err)
	h.diags.add(Diagnostic{Kind: kind, Agent: agent, Err: te, Message: msg})
}

// step returns the Step of a.
func (h *host) step(a *Agent) Step {
	return Step{InvocationID: h.id, Session: h.ref, Agent: a.cfg.Name, Metadata: h.metadata, State: h.state.Copy()}
}
