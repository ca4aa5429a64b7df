package adapter

import (
	"context"
	"errors"
	"strings"

	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// decide returns the error with its kind, status, wait, retry advice and effect. They follow
// from the adapter's answer and the exchange that caused the error, and then from the
// context:
//
//	ctx.Err()         the answer                                the result
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
func decide(ctx context.Context, t *tree, a *answer, by cause, v *wire.Evidence) *toolerr.ToolRuntimeError {
	var te *toolerr.ToolRuntimeError
	switch {
	case t.tooDeep:
		te = newError(t, toolerr.KindToolFatal)
	case t.mine != nil:
		if te = t.mine; te.States() {
			te = own(te, v)
		}
	case t.kind != "":
		te = toolerr.New(t.kind, toolerr.Message{}, toolerr.WithCause(t.err))
	default:
		te = inContext(ctx, t, meaning(t, a, by), &by, v)
		te = withEffect(te, by, v)
	}
	if t.aborts && !te.Aborts() {
		te, _ = toolerr.Find(toolerr.Abort(te))
	}
	return te
}

// newError returns the error of a kind for an error without an answer.
func newError(t *tree, kind toolerr.Kind, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	var room [6]toolerr.Option
	return toolerr.New(kind, toolerr.Message{}, append(append(room[:0], toolerr.WithCause(t.err), toolerr.WithVendorType(t.err)), opts...)...)
}

// own returns an error that a tool made, with the effect that the recorded exchanges show,
// unless the tool states one.
func own(te *toolerr.ToolRuntimeError, v *wire.Evidence) *toolerr.ToolRuntimeError {
	if te.Effect() != toolerr.EffectUnset || len(v.All) == 0 && !v.Others {
		return te
	}
	effect := toolerr.EffectNone
	if v.MayHaveActed() {
		effect = toolerr.EffectUnknown
	}
	return te.With(toolerr.WithEffect(effect))
}

// meaning returns what the answer and the exchange mean, nil if there is neither.
func meaning(t *tree, a *answer, by cause) *toolerr.ToolRuntimeError {
	te := a.te
	if by.Exchange == nil {
		if a.fromText {
			return nil // a text alone may be about anything
		}
		return te
	}
	switch by.ground {
	case details:
		if a.fromText {
			te = te.With(toolerr.WithCause(t.err), toolerr.WithVendorType(t.err))
		}
	case refusal, waiting:
		return complete(refused(t, a, by), by.Exchange)
	case notJSON, notRead:
		service := "_http"
		if te != nil && te.Class() == toolerr.ClassNetworkTransport {
			service = te.Service()
		}
		te = decoder.Undecodable(by.ground == notJSON, toolerr.WithCause(t.err), toolerr.WithVendorType(t.err),
			toolerr.WithService(service), toolerr.WithEndpoint(by.Method, by.Route()))
	case lost:
		return unreached(t)
	case unanswered:
		return nil // unless the context says more
	}
	return complete(te, by.Exchange)
}

// unreached returns the error of a request that nobody answered.
func unreached(t *tree) *toolerr.ToolRuntimeError {
	return newError(t, toolerr.KindNetworkTransportUnreachable, toolerr.WithService("_http"), toolerr.WithUpstreamName(toolerr.Name("HTTP")))
}

// refused returns the error of an exchange that the service refused.
func refused(t *tree, a *answer, by cause) *toolerr.ToolRuntimeError {
	kind, opts := statusOf(by.Exchange)
	if a.te != nil && !a.fromText {
		return a.te.WithKind(kind, opts...)
	}
	return newError(t, kind, append(opts, toolerr.WithService("_http"), toolerr.WithUpstreamName(toolerr.Name("HTTP")))...)
}

// complete adds to an answer what it lost of the exchange that caused it. It does not
// override data of the error.
func complete(te *toolerr.ToolRuntimeError, x *wire.Exchange) *toolerr.ToolRuntimeError {
	switch status := te.StatusCode(); {
	case decoder.IsUndecodable(te) && x.Status >= 300,
		status == 0 && x.Status >= 400 &&
			(te.Class() == toolerr.ClassNetworkTransport || te.Kind() == toolerr.KindUpstreamUnmapped && !te.Answered()):
		// A recorded status takes precedence over a body that could not be read, and over an
		// SDK's error that it gave up. A redirect does not: running out of redirects is not an
		// answer.
		kind, opts := statusOf(x)
		te = te.WithKind(kind, opts...)
	case decoder.IsUndecodable(te):
		te = te.With(toolerr.WithCanRetry(toolerr.SafeMethod(x.Method)))
	case status == 403 && x.Status == 403 && x.HasWait && statusAlone(te):
		kind, opts := statusOf(x)
		te = te.WithKind(kind, opts...)
	case status == 0 && x.Status >= 400 && fromUpstream(te):
		te = te.With(toolerr.WithStatus(x.Status))
	}
	limited := te.StatusCode() == 0 && x.Status < 300 && te.Kind() == toolerr.KindUpstreamRateLimit
	if !fromUpstream(te) || te.StatusCode() != x.Status && !limited && !decoder.IsUndecodable(te) {
		return te
	}
	if _, ok := te.RetryAfter(); !ok && x.HasWait && te.CanRetry() && (te.StatusCode() == x.Status || limited) {
		te = te.With(toolerr.WithRetryAfter(x.Wait))
	}
	if te.Extra().RequestID == "" && x.RequestID != "" {
		te = te.With(toolerr.WithRequestID(x.RequestID))
	}
	return te
}

// statusOf returns the kind and the other data for the status of an exchange. A 402 or
// 403 with a wait is a rate limit, because money and permissions do not return after a wait.
func statusOf(x *wire.Exchange) (toolerr.Kind, []toolerr.Option) {
	rule := toolerr.StatusRuleOf(x.Status)
	opts := []toolerr.Option{toolerr.WithStatusMeaning(x.Status), toolerr.WithEffect(toolerr.EffectUnset), {}, {}}
	switch {
	case (x.Status == 402 || x.Status == 403) && x.HasWait:
		rule.Kind = toolerr.KindUpstreamRateLimit
		opts[0], opts[2] = toolerr.WithStatus(x.Status), toolerr.WithCanRetry(true)
	case rule.WaitRetries && x.HasWait:
		opts[2], opts[3] = toolerr.WithCanRetry(true), toolerr.WithHint(toolerr.Message{})
	}
	return rule.Kind, opts
}

// statusAlone reports whether a refusal has a status but no listed code and no wait: the
// client dropped the headers.
func statusAlone(te *toolerr.ToolRuntimeError) bool {
	_, waits := te.RetryAfter()
	a, _ := te.Access()
	return a.Fact == toolerr.FactNotPermitted && !waits && te.VendorCode() == ""
}

func fromUpstream(te *toolerr.ToolRuntimeError) bool {
	c := te.Class()
	return c == toolerr.ClassUpstream || c == toolerr.ClassRateLimit
}

// inContext applies the table of decide. If the time was over while the last exchange had no
// answer, that exchange is the cause.
func inContext(ctx context.Context, t *tree, te *toolerr.ToolRuntimeError, by *cause, v *wire.Evidence) *toolerr.ToolRuntimeError {
	if te != nil && (te.Answered() || decoder.IsUndecodable(te)) {
		return te
	}
	var ended error
	if ctx != nil {
		ended = ctx.Err()
	}
	if te == nil && v.Others && t.ended && !t.canceled && !t.deadline {
		// Clients that decode from the body return its end unchanged, as slack-go does (v0.35.0,
		// misc.go). The reader may have read something else, so there is no advice to retry.
		te = newError(t, toolerr.KindNetworkTransportUnmapped, toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown))
	}
	last := v.Last()
	switch {
	case errors.Is(ended, context.Canceled):
		return rekind(t, te, toolerr.KindToolCanceled)
	case ended != nil && te != nil && te.Class() == toolerr.ClassNetworkTransport:
		return rekind(t, te, toolerr.KindNetworkTransportTimeout)
	case ended != nil && last != nil && !last.Overlaps && last.Status == 0 && (te == nil || te.Kind() == toolerr.KindToolTimeout):
		// Some SDKs return a bare ctx.Err(); the exchange shows which request it interrupted.
		*by = cause{Exchange: last}
		return rekind(t, te, toolerr.KindNetworkTransportTimeout)
	case ended != nil:
		return rekind(t, te, toolerr.KindToolTimeout)
	case te != nil && te.Kind() == toolerr.KindToolCanceled, te == nil && t.canceled:
		return rekind(t, te, toolerr.KindNetworkTransportUnmapped)
	case te == nil && t.deadline:
		return rekind(t, nil, toolerr.KindToolTimeout)
	case te == nil && by.ground == unanswered:
		return unreached(t)
	case te == nil && t.marked != nil && len(v.All) > 0:
		return own(newError(t, toolerr.KindToolFatal), v)
	case te == nil:
		return newError(t, toolerr.KindToolFatal)
	}
	return te
}

// rekind returns an error of the given kind with the answer's data about the call. Its
// effect is the answer's, or unknown.
func rekind(t *tree, te *toolerr.ToolRuntimeError, kind toolerr.Kind) *toolerr.ToolRuntimeError {
	if te == nil {
		return newError(t, kind, toolerr.WithEffect(toolerr.EffectUnknown))
	}
	effect := te.Effect()
	if effect == toolerr.EffectUnset {
		effect = toolerr.EffectUnknown
	}
	if te.Kind() == kind {
		return te.With(toolerr.WithEffect(effect))
	}
	return te.WithKind(kind, toolerr.WithEffect(effect))
}

// withEffect returns te with the effect of all exchanges of the call, and with the endpoint
// of the exchange that caused te. A failed request had no effect if its method is safe or it
// had no connection. If another exchange may have changed something, the effect is unknown.
// So is it if te may be about something else that the tool did: a request that failed before
// can have been optional.
func withEffect(te *toolerr.ToolRuntimeError, by cause, v *wire.Evidence) *toolerr.ToolRuntimeError {
	x := by.Exchange
	if x != nil && x.Host != "" && te.HTTPMethod() == "" {
		te = te.With(toolerr.WithEndpoint(x.Method, x.Route()))
	}
	effect := te.Effect()
	switch {
	case by.ground == unanswered, by.ground == waiting && !v.Safe():
		effect = toolerr.EffectUnknown
	case toolerr.SafeMethod(te.HTTPMethod()), x != nil && (toolerr.SafeMethod(x.Method) || !x.Connected && !x.Open):
		effect = toolerr.EffectNone
	case len(v.All) > 0 && effect == toolerr.EffectUnset:
		effect = toolerr.EffectUnknown
	}
	if v.Others && (x != nil || v.Connected && afterRedirect(te)) {
		effect = toolerr.EffectUnknown
	}
	for i := range v.All {
		if !judges(te, x, &v.All[i]) && v.All[i].MayHaveActed() {
			effect = toolerr.EffectUnknown
		}
	}
	if effect == te.Effect() {
		return te
	}
	return te.With(toolerr.WithEffect(effect))
}

// afterRedirect reports whether te may be about the last of several requests, which had no
// connection: the error of an http.Client names the method of the first one, and the address
// to which that was redirected.
func afterRedirect(te *toolerr.ToolRuntimeError) bool {
	method := te.HTTPMethod()
	if method == "" || toolerr.SafeMethod(method) {
		return false
	}
	return te.Class() == toolerr.ClassNetworkTransport || !strings.HasPrefix(te.Extra().Endpoint, "http")
}

// judges reports whether te states the effect of the exchange y: y caused te, and y failed
// or te is a service's answer. After a success without such an answer, the failure came
// later.
func judges(te *toolerr.ToolRuntimeError, x, y *wire.Exchange) bool {
	return x == y && (y.Status < 200 || y.Status > 299 || te.Answered())
}
