package agent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent/internal/effect"
	"github.com/errand-go/errand/toolerr"
)

// A Tool is a function that a model can call. It is safe for concurrent use.
//
// Call gets a JSON object that fits the declared schema. toolerr.Result encodes its result:
// the fields of the result are members beside success and error, also after a failure. The
// agent's registry adapts its error. Call can get the run with [CallFrom].
type Tool interface {
	Declaration() Declaration
	Call(ctx context.Context, args json.RawMessage) (any, error)
}

// A Policed tool has a policy. A tool without the method has the zero [Policy].
type Policed interface {
	Tool
	Policy() Policy
}

// A Policy has the options of a tool for the loop.
type Policy struct {
	// ReadOnly means that the tool has no side effects. Calls of one turn that are all
	// read-only run in parallel, and a failed call may be retried.
	ReadOnly bool
	// Idempotent means that two calls have the same effect as one: a failed call may be
	// retried.
	Idempotent bool
	// HTTPOnly means that the tool has no side effects except through HTTP requests that it
	// sends with the context of its call and through an httpadapter.Transport. The loop
	// then knows whether a failed call did anything, and retries it if not. A tool that is
	// not ReadOnly, Idempotent or HTTPOnly is not retried once it was called, because a
	// refused request does not show what the tool did before.
	HTTPOnly bool
	// Sequential means that the tool never runs in parallel with another one.
	Sequential bool
	// LongRunning means that the tool returns a receipt, and the result comes later, with
	// [Deliver].
	LongRunning bool
	// Timeout limits one run of the tool. 0 means the limit of the run's [Limits]. A
	// negative value means no limit but that of the run.
	Timeout time.Duration
	// Confirm reports whether a person must approve the call; nil means that no call needs
	// an approval.
	Confirm func(ctx context.Context, args json.RawMessage) (bool, error)
	// Auth supplies the tool's credentials; nil means that it needs none.
	Auth Authenticator
	// Adapters are asked for the tool's errors before the agent's own.
	Adapters []adapter.Adapter
	// Reconcile finds out how a call ended whose effect is not known; nil does not. See the
	// function [Reconcile].
	Reconcile func(ctx context.Context, args json.RawMessage, key string) (any, adapter.Outcome, error)
	// Disclosure is what a model may read about a refusal of the tool's service; nil means
	// the disclosure of the agent's registry. See [Disclose].
	Disclosure *adapter.Disclosure
}

// repeatable reports whether a second execution has no additional effect.
func (p Policy) repeatable() bool { return p.ReadOnly || p.Idempotent }

// effect returns the error of a call with the effect of the whole call, and whether the
// effect shows that a retry does no harm.
func (p Policy) effect(ctx context.Context, te *toolerr.ToolRuntimeError) (of *toolerr.ToolRuntimeError, proven bool) {
	tool := effect.Tool{ReadOnly: p.ReadOnly, Repeatable: p.repeatable(), HTTPOnly: p.HTTPOnly}
	of = tool.OfCall(ctx, te)
	return of, tool.Proven(of)
}

// A Toolset supplies tools when an agent starts. If it fails, a diagnostic reports the
// failure, and the agent runs without its tools.
type Toolset interface {
	Name() string
	Tools(ctx context.Context) ([]Tool, error)
}

func policyOf(t Tool) Policy {
	if p, ok := t.(Policed); ok {
		return p.Policy()
	}
	return Policy{}
}
