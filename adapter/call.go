package adapter

import (
	"context"
	"encoding/json"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A Call is a tool call as the model wrote it. When a service refuses the call, errand
// compares the refusal with it: the model reads words that it sent or was shown, and no
// others. See docs/findings.md.
type Call struct {
	// Arguments is the JSON object that the model sent, before a callback or a host changed
	// it. The model may not read values that a host adds.
	Arguments json.RawMessage
	// Schema is the JSON schema of the arguments that the model was shown.
	Schema json.RawMessage
}

// WithCall returns a context with the call, for the tool that runs in it. The chains that
// adapt the tool's errors resolve refusals for this call only. If the error reaches another
// call, it loses the paths and words. If the tool changes the bytes of the arguments, no
// refusal tells words of them.
//
// Call it around [Wrap] or [Do]: a function that they run has a context of its own, and a
// call that it attaches is not that of its errors. The registry's logger gets a record then.
func WithCall(ctx context.Context, call Call) context.Context {
	if ctx != nil {
		wire.AttachCall(ctx)
	}
	return withCall(ctx, call)
}

func withCall(ctx context.Context, call Call) context.Context {
	return &callContext{ctx, resolve.Bound{Arguments: call.Arguments, Schema: call.Schema, Sent: resolve.SentText(call.Arguments)}}
}

// WithCallFunc is [WithCall] for arguments that a host has decoded, and for a schema that
// takes time to find. If input is neither a json.RawMessage nor a map[string]any, it is
// encoded as JSON now. schema may be nil. It is called at most once, when the first refusal
// of the call is resolved.
func WithCallFunc(ctx context.Context, input any, schema func() json.RawMessage) context.Context {
	sent := resolve.Sent{}
	switch in := input.(type) {
	case map[string]any:
		sent = resolve.SentMembers(in)
	case json.RawMessage:
		sent = resolve.SentText(in)
	default:
		text := resolve.Encoded(input)
		input, sent = text, resolve.SentText(text)
	}
	c := withInput(ctx, input, sent)
	c.bound.Describe = schema
	return c
}

// WithoutCall returns a context without a call. Use it in a tool that makes calls of its
// own, for example through another agent. A [Cooldown] does not hold back their requests
// either.
func WithoutCall(ctx context.Context) context.Context {
	if wire.Gated(ctx) {
		ctx = wire.WithGate(ctx, nil)
	}
	return context.WithValue(ctx, resolve.Key{}, (*resolve.Bound)(nil))
}

// callContext carries a call, in one allocation.
type callContext struct {
	context.Context //nolint:containedctx // this is a context
	bound           resolve.Bound
}

// Value returns the call for its key, and values of the parent for others.
func (c *callContext) Value(key any) any {
	if _, ok := key.(resolve.Key); ok {
		return &c.bound
	}
	return c.Context.Value(key)
}

// sentIn identifies the input of a function before it runs. It returns the zero Sent if ctx
// has a call, or if the input is not of a type in which arguments arrive.
func sentIn[In any](ctx context.Context, in In) (s resolve.Sent) {
	switch in := any(in).(type) {
	case json.RawMessage:
		if callable(ctx) {
			s = resolve.SentText(in)
		}
	case map[string]any:
		if callable(ctx) {
			s = resolve.SentMembers(in)
		}
	}
	return s
}

// callable reports whether ctx may get a call: it has none.
func callable(ctx context.Context) bool { return ctx != nil && callOf(ctx) == nil }

// withInput returns a context whose call has the input of a function as its arguments.
func withInput[In any](ctx context.Context, in In, sent resolve.Sent) *callContext {
	c := &callContext{ctx, resolve.Bound{Sent: sent}}
	switch in := any(in).(type) {
	case json.RawMessage:
		c.bound.Arguments = in
	case map[string]any:
		c.bound.Members = in
	}
	return c
}

// callOf returns the call that ctx carries, or nil.
func callOf(ctx context.Context) *resolve.Bound {
	if ctx == nil {
		return nil
	}
	c, _ := ctx.Value(resolve.Key{}).(*resolve.Bound)
	return c
}

// Detach returns te without the places and words of a refusal, so that it belongs to no
// call. Use it in code that hands the error of one call, or of a model's own request, to
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
