package adapter

import (
	"context"
	"time"

	"github.com/errand-go/errand/internal/callkey"
	"github.com/errand-go/errand/toolerr"
)

// An Outcome is what a function of [WithReconcile] found out about a call.
type Outcome string

// The outcomes. Any other one means OutcomeUnknown, and so does an error.
const (
	// OutcomeDone: the call was carried out. The result is the call's.
	OutcomeDone Outcome = "done"
	// OutcomeNever: the call was not carried out, and never will be: it was fenced, or the
	// time in which it can still happen has passed (see [CallAge]). Only then is it retried.
	OutcomeNever Outcome = "never"
	// OutcomeNotFound: nothing shows yet that the call was carried out.
	OutcomeNotFound Outcome = "not_found"
	// OutcomeUnknown: nothing was found out.
	OutcomeUnknown Outcome = "unknown"
)

// reconcileTime limits a function of [WithReconcile].
const reconcileTime = 10 * time.Second

// endedKey is the key of the time at which a call had ended at the latest.
type endedKey struct{}

// CallAge returns how long ago the call that a function of [WithReconcile] is asked about
// ended: it has sent nothing since. After a restart, the end of an agent's call is that of its
// process if the tool is HTTPOnly, and else the latest one that the limits of the run allow. It is 0 in any other context.
func CallAge(ctx context.Context) time.Duration {
	if at, ok := ctx.Value(endedKey{}).(time.Time); ok {
		return max(0, time.Since(at))
	}
	return 0
}

// reconciling returns the context in which a call is reconciled, and its key. It does not end
// with ctx, and its requests are not the call's.
func reconciling(ctx context.Context, ended time.Time) (finding context.Context, key string) {
	finding = context.WithoutCancel(ctx)
	return context.WithValue(context.WithValue(finding, endedKey{}, ended), callkey.Key{}, nil), CallKey(finding)
}

// inDoubt reports whether a call that failed with te may have been carried out.
func inDoubt(te *toolerr.ToolRuntimeError) bool {
	c := te.Class()
	return te.Effect() == toolerr.EffectUnknown || te.Effect() == toolerr.EffectUnset &&
		(c == toolerr.ClassUpstream || c == toolerr.ClassNetworkTransport || c == toolerr.ClassCanceled)
}
