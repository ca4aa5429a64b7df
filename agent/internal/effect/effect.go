// Package effect decides what is known about the side effects of a call that failed.
package effect

import (
	"context"

	"github.com/errand-go/errand/adapter"
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
func (t Tool) OfCall(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	switch {
	case t.ReadOnly && te.Effect() == toolerr.EffectUnknown:
		return te.With(toolerr.WithEffect(toolerr.EffectNone))
	case t.Repeatable || te.Effect() != toolerr.EffectNone || !OfRequest(te):
		return te
	case t.HTTPOnly && adapter.Unchanged(ctx, te), unread(te):
		return te
	}
	return te.With(toolerr.WithEffect(toolerr.EffectUnknown))
}

// unread reports whether the tool states that its only request was refused before anything
// was done.
func unread(te *toolerr.ToolRuntimeError) bool {
	for e := range adapter.Tree(te.Cause()) {
		if only, ok := e.(interface{ NothingDone() bool }); ok {
			return only.NothingDone()
		}
	}
	return false
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
