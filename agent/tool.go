package agent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A Tool is something a model can call. It is safe for concurrent use.
//
// Call gets a JSON object that fits the declared schema. What it returns is
// encoded by toolerr.Result: the fields of its result stand beside success and
// error, on failure too. Its error is adapted by the agent's registry. It may
// reach the run through [CallFrom].
type Tool interface {
	Declaration() Declaration
	Call(ctx context.Context, args json.RawMessage) (any, error)
}

// A Declaration describes a tool to a model.
type Declaration struct {
	// Name is 1 to 64 characters of [A-Za-z0-9_-], the first no digit or hyphen:
	// what all providers accept.
	Name string `json:"name"`
	// Description tells the model when to call the tool.
	Description string `json:"description,omitempty"`
	// Parameters is the JSON schema of the arguments, of type object. Empty
	// means no arguments. A schema that is larger than 256 KiB or 20,000 values,
	// whose references and alternatives make more than 4096 schemas for one value
	// (or a million for all its schemas), whose patterns are huge, or that has a
	// $dynamicRef to an anchor is refused: it can be a stranger's, and checks of it
	// might not end. Arguments that take more than a million checks are not run.
	Parameters json.RawMessage `json:"parameters,omitempty"`
}

// A Policed tool has a policy for the loop. A tool without the method
// has the zero Policy.
type Policed interface {
	Tool
	Policy() Policy
}

// A Policy is how the loop treats a tool.
type Policy struct {
	// ReadOnly means that the tool has no side effects: calls of one turn that are
	// all read-only run in parallel, and a failed call may be retried.
	ReadOnly bool
	// Idempotent means that two calls have the same effect as one: a failed call may be
	// retried.
	Idempotent bool
	// HTTPOnly states that the tool changes things only through HTTP requests that it
	// sends with the context of its call and through an httpadapter.Transport. The loop
	// then knows what a failed call did, and retries it if that was nothing. A tool with
	// none of ReadOnly, Idempotent and HTTPOnly is not retried after it was called: a
	// request that was refused does not show what the tool did before it.
	HTTPOnly bool
	// Sequential means that the tool never runs in parallel with another one.
	Sequential bool
	// LongRunning means that what the tool returns is not the result yet: the
	// result comes later, with [Deliver].
	LongRunning bool
	// Timeout bounds one run of the tool; 0 is the run's limit, negative is no
	// bound but that of the run.
	Timeout time.Duration
	// Confirm reports whether a person must approve the call; nil is never.
	Confirm func(ctx context.Context, args json.RawMessage) (bool, error)
	// Auth supplies the tool's credentials; nil is none needed.
	Auth Authenticator
	// Adapters are asked for the tool's errors before the agent's own.
	Adapters []adapter.Adapter
	// Disclosure is what a model may read of a refusal of the tool's service; nil is
	// the disclosure of the agent's registry. See [Disclose].
	Disclosure *adapter.Disclosure
}

// repeatable reports whether doing it twice is as good as doing it once.
func (p Policy) repeatable() bool { return p.ReadOnly || p.Idempotent }

// effect returns the error of a call of the tool with the effect of the whole call: the
// error itself only states that of the request that failed. ctx is the context that the
// tool got.
func (p Policy) effect(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	switch {
	case p.ReadOnly && te.Effect() == toolerr.EffectUnknown:
		return te.With(toolerr.WithEffect(toolerr.EffectNone))
	case p.repeatable() || te.Effect() != toolerr.EffectNone || !ofRequest(te):
		return te
	case p.HTTPOnly && adapter.Unchanged(ctx, te):
		return te
	}
	return te.With(toolerr.WithEffect(toolerr.EffectUnknown))
}

// ofRequest reports whether an error is about a request to a service. Any other error
// is about the call itself.
func ofRequest(te *toolerr.ToolRuntimeError) bool {
	switch te.Class() { //nolint:exhaustive // the others are not
	case toolerr.ClassUpstream, toolerr.ClassRateLimit, toolerr.ClassNetworkTransport:
		return true
	}
	return te.Service() != ""
}

// A Toolset supplies tools when an agent starts. One that fails is a
// diagnostic; the agent runs without its tools.
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
