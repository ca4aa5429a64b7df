package adapter

import (
	"context"
	"errors"

	"github.com/errand-go/errand/toolerr"
)

// settle decides the meaning of an error from its context. The answer of an adapter is in
// a.err, nil if none recognised err.
//
//	ctx.Err()         the adapter's answer                      the result
//	any               a status from 300 up, or a vendor code    the answer
//	Canceled          anything else                             TOOL_RUNTIME_CANCELED
//	DeadlineExceeded  NetworkTransport                          NETWORK_TRANSPORT_RUNTIME_TIMEOUT
//	DeadlineExceeded  only the deadline, and the last           NETWORK_TRANSPORT_RUNTIME_TIMEOUT
//	                  recorded exchange has no answer
//	DeadlineExceeded  anything else, or none                    TOOL_RUNTIME_TIMEOUT
//	nil               none, and the tree has Canceled           NETWORK_TRANSPORT_RUNTIME_UNMAPPED
//
// The last row is a cancellation by other code, such as an SDK that cancels its own
// attempt. If the tree has a deadline error and the context has not ended, the timeout
// belongs to other code: the result is TOOL_RUNTIME_TIMEOUT if no adapter is more specific.
func settle(ctx context.Context, err error, seen sights, a adapted) *toolerr.ToolRuntimeError {
	known := evidenceFrom(ctx)
	answer, about := known.complete(err, seen, a)
	if answer == nil && !seen.canceled && !seen.deadline {
		answer = known.brokenOff(err)
	}
	if answer != nil && (answer.Answered() || undecodable(answer)) {
		return known.effect(answer, about)
	}
	var ctxErr error
	if ctx != nil {
		ctxErr = ctx.Err()
	}
	switch {
	case errors.Is(ctxErr, context.Canceled):
		answer = rekind(err, answer, toolerr.KindToolCanceled)
	case ctxErr != nil && answer != nil && answer.Class() == toolerr.ClassNetworkTransport:
		answer = rekind(err, answer, toolerr.KindNetworkTransportTimeout)
	case ctxErr != nil && known.waiting() != nil && (answer == nil || answer.Kind() == toolerr.KindToolTimeout):
		// Some SDKs return a bare ctx.Err(); the exchange shows which request it interrupted.
		answer, about = rekind(err, answer, toolerr.KindNetworkTransportTimeout), known.waiting()
	case ctxErr != nil:
		answer = rekind(err, answer, toolerr.KindToolTimeout)
	case answer != nil && answer.Kind() == toolerr.KindToolCanceled, answer == nil && seen.canceled:
		answer = rekind(err, answer, toolerr.KindNetworkTransportUnmapped)
	case answer == nil && seen.deadline:
		answer = rekind(err, nil, toolerr.KindToolTimeout)
	case answer == nil:
		answer = toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(err))
		if seen.marked != nil && len(known.all) > 0 {
			answer = known.own(answer)
		}
	}
	return known.effect(answer, about)
}

// rekind returns an error of the given kind with the adapter's data about the call. Its
// effect is the adapter's, or unknown.
func rekind(err error, answer *toolerr.ToolRuntimeError, kind toolerr.Kind) *toolerr.ToolRuntimeError {
	if answer == nil {
		return toolerr.New(kind, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(err),
			toolerr.WithEffect(toolerr.EffectUnknown))
	}
	effect := answer.Effect()
	if effect == toolerr.EffectUnset {
		effect = toolerr.EffectUnknown
	}
	if answer.Kind() == kind {
		return answer.With(toolerr.WithEffect(effect))
	}
	return answer.WithKind(kind, toolerr.WithEffect(effect))
}
