package otelerrand

import (
	"context"
	"sync"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// Plugin returns the plugin that puts spans around the agents of a runner, the calls of
// their models, and the runs of their tools. Make it the first plugin, so that it surrounds
// all others.
//
// The span of a tool ends when the loop knows the result of the run. Its error is the one
// that the model will read, also if the tool was left running after its timeout, or if its
// result cannot be encoded.
func (t *Telemetry) Plugin() agent.Plugin {
	return agent.Plugin{
		Callbacks: agent.Callbacks{
			BeforeAgent: []func(context.Context) (*agent.Content, error){t.agentBegins},
			AfterAgent:  []func(context.Context) (*agent.Content, error){t.agentEnds},
		},
		AroundModel: []func(agent.Model) agent.Model{func(m agent.Model) agent.Model { return &tracedModel{m, t} }},
		AroundTool:  []agent.AroundTool{t.around},
		ToolRan:     []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) error{t.ran},
		OnEvent:     []func(context.Context, *agent.Event) error{t.happened},
		AfterRun:    []func(context.Context, error) error{t.runEnds},
	}
}

func (t *Telemetry) around(ctx context.Context, call *agent.Call, next func(context.Context) (any, error)) (out any, err error) {
	ctx, r := t.begin(t.within(ctx, true), call.Tool, spanName(call.Tool))
	t.running.put(call, &r)
	defer func() {
		if ctx.Err() != nil { // the loop may have abandoned the call before it began
			te, _ := toolerr.Find(err)
			_ = t.ran(ctx, call, te)
		}
	}()
	r.span.SetAttributes(keyCallID.String(valid(call.ID)))
	out, err = next(ctx)
	return out, referred(err)
}

// ran ends the span of a run, once.
func (t *Telemetry) ran(ctx context.Context, call *agent.Call, te *toolerr.ToolRuntimeError) error {
	r := t.running.take(call)
	if r == nil {
		return nil
	}
	r.err, r.settled = te, true
	if call.Reconciled != "" {
		r.span.SetAttributes(keyReconciled.String(string(call.Reconciled)))
	}
	r.end(ctx)
	return nil
}

// running has the active runs of agents' tools. Each run has its own call.
type running struct {
	mu  sync.Mutex
	all map[*agent.Call]*run
}

func (u *running) put(call *agent.Call, r *run) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all == nil {
		u.all = map[*agent.Call]*run{}
	}
	u.all[call] = r
}

// take removes and returns a run, and nil if it is not active.
func (u *running) take(call *agent.Call) *run {
	u.mu.Lock()
	defer u.mu.Unlock()
	r := u.all[call]
	delete(u.all, call)
	return r
}
