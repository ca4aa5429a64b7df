package adapter

import (
	"context"
	"errors"

	"github.com/errand-go/errand/toolerr"
)

// settle decides what an error means once the context is known: a.err is what
// an adapter made of err, nil if none recognised it.
//
//	ctx.Err()         the adapter said                          the result
//	any               a status from 300 up, or a vendor code    that
//	Canceled          anything else                             TOOL_RUNTIME_CANCELED
//	DeadlineExceeded  NetworkTransport                          NETWORK_TRANSPORT_RUNTIME_TIMEOUT
//	DeadlineExceeded  nothing but the deadline, and the last    NETWORK_TRANSPORT_RUNTIME_TIMEOUT
//	                  exchange on record has no answer
//	DeadlineExceeded  anything else, or nothing                 TOOL_RUNTIME_TIMEOUT
//	nil               nothing, and the tree holds Canceled      NETWORK_TRANSPORT_RUNTIME_UNMAPPED
//
// The last row is somebody else's cancellation, as of an SDK that cancels its
// own attempt. An error that only holds a deadline, with the context alive, is
// somebody else's timeout: TOOL_RUNTIME_TIMEOUT where no adapter knows better.
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
		// Some SDKs return a bare ctx.Err(); the wire knows what it cut short.
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

// rekind returns the error of the given kind, with what the adapter knew about
// the call. What it knew of the effect stays; otherwise it is unknown.
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
