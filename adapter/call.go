package adapter

import (
	"context"
	"encoding/json"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wire"
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
	return &resolve.Context{Context: ctx, Bound: resolve.Bound{
		Arguments: call.Arguments, Schema: call.Schema, Sent: resolve.SentText(call.Arguments),
	}}
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
func withInput[In any](ctx context.Context, in In, sent resolve.Sent) *resolve.Context {
	c := &resolve.Context{Context: ctx, Bound: resolve.Bound{Sent: sent}}
	switch in := any(in).(type) {
	case json.RawMessage:
		c.Bound.Arguments = in
	case map[string]any:
		c.Bound.Members = in
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
