package adapter

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A Call is the tool call that a model made, as the model wrote it. It is what a refusal of
// the service is compared with: a model is told words that it sent or was shown, and no
// others. See docs/findings.md.
type Call struct {
	// Arguments is the JSON object that the model sent, before a callback or a host
	// changed it. What a host adds is not the model's to read.
	Arguments json.RawMessage
	// Schema is the JSON schema of the arguments that the model was shown.
	Schema json.RawMessage
}

// WithCall returns a context that carries the call, for the tool that runs with it. The
// chains that adapt the tool's errors resolve what a service refused for this call, and
// for no other: an error that leaves its call loses the paths and the words again.
func WithCall(ctx context.Context, call Call) context.Context {
	return &callContext{Context: ctx, bound: resolve.Bound{Arguments: call.Arguments, Schema: call.Schema}}
}

// WithCallFunc is WithCall for a call that takes time to describe. describe is called at
// most once, when the first refusal of the call is resolved.
func WithCallFunc(ctx context.Context, describe func() Call) context.Context {
	c := &callContext{Context: ctx, describe: describe}
	c.bound.Describer = c
	return c
}

// WithoutCall returns a context that carries no call, for what a tool starts that makes
// calls of its own, such as another agent. No [Cooldown] holds back their requests either.
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
	describe        func() Call
}

// Describe calls the function that describes the call.
func (c *callContext) Describe() (arguments, schema json.RawMessage) {
	call := c.describe()
	return call.Arguments, call.Schema
}

// Value returns the call, and what the parent holds.
func (c *callContext) Value(key any) any {
	if _, ok := key.(resolve.Key); ok {
		return &c.bound
	}
	return c.Context.Value(key)
}

// members returns how many members an input that is a JSON object has, as a map.
func members[In any](in In) int {
	m, _ := any(in).(map[string]any)
	return len(m)
}

// withInput returns a context with the call that a wrapped function's input is, if ctx
// has none and the input is what a model sends, or always is set. sent is how many members
// the input had before the function could add to them.
func withInput[In any](ctx context.Context, in In, sent int, always bool) context.Context {
	if ctx == nil || callOf(ctx) != nil {
		return ctx
	}
	switch any(in).(type) {
	case json.RawMessage, map[string]any:
	default:
		if !always {
			return ctx
		}
	}
	return WithCallFunc(ctx, func() Call {
		if members(in) != sent {
			return Call{}
		}
		return Call{Arguments: encoded(in)}
	})
}

// encoded returns an input as JSON, nil for one that cannot be encoded.
func encoded(in any) (text json.RawMessage) {
	if raw, ok := in.(json.RawMessage); ok {
		return raw
	}
	defer func() {
		if recover() != nil {
			text = nil
		}
	}()
	text, err := json.Marshal(in)
	if err != nil {
		return nil
	}
	return text
}

// callOf returns the call that ctx carries, nil if there is none.
func callOf(ctx context.Context) *resolve.Bound {
	if ctx == nil {
		return nil
	}
	c, _ := ctx.Value(resolve.Key{}).(*resolve.Bound)
	return c
}

// A Disclosure is what a model may read of a refusal besides errand's own words and
// those of its call.
type Disclosure int

// The disclosures. Each includes the one before it.
const (
	// DisclosureKnown lets a model read nothing else. It is right for every tool.
	DisclosureKnown Disclosure = iota
	// DisclosureNames lets through identifiers that the service put into places for
	// names: columns, tables, constraints, fields, labels, enum values, suggestions. At
	// most 16 of at most 40 characters. It is for a tool whose model may see the schema
	// behind it. A service that is not trusted can spell a sentence in an identifier.
	DisclosureNames
	// DisclosureText lets through the service's message: redacted, at most 500 bytes, in
	// the payload's member upstream_message. It is for services that are trusted.
	// Redaction recognises most credentials, not all.
	DisclosureText
)

// Resolve returns te as the model of the call in ctx may read it: te itself, unless a
// service refused something or the tool states something by [toolerr.Errorf]. Then it is a
// copy, which belongs to the call from then on. In any other call, or in none, it tells
// neither places nor words: what was said of one call is not about another.
// [Chain.Adapt] does this too; Resolve is for an error that was adapted and observed
// already, perhaps in another call, as that of a cache.
func (c Chain) Resolve(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	call := callOf(ctx)
	earlier := te.Resolution()
	r := earlier
	switch {
	case call == nil && earlier.Call == nil:
		return te
	case earlier.Call == nil:
		if te.Refuses() {
			r = resolved(call, te.Refusal(), c.disclosure)
			if te.Kind() == toolerr.KindUpstreamAuthError { // what a token lacks is not an argument
				r.Problems = slices.DeleteFunc(r.Problems, func(p toolerr.Problem) bool { return p.Path == "" })
			}
		}
		c.state(&r, call, te)
	case call != nil && earlier.Call == any(call):
		c.state(&r, call, te)
	default:
		r = toolerr.Resolution{Call: earlier.Call}
	}
	if r.Call == earlier.Call && r.Message == earlier.Message && len(r.Problems) == len(earlier.Problems) && r.Upstream == earlier.Upstream {
		return te
	}
	return te.With(toolerr.WithResolution(r))
}

// resolved returns what a model may read of a refusal of the call, the zero Resolution if
// that is nothing and the refusal names nothing either.
func resolved(call *resolve.Bound, refusal toolerr.Refusal, d Disclosure) (r toolerr.Resolution) {
	if len(refusal.Findings) == 0 && refusal.Message == "" {
		return r
	}
	if len(refusal.Findings) > 0 || resolve.Quotes(refusal.Message) { // a call can take time to describe
		r.Problems = call.Call().Resolve(refusal, d >= DisclosureNames)
	}
	if d >= DisclosureText && refusal.Message != "" {
		r.Upstream = resolve.Upstream(refusal.Message)
	}
	if len(refusal.Findings) > 0 || len(r.Problems) > 0 || !r.Upstream.IsZero() {
		r.Call = call
	}
	return r
}

// Detach returns te as one that belongs to no call, so that no model is told places and
// words of what was refused. It is for code that hands the error of one call, or of a
// model's own request, to another model, as an agent that is a tool does. Developers read
// the refusal in [toolerr.Report] as before.
func Detach(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if !te.Refuses() && !te.States() && te.Resolution().Call == nil {
		return te
	}
	return te.With(toolerr.WithResolution(toolerr.Resolution{Call: noCall{}}))
}

// noCall stands for the call of an error that left its call.
type noCall struct{}
