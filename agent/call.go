package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"sync"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/state"
	"github.com/errand-go/errand/internal/callkey"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// A Call is one call of a tool, for the tool and the callbacks around it. It is safe for
// concurrent use. Changes through its methods after the call has ended are dropped.
type Call struct {
	// ID, Tool and Agent name the call.
	ID, Tool, Agent string
	InvocationID    string
	Session         SessionRef
	// Args are the arguments for the tool. BeforeTool and AroundTool may change them, in
	// place or as a whole. They are then checked against the schema again, and the history
	// keeps the arguments that the model wrote. If a person approved the call, or the new
	// arguments need an approval, the call does not run, and its outcome is
	// [OutcomeConflict].
	Args json.RawMessage
	// Attempt counts from 1. The loop retries a call only if that is safe.
	Attempt int
	// Approval is the decision of the person who approved the call; nil if no approval was
	// needed.
	Approval *Decision
	// Reconciled is what the tool's function of [Reconcile] found out of the attempt; "" if it
	// was not asked or found nothing out. It is set before ToolRan is called.
	Reconciled adapter.Outcome

	ctx       callContext // of the call itself
	mu        sync.Mutex
	closed    bool
	actions   Actions
	usage     *Usage      // of inner agents
	suspended *Suspension // the state of an inner agent that waits
	revival   *revival    // an inner agent that continues
}

type callKey struct{}

// CallFrom returns the call to which ctx belongs. It returns nil outside of a tool and the
// callbacks around it.
func CallFrom(ctx context.Context) *Call {
	c, _ := ctx.Value(callKey{}).(*Call)
	return c
}

// State returns a copy of a value of the session's state, with the changes of this call and
// of the calls that ended before it began. It does not have changes of calls that run at
// the same time.
func (c *Call) State(key string) (any, bool) {
	c.mu.Lock()
	v, ok := c.actions.StateDelta[key]
	v = jsonvalue.Clone(v)
	c.mu.Unlock()
	if ok {
		return v, v != nil
	}
	return c.ctx.info.state.Get(key)
}

// SetState changes a value of the session's state; nil deletes it. Later calls see the
// change once this call has ended, and it is stored with the results of the turn. If two
// calls that run at the same time set the same key, one value is lost. SetState returns an
// error for a value that cannot be encoded as JSON, or is larger than 1 MiB.
func (c *Call) SetState(key string, value any) error {
	checked, err := State{key: value}.Checked()
	if err != nil {
		return toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{}, toolerr.WithCause(err))
	}
	c.act(func(a *Actions) { putAll(&a.StateDelta, checked) })
	return nil
}

// SaveArtifact saves a new version of an artifact immediately.
func (c *Call) SaveArtifact(ctx context.Context, name string, b Blob) (version int, err error) {
	info := c.ctx.info
	version, err = info.artifacts.SaveArtifact(ctx, info.Session, name, b)
	if err == nil {
		c.act(func(a *Actions) { put(&a.ArtifactDelta, name, version) })
	}
	return version, err
}

// LoadArtifact returns a version of an artifact; 0 is the newest.
func (c *Call) LoadArtifact(ctx context.Context, name string, version int) (Blob, error) {
	return c.ctx.info.artifacts.LoadArtifact(ctx, c.ctx.info.Session, name, version)
}

// TransferTo transfers the conversation to another agent after this turn. The agent must be
// one to which the call's agent can transfer: see Config.SubAgents. Any other name is
// ignored, with a diagnostic of [DiagTransfer]. If a turn has several transfers, the first
// counts.
func (c *Call) TransferTo(agent string) {
	c.act(func(a *Actions) { a.TransferToAgent = agent })
}

// Escalate ends the sequence or loop around the agent after this turn.
func (c *Call) Escalate() { c.act(func(a *Actions) { a.Escalate = true }) }

// SkipSummarization ends the run with this result: the model is not called again to
// describe it.
func (c *Call) SkipSummarization() { c.act(func(a *Actions) { a.SkipSummarization = true }) }

// state returns a copy of the whole state that the call sees.
func (c *Call) state() State {
	all := c.ctx.info.state.Copy()
	c.mu.Lock()
	defer c.mu.Unlock()
	state.Apply(all, c.actions.StateDelta)
	return all
}

// use adds the usage of an inner agent. Deltas of a stream have no usage.
func (c *Call) use(u *Usage) {
	c.act(func(*Actions) { c.usage = c.usage.add(u) })
}

func (c *Call) act(change func(*Actions)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		change(&c.actions)
	}
}

// again returns a new call for another run of the tool. It keeps the actions so far; the
// earlier run can add no more.
func (c *Call) again() *Call {
	done := c.settle()
	next := &Call{
		ID: c.ID, Tool: c.Tool, Agent: c.Agent, InvocationID: c.InvocationID, Session: c.Session,
		Args: bytes.Clone(c.Args), Attempt: c.Attempt + 1, Approval: c.Approval,
	}
	next.actions.merge(done)
	next.usage = c.usage
	next.ctx = c.ctx
	next.ctx.call = next
	return next
}

// settle returns the actions of the call, and ignores later ones.
func (c *Call) settle() Actions {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return c.actions
}

// callContext is the context of one call. It has values for the call and its run.
type callContext struct {
	context.Context //nolint:containedctx // this is a context
	call            *Call
	sent            *resolve.Bound
	keys            *callkey.Call
	info            *RunInfo
	run             any // the *run
}

// Value returns the call, its original arguments and schema, the run, or the parent's
// value.
func (c *callContext) Value(key any) any {
	switch key.(type) {
	case callKey:
		return c.call
	case resolve.Key:
		return c.sent
	case callkey.Key:
		return c.keys
	case infoKey:
		return c.info
	case runKey:
		return c.run
	}
	return c.Context.Value(key)
}

// RunInfo describes a run for its callbacks, instruction functions and tools.
type RunInfo struct {
	InvocationID string
	Agent        string
	Session      SessionRef
	Metadata     map[string]string

	state     *state.View
	artifacts ArtifactStore
}

// State returns a copy of a value of the session's state.
func (i *RunInfo) State(key string) (any, bool) { return i.state.Get(key) }

// The keys of the run to which a context belongs: its information, and the *run itself.
type (
	infoKey struct{}
	runKey  struct{}
)

// RunFrom returns the run to which ctx belongs; nil outside of a run.
func RunFrom(ctx context.Context) *RunInfo {
	i, _ := ctx.Value(infoKey{}).(*RunInfo)
	if i == nil || i.Metadata == nil {
		return i
	}
	own := *i // the map has concurrent readers
	own.Metadata = maps.Clone(i.Metadata)
	return &own
}

// revival has the events and the input with which a suspended agent continues.
type revival struct {
	events []*Event
	input  Input
}

// suspend stores the suspension of an agent that waits, until the call is settled.
func (c *Call) suspend(s *Suspension) {
	c.act(func(*Actions) { c.suspended = s })
}
