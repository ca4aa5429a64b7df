// Package mcpresult is the common part of the integrations of the Model Context Protocol,
// for any SDK: it guards a tool call, reads a result that the tool itself marked as an
// error, and writes a failure into a result. It imports no SDK.
package mcpresult

import (
	"context"
	"encoding/json"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/marked"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// A Guard has the options of a middleware, and counts the calls that it left running. Its
// fields are set before its first call.
type Guard struct {
	Registry adapter.Registry
	// JSON writes the payload's JSON for the model instead of sentences.
	JSON bool
	// SignIn turns refusals into requests to sign in; nil does not.
	SignIn *SignIn
	// Keys gives calls their keys, as the integration understands it; nil means that they have
	// none.
	Keys any
	// Drafts adds what drafts of the protocol describe; see [ToolFailureKey].
	Drafts bool

	// find has options for calls with some arguments that find out how a call ended, by tool.
	find   map[string]func(args json.RawMessage) adapter.WrapOption
	kept   map[string]bool          // tools whose marked results are not changed; "" is every tool
	limits map[string]time.Duration // by name; "" is any other
	stuck  adapter.Bulkhead
}

// SetReconcile makes find find out how the calls of a tool ended whose effect is not known.
// wrap makes the outcome of a handler of its result.
func SetReconcile[R, T any](
	g *Guard, tool string, find func(ctx context.Context, args json.RawMessage, key string) (*R, adapter.Outcome, error), wrap func(*R) T,
) {
	g.find = with(g.find, func(args json.RawMessage) adapter.WrapOption {
		return adapter.WithReconcile(func(ctx context.Context, _ any, key string) (T, adapter.Outcome, error) {
			res, o, err := find(ctx, args, key)
			if res == nil && o == adapter.OutcomeDone {
				o = adapter.OutcomeUnknown
			}
			return wrap(res), o, err
		})
	}, []string{tool})
}

// KeepMarked makes the guard return marked error results of the given tools unchanged, or
// those of all tools without arguments.
func (g *Guard) KeepMarked(tools ...string) { g.kept = with(g.kept, true, tools) }

// KeepsMarked reports whether marked results of the tool are returned unchanged.
func (g *Guard) KeepsMarked(tool string) bool { return g.kept[""] || g.kept[tool] }

// SetTimeout limits the calls with the given names, or all others without a name.
func (g *Guard) SetTimeout(d time.Duration, names ...string) { g.limits = with(g.limits, d, names) }

// with returns a map in which the names have a value, or "" without names.
func with[V any](m map[string]V, value V, names []string) map[string]V {
	if m == nil {
		m = map[string]V{}
	}
	if len(names) == 0 {
		m[""] = value
	}
	for _, name := range names {
		m[name] = value
	}
	return m
}

// timeout returns the limit that an option set for a name.
func (g *Guard) timeout(name string) (d time.Duration, ok bool) {
	if d, ok = g.limits[name]; !ok {
		d, ok = g.limits[""]
	}
	return d, ok
}

// Pointer returns the JSON pointer of steps.
func Pointer(steps []string) string { return jsontree.Pointer(steps) }

// A Definition is what the server's author wrote about a tool. Its functions may be nil, and
// are called only after a failure.
type Definition struct {
	// Schema is that of [resolve.WithInput].
	Schema func() json.RawMessage
	// Repeatable reports whether the tool is annotated as read-only or idempotent.
	Repeatable func() bool
}

// Do runs fn, which handles a call with the given name, and returns its adapted error, or
// nil. Input is that of [resolve.WithInput].
func Do[T any](
	ctx context.Context, g *Guard, name string, input any, d Definition, fn func(context.Context) (T, error),
) (T, *toolerr.ToolRuntimeError) {
	timeout, ok := g.timeout(name)
	if !ok && ctx.Value(patienceKey{}) != nil {
		timeout = endless
	}
	chain := g.Registry.For(name)
	if d.Repeatable != nil {
		chain = chain.WithRepeatable(d.Repeatable)
	}
	opts := []adapter.WrapOption{adapter.Bounded{Timeout: timeout, Bulkhead: &g.stuck}}
	if find := g.find[name]; find != nil {
		args, _ := Encode(input)
		opts = append(opts, find(args))
	}
	out, err := adapter.Do(resolve.WithInput(ctx, input, d.Schema), chain, fn, opts...)
	if err == nil {
		return out, nil
	}
	te, ok := toolerr.Find(err)
	if !ok { // the boundary returns no other error
		te = toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err))
	}
	return out, te
}

// Marked returns the error of a result in which the tool wrote a text for the client, beside
// an error that it kept, which may be nil.
func Marked(text string, err error) error { return &marked.Result{Text: text, Err: err} }

// Argued returns the error of a text that is one of the SDK's own sentences about an
// argument, or nil.
func Argued(text string, sentences []phrase.Pattern) error {
	f, ok := phrase.Find(text, sentences)
	if !ok {
		return nil
	}
	return toolerr.New(toolerr.KindToolBadInputValue, toolerr.Message{}, toolerr.WithCause(Marked(text, nil)),
		toolerr.WithRefusal(toolerr.Refusal{Findings: []toolerr.Finding{f}, Message: text}))
}
