package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"sync"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// A Call is one call of a tool, as the tool and the callbacks around it see it.
// It is safe for concurrent use. What is done through it after the call was
// settled is dropped.
type Call struct {
	// ID, Tool and Agent name the call.
	ID, Tool, Agent string
	InvocationID    string
	Session         SessionRef
	// Args are the arguments that the tool is given. BeforeTool and AroundTool may change
	// them, in place or as a whole: they are checked against the schema again, and the
	// history keeps what the model wrote. If a person approved the call, or would have to
	// approve it with the new arguments, it does not run, with [OutcomeConflict].
	Args json.RawMessage
	// Attempt counts from 1; the loop repeats a call only where that is safe.
	Attempt int
	// Approval is what the person who approved the call added; nil if nobody
	// was asked.
	Approval *Decision

	run       *run
	ctx       callContext // of the call itself
	mu        sync.Mutex
	closed    bool
	actions   Actions
	usage     *Usage      // of agents that the call asked
	suspended *Suspension // of an agent that waits
	revival   *revival    // of one that goes on
}

type callKey struct{}

// CallFrom returns the call that ctx belongs to; nil outside of a tool and the
// callbacks around it.
func CallFrom(ctx context.Context) *Call {
	c, _ := ctx.Value(callKey{}).(*Call)
	return c
}

// State returns a copy of a value of the session's state, with what this call and the
// calls that ended before it have set. A call does not see what the calls that run at
// once with it set.
func (c *Call) State(key string) (any, bool) {
	c.mu.Lock()
	v, ok := c.actions.StateDelta[key]
	v = jsonvalue.Clone(v)
	c.mu.Unlock()
	if ok {
		return v, v != nil
	}
	return c.run.state.Get(key)
}

// SetState changes the session's state; nil deletes. The calls that follow see the
// change once this one has ended, and it is stored with the results of the turn. If two
// calls that run at once set the same key, one value is lost, and a diagnostic of
// [DiagState] reports it. A value that cannot be encoded as JSON is refused.
func (c *Call) SetState(key string, value any) error {
	v, err := jsonvalue.Of(value)
	if err != nil {
		return toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{}, toolerr.WithCause(err))
	}
	c.act(func(a *Actions) {
		if a.StateDelta == nil {
			a.StateDelta = State{}
		}
		a.StateDelta[key] = v
	})
	return nil
}

// SaveArtifact saves a version of an artifact, at once.
func (c *Call) SaveArtifact(ctx context.Context, name string, b Blob) (version int, err error) {
	store := c.run.runner.cfg.Artifacts
	version, err = store.Save(ctx, c.run.ref, name, b)
	if err == nil {
		c.act(func(a *Actions) { put(&a.ArtifactDelta, name, version) })
	}
	return version, err
}

// LoadArtifact returns a version of an artifact; 0 is the newest.
func (c *Call) LoadArtifact(ctx context.Context, name string, version int) (Blob, error) {
	return c.run.runner.cfg.Artifacts.Load(ctx, c.run.ref, name, version)
}

// TransferTo hands the conversation over to another agent after this turn: one that the
// call's agent can hand over to, see [Config.SubAgents]. Any other name is ignored, with a
// diagnostic of [DiagTransfer]. Of several in one turn the first counts.
func (c *Call) TransferTo(agent string) {
	c.act(func(a *Actions) { a.TransferToAgent = agent })
}

// Escalate ends what surrounds the agent, such as a sequence, after this turn.
func (c *Call) Escalate() { c.act(func(a *Actions) { a.Escalate = true }) }

// SkipSummarization makes the result the last word of the run: the model is not
// asked to put it into words.
func (c *Call) SkipSummarization() { c.act(func(a *Actions) { a.SkipSummarization = true }) }

// state returns a copy of the whole state as the call sees it.
func (c *Call) state() State {
	all := c.run.state.Copy()
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, v := range c.actions.StateDelta {
		set(all, k, v)
	}
	return all
}

// use adds what an agent used for the call; a delta of a stream has no usage.
func (c *Call) use(u *Usage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.usage = c.usage.add(u)
}

func (c *Call) used() *Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.usage
}

func (c *Call) act(change func(*Actions)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		change(&c.actions)
	}
}

// again is the call for another run of the tool. What was done so far stays
// done; the earlier run can add nothing to it.
func (c *Call) again() *Call {
	done := c.settle()
	next := &Call{
		ID: c.ID, Tool: c.Tool, Agent: c.Agent, InvocationID: c.InvocationID, Session: c.Session,
		Args: bytes.Clone(c.Args), Attempt: c.Attempt + 1, Approval: c.Approval, run: c.run,
	}
	next.actions.merge(done)
	next.usage = c.used()
	next.ctx = callContext{Context: c.ctx.Context, call: next, sent: c.ctx.sent, info: c.ctx.info}
	return next
}

// settle takes what the call did, and nothing after it.
func (c *Call) settle() Actions {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return c.actions
}

// merge adds what a call did to the actions of its turn's event.
func (a *Actions) merge(b Actions) {
	if b.StateDelta != nil && a.StateDelta == nil {
		a.StateDelta = State{}
	}
	maps.Copy(a.StateDelta, b.StateDelta)
	if b.ArtifactDelta != nil && a.ArtifactDelta == nil {
		a.ArtifactDelta = map[string]int{}
	}
	maps.Copy(a.ArtifactDelta, b.ArtifactDelta)
	if b.TransferToAgent != "" {
		a.TransferToAgent = b.TransferToAgent
	}
	a.Escalate = a.Escalate || b.Escalate
	a.SkipSummarization = a.SkipSummarization || b.SkipSummarization
}
