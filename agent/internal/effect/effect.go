// Package effect decides what is known about the side effects of a call that failed.
package effect

import (
	"context"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A Tool is what is known about the side effects of a tool.
type Tool struct {
	// ReadOnly means that the tool has none.
	ReadOnly bool
	// Repeatable means that a second execution has no additional effect.
	Repeatable bool
	// HTTPOnly means that the tool has none except through recorded HTTP requests.
	HTTPOnly bool
}

// OfCall returns the error of a call with the effect of the whole call. The error itself has
// only the effect of the failed request. ctx is the context that the tool got.
//
// Of a tool that is not declared, that effect is also the call's if the request is the only
// one that is known to have been sent, besides requests without an effect.
func (t Tool) OfCall(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	switch {
	case t.ReadOnly && te.Effect() == toolerr.EffectUnknown:
		return te.With(toolerr.WithEffect(toolerr.EffectNone))
	case t.Repeatable && te.CanRetry() && !te.Repeats():
		return te.With(toolerr.WithRepeatable())
	case t.Repeatable || te.Effect() != toolerr.EffectNone || !OfRequest(te),
		t.HTTPOnly && unchanged(ctx, te), !t.HTTPOnly && alone(ctx, te):
		return te
	}
	return te.With(toolerr.WithEffect(toolerr.EffectUnknown))
}

// alone reports whether no other request of the call is known that may have changed
// something. The requests of other protocols than HTTP are not known, so the failed one is
// alone only if it was refused before it reached the service's own code.
func alone(ctx context.Context, te *toolerr.ToolRuntimeError) bool {
	v := wire.EvidenceOf(ctx)
	if v.MayHaveActed() && (len(v.All) > 0 || v.Sent > 1) {
		return false
	}
	return te.StatusCode() != 0 || te.HTTPMethod() != "" || te.Class() != toolerr.ClassUpstream
}

// Proven reports whether the effect of a call shows that a retry does no harm, and not only
// that none is known: an undeclared tool may have done something before its request. A
// program that retries calls needs that. If all requests of a call had valid keys, a retry
// does nothing twice.
func (t Tool) Proven(te *toolerr.ToolRuntimeError) bool {
	return t.Repeatable || te.Effect() == toolerr.EffectNone && !OfRequest(te) ||
		t.HTTPOnly && (te.Effect() == toolerr.EffectNone || te.SafeToRetry(false))
}

// OfRequest reports whether an error is about a request to a service, and not about the call
// itself, as a deadline without a sign of a network is.
func OfRequest(te *toolerr.ToolRuntimeError) bool {
	switch te.Class() { //nolint:exhaustive // the others are not
	case toolerr.ClassUpstream, toolerr.ClassRateLimit, toolerr.ClassNetworkTransport:
		return true
	}
	return te.Service() != "" && te.Kind() != toolerr.KindToolTimeout && te.Kind() != toolerr.KindToolCanceled
}

// BeforeCall returns the error of a function that ran before the tool, with the effect that
// nothing was done. An error about the function's own request to a service keeps its effect.
func BeforeCall(err error) error {
	te, ok := toolerr.Find(err)
	if !ok || OfRequest(te) {
		return err
	}
	return te.With(toolerr.WithEffect(toolerr.EffectNone))
}

// unchanged reports whether a failed call changed nothing, as far as its recorded HTTP
// exchanges show: none of them can have changed anything, and te, the call's error, is
// about one of them or about no request.
func unchanged(ctx context.Context, te *toolerr.ToolRuntimeError) bool {
	v := wire.EvidenceOf(ctx)
	if v.MayHaveActed() {
		return false
	}
	if adapter.HeldBack(te) {
		return true
	}
	switch te.Class() { //nolint:exhaustive // the others are about no request
	case toolerr.ClassUpstream, toolerr.ClassRateLimit, toolerr.ClassNetworkTransport:
		return te.Extra().Endpoint != "" && v.Requested(te) != nil
	}
	return te.Service() == ""
}
