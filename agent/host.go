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

// A host is what surrounds a run and every part of it: the runner, the limits and the time,
// and what functions that are not the loop's can know of the run.
type host struct {
	runner   *Runner
	engine   Engine // nil in process
	around   around.Surroundings
	ref      SessionRef
	id       string
	metadata map[string]string
	ctx      context.Context //nolint:containedctx // of the one range this run lives in, bounded by the wall clock
	budget   *budget
	diags    *diagnostics
	state    *state.View
	infos    map[string]*RunInfo
	rounds   map[string]int // that loops have run, by name
	again    bool           // a failed attempt is repeated elsewhere
	output   *output        // in place of what the agents have
}

// errWallClock is the cause of a run that took too long.
var errWallClock = errors.New("the run reached its time limit")

// pause notes in the last event of a run what the run that goes on with it needs.
func (h *host) pause(e *Event) {
	e.Actions.Temporary = h.state.Only(TempPrefix)
	if len(h.rounds) > 0 {
		e.Actions.Rounds = maps.Clone(h.rounds)
	}
}

// goOn takes over what an earlier run paused with.
func (h *host) goOn(with Actions) {
	h.state.Apply(with.Temporary)
	maps.Copy(h.rounds, with.Rounds)
}

// alive returns how the run ends if its context has ended.
func (h *host) alive() error {
	if h.ctx.Err() != nil {
		return h.ended()
	}
	return nil
}

// ended tells the caller's cancel from the run's own deadline.
func (h *host) ended() error {
	if errors.Is(context.Cause(h.ctx), errWallClock) {
		return softEnd{CodeWallClock}
	}
	return softEnd{CodeCanceled}
}

// timeLeft is how long the run may go on.
func (h *host) timeLeft() time.Duration {
	if deadline, ok := h.ctx.Deadline(); ok {
		return deadline.Sub(h.around.Now())
	}
	return 24 * time.Hour
}

// agentContext is the context of what belongs to an agent but to no call.
func (h *host) agentContext(a *Agent) context.Context {
	return context.WithValue(h.ctx, runKey{}, h.info(a.cfg.Name))
}

func (h *host) info(agent string) *RunInfo {
	if info, ok := h.infos[agent]; ok {
		return info
	}
	info := &RunInfo{InvocationID: h.id, Agent: agent, Session: h.ref, Metadata: h.metadata, state: h.state}
	h.infos[agent] = info
	return info
}

// runContext is the context of what belongs to a run and to no agent.
func (h *host) runContext() context.Context {
	return context.WithValue(h.ctx, runKey{}, h.info(""))
}

// registry returns the adapters of a, watched by the run. An engine runs the loop again and
// again, and may give it up in the middle: the observer, the logger and the cooldown of the
// registry hear of failures elsewhere, where they happen.
func (h *host) registry(a *Agent) adapter.Registry {
	if h.engine != nil {
		return a.cfg.Adapters.WithLogger(nil).WithCooldown(nil).WithObserver(watcher{diags: h.diags})
	}
	return a.cfg.Adapters.WithObserver(watcher{next: a.cfg.Adapters.Observer(), diags: h.diags})
}

// refused returns the result of a call of a tool that has too many calls left
// running, and nil if the tool may be called.
func (h *host) refused(name string) *result {
	err := h.runner.stuck.Refusal(name, stuckAt)
	if err == nil {
		return nil
	}
	res := failed(err)
	res.outcome = OutcomeSkipped
	return res
}

// callbackError is the failure of a run whose callback failed.
func (h *host) callbackError(err error) error {
	if h.ctx.Err() != nil {
		return h.ended()
	}
	if te, ok := toolerr.Find(err); ok {
		if re, ok := asRunError(te.Cause()); ok {
			return re
		}
	}
	return NewRunError(ErrCallback, toolerr.Message{}, err)
}
