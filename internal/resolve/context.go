package resolve

import (
	"context"
	"encoding/json"

	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A Context carries a call, in one allocation.
type Context struct {
	context.Context //nolint:containedctx // this is a context
	Bound           Bound
}

// Value returns the call for its key, and values of the parent for others.
func (c *Context) Value(key any) any {
	if _, ok := key.(Key); ok {
		return &c.Bound
	}
	return c.Context.Value(key)
}

// WithInput is adapter.WithCall for arguments that a host has decoded, and for a schema that
// takes time to find. If input is neither a json.RawMessage nor a map[string]any, it is
// encoded as JSON now. schema may be nil. It is called at most once, when the first refusal
// of the call is resolved.
func WithInput(ctx context.Context, input any, schema func() json.RawMessage) context.Context {
	c := &Context{Context: ctx, Bound: Bound{Describe: schema}}
	switch in := input.(type) {
	case map[string]any:
		c.Bound.Members, c.Bound.Sent = in, SentMembers(in)
	case json.RawMessage:
		c.Bound.Arguments, c.Bound.Sent = in, SentText(in)
	default:
		c.Bound.Arguments = Encoded(input)
		c.Bound.Sent = SentText(c.Bound.Arguments)
	}
	return c
}

// WithoutCall returns a context without a call, for code that makes calls of its own, such
// as an agent that is a tool. A cooldown does not hold back their requests either.
func WithoutCall(ctx context.Context) context.Context {
	if wire.Gated(ctx) {
		ctx = wire.WithGate(ctx, nil)
	}
	return context.WithValue(ctx, Key{}, (*Bound)(nil))
}

// Detach returns te without the places and words of a refusal, so that it belongs to no
// call. It is for code that hands the error of one call, or of a model's own request, to
// another model, as an agent that is a tool does. Developers still find the refusal in
// [toolerr.Report].
func Detach(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if te.Refuser() == nil && !te.States() && te.Resolution().Call == nil {
		return te
	}
	return te.With(toolerr.WithResolution(toolerr.Resolution{Call: noCall{}}))
}

// noCall is the call of an error after [Detach].
type noCall struct{}
