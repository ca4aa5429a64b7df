package adapter

import (
	"context"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// own returns the answer for an error that a tool made. If the tool's reason wraps errors
// of others, the first recognised one decides the kind.
func (c Chain) own(ctx context.Context, te *toolerr.ToolRuntimeError) (a adapted) {
	if !te.States() {
		return adapted{err: c.Resolve(ctx, te)}
	}
	var panics []adapterPanic
	for i, cause := range te.Unrecognised() {
		found := c.adapt(ctx, cause)
		panics = append(panics, found.panics...)
		if found.slug != "" || found.err.Kind() != toolerr.KindToolFatal {
			a, te = found, te.Because(cause, found.err)
			break
		}
		if r := found.err.Resolution(); i == 0 && r.Call != nil && te.Resolution().Call == nil {
			r.Message = toolerr.Message{}
			te = te.With(toolerr.WithResolution(r))
		}
	}
	te = c.Resolve(ctx, evidenceFrom(ctx).own(te))
	if cause := te.Cause(); cause != nil {
		te = c.add(ctx, te, cause)
	}
	a.err, a.panics = te, panics
	return a
}

// own returns an error that a tool made, with the effect that the recorded exchanges show,
// unless the tool states one.
func (v evidence) own(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if te.Effect() != toolerr.EffectUnset || len(v.all) == 0 && !v.others {
		return te
	}
	effect := toolerr.EffectNone
	if v.mayHaveActed() {
		effect = toolerr.EffectUnknown
	}
	return te.With(toolerr.WithEffect(effect))
}

// mayHaveActed reports whether an exchange of the call can have changed something.
func (v evidence) mayHaveActed() bool {
	return v.others || slices.ContainsFunc(v.all, func(x wire.Exchange) bool { return mayHaveActed(&x) })
}

// state resolves the reason that a tool states, for the call.
func (c Chain) state(r *toolerr.Resolution, call *resolve.Bound, te *toolerr.ToolRuntimeError) {
	if !te.Withholds() || !r.Message.IsZero() {
		return
	}
	var text toolerr.Message
	if c.disclosure >= DisclosureText {
		text = call.Call().Own(te.Statement(call, call.Call().Allows).String())
	} else {
		text = te.Statement(call, call.Call().Readable(c.disclosure >= DisclosureNames))
	}
	if text != te.Statement(nil, nil) {
		r.Call, r.Message = call, text
	}
}

// A TextReader is an adapter that reads findings from the text of an error that no adapter
// recognised, as it reads them from bodies of responses. A chain calls its first
// TextReader, and only for an error of a call (see [WithCall]). The text is at most 2 KiB
// long.
type TextReader interface {
	Adapter
	ReadText(text string) []toolerr.Finding
}

// read returns the findings of the chain's first TextReader in a text, or nil if it panics.
func (c Chain) read(text string) (found []toolerr.Finding) {
	defer func() { _ = recover() }()
	for all := range c.rosters() {
		for _, e := range all.entries {
			if r, ok := e.Adapter.(TextReader); ok {
				return r.ReadText(text[:min(len(text), maxPlain)])
			}
		}
	}
	return nil
}

// maxPlain is the number of bytes that are read of an error's text.
const maxPlain = 2 << 10

// plain resolves an error that no adapter recognised. Its text is read like a service's: it
// selects the model's sentences. The text of a marked result is also read if an exchange of
// the call shows the failure.
func (c Chain) plain(ctx context.Context, te *toolerr.ToolRuntimeError, err error, marked bool) *toolerr.ToolRuntimeError {
	call := callOf(ctx)
	fatal := te.Kind() == toolerr.KindToolFatal
	if call == nil || te.Refuser() != nil || !fatal && (!marked || !te.Answered()) {
		return c.quote(ctx, c.Resolve(ctx, te), err)
	}
	text := errtree.Text(err)
	refusal := toolerr.Refusal{Findings: c.read(text), Message: text}
	var doubtful []toolerr.Finding
	if fatal {
		refusal.Findings, doubtful = call.Call().Blaming(text, refusal.Findings)
	}
	r := resolved(call, refusal, c.disclosure)
	if len(doubtful) > 0 && len(r.Problems) == 0 {
		refusal.Findings = doubtful
		r = resolved(call, refusal, c.disclosure)
		r.Problems = slices.DeleteFunc(r.Problems, func(p toolerr.Problem) bool { return p.Path != "" })
	}
	if len(r.Problems) == 0 && r.Upstream.IsZero() {
		return te
	}
	if !r.Upstream.IsZero() { // the text is clearer than a problem without a path
		r.Problems = slices.DeleteFunc(r.Problems, func(p toolerr.Problem) bool { return p.Path == "" })
	}
	switch {
	case !fatal: // the status is more specific
	case slices.ContainsFunc(r.Problems, func(p toolerr.Problem) bool { return p.Path != "" }):
		te = te.WithKind(toolerr.KindToolBadInputValue) // the text has an argument and its problem
	case !r.Upstream.IsZero():
		r.Message = toolerr.Msg("The tool failed. Its text is in upstream_message.")
	}
	return te.With(toolerr.WithResolution(r))
}

// quote adds the text of err to the error made from it, if the tool's author allows that.
// The text follows the service's message, unless it contains that message.
func (c Chain) quote(ctx context.Context, te *toolerr.ToolRuntimeError, err error) *toolerr.ToolRuntimeError {
	if c.disclosure < DisclosureText || te.Resolution().Upstream.IsZero() {
		return c.add(ctx, te, err)
	}
	r, message, text := te.Resolution(), strings.TrimSpace(te.Refusal().Message), errtree.Text(err)
	if r.Call != any(callOf(ctx)) {
		return te
	}
	if !strings.Contains(text, message) {
		text = message + "\n" + text
	}
	r.Upstream = callOf(ctx).Call().Upstream(text)
	return te.With(toolerr.WithResolution(r))
}

// add adds the text of err to the error made from it, if the tool's author allows that and
// the error has no message of a service.
func (c Chain) add(ctx context.Context, te *toolerr.ToolRuntimeError, err error) *toolerr.ToolRuntimeError {
	call := callOf(ctx)
	if call == nil || c.disclosure < DisclosureText {
		return te
	}
	r := te.Resolution()
	if !r.Upstream.IsZero() || r.Call != nil && r.Call != any(call) {
		return te
	}
	foreign := false
	errtree.Walk(err, func(e error) bool {
		inner, ok := e.(*toolerr.ToolRuntimeError) //nolint:errorlint // one node of a walk
		foreign = ok && inner.Resolution().Call != nil && inner.Resolution().Call != any(call)
		return !foreign
	})
	if foreign { // its text may have words of another call
		return te
	}
	whole := errtree.Text(err)
	if te.States() {
		whole = strings.Replace(whole, te.Statement(nil, nil).String(), te.Message().String(), 1)
	}
	text := call.Call().Upstream(whole)
	if text == te.Message() {
		return te
	}
	r.Call, r.Upstream = call, text
	return te.With(toolerr.WithResolution(r))
}
