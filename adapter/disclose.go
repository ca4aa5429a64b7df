package adapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// A Disclosure is what a model may read about a refusal, besides errand's own words and
// words of its call.
type Disclosure int

// The disclosures. Each includes the one before it.
const (
	// DisclosureKnown allows nothing else. It is safe for every tool.
	DisclosureKnown Disclosure = iota
	// DisclosureNames allows identifiers that the service put into members for names:
	// columns, tables, constraints, fields, labels, enum values, suggestions. The model
	// reads at most 16 of at most 40 characters. Use it for a tool whose model may see the
	// schema behind it. A service that is not trusted can write a sentence as an
	// identifier.
	DisclosureNames
	// DisclosureText allows the service's message, redacted and cut at 500 bytes, in the
	// payload's member upstream_message. Use it for trusted services. Redaction recognises
	// most credentials, but not all.
	DisclosureText
)

// disclose returns te with the words that the model of a call may read: the problems of the
// refusal, the reason that the tool states, and the text of the error or of the service.
// call is nil if there is none.
func disclose(d Disclosure, call *resolve.Bound, t *tree, a *answer, by cause, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	switch {
	case t.tooDeep:
		return te
	case t.mine != nil:
		text := t.err
		if te = resolved(d, call, te); t.itself {
			if text = nil; te.States() {
				text = te.Cause()
			}
		}
		return withText(d, call, te, text)
	case a.slug == "" && t.kind == "" && call != nil && te.Refuser() == nil &&
		(te.Kind() == toolerr.KindToolFatal || te.Answered() && (t.marked != nil || by.told)):
		return withPlainText(d, call, t, te)
	}
	return withMessage(d, call, resolved(d, call, te), t.err)
}

// resolved resolves a refusal, and the reason that a tool states, for the call.
func resolved(d Disclosure, call *resolve.Bound, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	earlier := te.Resolution()
	r := earlier
	switch {
	case call == nil && earlier.Call == nil:
		return te
	case earlier.Call == nil:
		if te.Refuser() != nil {
			r = ofRefusal(d, call, te, te.Refusal(), isAboutRequest(te))
			if te.Kind() == toolerr.KindUpstreamAuthError || te.CanRetry() || te.RequiresUserAction() { // the missing right of a token, what passes, or the tool's own mistake is not an argument
				r.Problems = slices.DeleteFunc(r.Problems, func(p toolerr.Problem) bool { return p.Path == "" })
			}
		}
		withReason(d, call, te, &r)
	case call != nil && earlier.Call == any(call):
		withReason(d, call, te, &r)
	default:
		r = toolerr.Resolution{Call: earlier.Call}
	}
	if r.Call == earlier.Call && r.Message == earlier.Message && len(r.Problems) == len(earlier.Problems) && r.Upstream == earlier.Upstream {
		return te
	}
	return te.With(toolerr.WithResolution(r))
}

// isAboutRequest reports whether the whole text of a failure may state what is wrong with the
// request. That of a rate limit counts requests: "too many requests" are not items of an
// argument. That of a refused access is about a token, an account or a plan. What a vendor's
// adapter reads in its texts is all that they state.
func isAboutRequest(te *toolerr.ToolRuntimeError) bool {
	_, access := te.Access()
	return !access && te.Kind() != toolerr.KindUpstreamRateLimit && te.Kind() != toolerr.KindUpstreamAuthError && !isVendors(te)
}

// isVendors reports whether an error is of a service that has an adapter of its own.
func isVendors(te *toolerr.ToolRuntimeError) bool {
	s := te.Service()
	return s != "" && s != "_http" && s != "_std"
}

// ofRefusal returns the part of a refusal that a model may read for this call. It returns
// the zero Resolution if that part is empty and the refusal has no finding. With whole, the text
// as a whole may state the rule.
func ofRefusal(d Disclosure, call *resolve.Bound, te *toolerr.ToolRuntimeError, refusal toolerr.Refusal, whole bool) (r toolerr.Resolution) {
	if len(refusal.Findings) == 0 && refusal.Message == "" {
		return r
	}
	switch { // describing a call can take time
	case whole:
		r.Problems = call.Call().Read(refusal, d >= DisclosureNames, false)
	// The text of a database can be in any language, and about code within it.
	case isVendors(te) && (len(refusal.Findings) > 0 || te.Service() == "_sql" && resolve.Quotes(refusal.Message)):
		r.Problems = call.Call().Listed(refusal, d >= DisclosureNames)
	case isVendors(te) && te.Service() != "_sql" && te.Kind() != toolerr.KindUpstreamRateLimit && te.Kind() != toolerr.KindUpstreamAuthError:
		r.Problems = call.Call().Read(refusal, d >= DisclosureNames, true)
	case !whole && (len(refusal.Findings) > 0 || resolve.Quotes(refusal.Message)):
		r.Problems = call.Call().Resolve(refusal, d >= DisclosureNames)
	}
	if d >= DisclosureText && refusal.Message != "" {
		r.Upstream = call.Call().Upstream(refusal.Message)
	}
	if len(refusal.Findings) > 0 || len(r.Problems) > 0 || !r.Upstream.IsZero() {
		r.Call = call
	}
	return r
}

// withReason adds the reason that a tool states, in the words of the call.
func withReason(d Disclosure, call *resolve.Bound, te *toolerr.ToolRuntimeError, r *toolerr.Resolution) {
	if !te.Withholds() || !r.Message.IsZero() {
		return
	}
	var text toolerr.Message
	if d >= DisclosureText {
		text = call.Call().Own(te.Statement(call, call.Call().Allows).String())
	} else {
		text = te.Statement(call, call.Call().Readable(d >= DisclosureNames))
	}
	if text != te.Statement(nil, nil) {
		r.Call, r.Message = call, text
	}
}

// withPlainText resolves an error that no adapter recognised. Its text is read like a
// service's: it selects the model's sentences. The text of a failure that the exchanges of
// the call show is read too.
func withPlainText(d Disclosure, call *resolve.Bound, t *tree, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	fatal, text := te.Kind() == toolerr.KindToolFatal, errtree.Text(t.err)
	refusal := toolerr.Refusal{Findings: t.index.read(text), Message: text}
	var doubtful []toolerr.Finding
	if fatal {
		refusal.Findings, doubtful = call.Call().Blaming(text, refusal.Findings)
	}
	whole := !fatal && isAboutRequest(te)
	r := ofRefusal(d, call, te, refusal, whole)
	if len(doubtful) > 0 && len(r.Problems) == 0 {
		refusal.Findings = doubtful
		r.Call, r.Problems = call, call.Call().Listed(refusal, d >= DisclosureNames)
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

// withMessage adds the text of err to the error made from it, if the tool's author allows
// that. The text follows the service's message, unless it contains that message.
func withMessage(d Disclosure, call *resolve.Bound, te *toolerr.ToolRuntimeError, err error) *toolerr.ToolRuntimeError {
	if d < DisclosureText || te.Resolution().Upstream.IsZero() {
		return withText(d, call, te, err)
	}
	r, message, text := te.Resolution(), strings.TrimSpace(te.Refusal().Message), errtree.Text(err)
	if r.Call != any(call) {
		return te
	}
	if !strings.Contains(text, message) {
		text = message + "\n" + text
	}
	r.Upstream = call.Call().Upstream(text)
	return te.With(toolerr.WithResolution(r))
}

// withText adds the text of err, if it is not nil, to the error made from it, if the tool's
// author allows that and the error has no message of a service.
func withText(d Disclosure, call *resolve.Bound, te *toolerr.ToolRuntimeError, err error) *toolerr.ToolRuntimeError {
	if call == nil || err == nil || d < DisclosureText {
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
