package adapter

import (
	"context"

	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// An OverHTTP adapter reports whether its vendor is called over HTTP. If it is, a recorded
// HTTP exchange can supply the status that an error has lost (see [Wrap]). An
// adapter without the method counts as one whose vendor is called over HTTP.
type OverHTTP interface {
	Adapter
	OverHTTP() bool
}

// evidence is the record of the HTTP exchanges of a call. It is empty without a transport
// that records.
type evidence struct {
	all    []wire.Exchange
	others bool // some requests were not recorded
}

func evidenceFrom(ctx context.Context) (v evidence) {
	if ctx != nil {
		v.all, v.others = wire.Exchanges(ctx)
	}
	return v
}

// last returns the last exchange, or nil.
func (v evidence) last() *wire.Exchange {
	if len(v.all) == 0 {
		return nil
	}
	return &v.all[len(v.all)-1]
}

// complete adds data that the error lost to an adapter's answer: the status, the wait, the
// request id. It does not override data of the error. It also returns the exchange that
// caused the error. If that is not known, the exchange is nil and complete adds nothing.
func (v evidence) complete(err error, seen sights, a adapted) (*toolerr.ToolRuntimeError, *wire.Exchange) {
	answer := a.err
	if len(v.all) == 0 {
		return answer, nil
	}
	if local(answer) {
		if x, json := v.refused(err); x != nil && !seen.canceled && !seen.deadline {
			answer = Undecodable(json, toolerr.WithCause(err), toolerr.WithVendorType(err), toolerr.WithService("_http"), toolerr.WithEndpoint(x.Method, route(x)))
			return borrow(answer, x), x
		}
		if seen.marked != nil && answer == nil && !seen.canceled && !seen.deadline {
			return v.failed(err, seen.marked)
		}
		return answer, nil
	}
	x := v.about(a)
	if x == nil {
		return v.corrected(answer, seen.marked)
	}
	return borrow(answer, x), x
}

// local reports whether the error may not come from a service: no adapter recognised it, or
// the answer is about the tool or its input.
func local(answer *toolerr.ToolRuntimeError) bool {
	if answer == nil {
		return true
	}
	c := answer.Class()
	return (c == toolerr.ClassInvalidInput || c == toolerr.ClassFatal) && !answer.Answered()
}

// about returns the exchange that caused an adapter's answer. If the error has a method and
// a URL, it is the exchange with these. Otherwise it is the last exchange, if that has the
// error's status or is the only one of the call. A retry of the same request counts as the
// same exchange. about returns nil if no exchange can be chosen, if another one overlapped
// it, or if a request was not recorded.
func (v evidence) about(a adapted) *wire.Exchange {
	if a.err.Extra().Endpoint != "" {
		return v.requested(a.err)
	}
	last := v.last()
	switch {
	case last.Overlaps || v.others || !a.http:
		return nil
	case a.err.StatusCode() != 0:
		if a.err.StatusCode() == last.Status {
			return last
		}
		return nil
	case a.slug == "_http" && a.err.Class() == toolerr.ClassNetworkTransport:
		return nil // a connection of any protocol
	case last.Status >= 200 && last.Status < 300 && !a.err.Answered() && !unread(a.err, last):
		return nil // the failure came later
	}
	return v.sole()
}

// alike reports whether two exchanges have the same request and ended in the same way, so
// that either may stand for an error.
func alike(x, y *wire.Exchange) bool {
	return x.Method == y.Method && route(x) == route(y) && x.Status == y.Status
}

// requested returns the last exchange with the method, the URL and, if present, the status
// of an answer. It returns nil if the answer has no status and such exchanges ended
// differently, or if a request was not recorded.
func (v evidence) requested(answer *toolerr.ToolRuntimeError) (x *wire.Exchange) {
	status := answer.StatusCode()
	if v.others && status == 0 {
		return nil
	}
	for i := range v.all {
		y := &v.all[i]
		switch {
		case !answer.IsAbout(y.Method, route(y)), status != 0 && y.Status != status:
		case x != nil && (!alike(x, y) || y.Overlaps):
			return nil
		default:
			x = y
		}
	}
	return x
}

// route returns the URL of an exchange without its query.
func route(x *wire.Exchange) string {
	if x.Host == "" {
		return ""
	}
	return x.Scheme + "://" + x.Host + x.Path
}

// borrow adds the data of x to an answer that x caused.
func borrow(answer *toolerr.ToolRuntimeError, x *wire.Exchange) *toolerr.ToolRuntimeError {
	kind, can := meaning(x)
	switch status := answer.StatusCode(); {
	case undecodable(answer) && x.Status >= 300,
		status == 0 && x.Status >= 400 &&
			(answer.Class() == toolerr.ClassNetworkTransport || answer.Kind() == toolerr.KindUpstreamUnmapped && !answer.Answered()):
		// A recorded status takes precedence over a body that could not be read, and over an
		// SDK's error that it gave up. A redirect does not: running out of redirects is not an
		// answer.
		answer = answer.WithKind(kind, toolerr.WithStatus(x.Status), toolerr.WithCanRetry(can),
			toolerr.WithEffect(toolerr.EffectUnset))
	case unread(answer, x):
		answer = Undecodable(true, toolerr.WithCause(answer.Cause()), toolerr.WithVendorType(answer.Cause()),
			toolerr.WithService(answer.Service()), toolerr.WithEndpoint(x.Method, route(x)))
	case undecodable(answer):
		answer = answer.With(toolerr.WithCanRetry(toolerr.SafeMethod(x.Method)))
	case status == 403 && x.Status == 403 && x.HasWait && statusAlone(answer):
		answer = answer.WithKind(kind, toolerr.WithCanRetry(can))
	case status == 0 && x.Status >= 400 && fromUpstream(answer):
		answer = answer.With(toolerr.WithStatus(x.Status))
	}
	if !fromUpstream(answer) || answer.StatusCode() != x.Status && !undecodable(answer) {
		return answer
	}
	if _, ok := answer.RetryAfter(); !ok && x.HasWait && answer.CanRetry() && answer.StatusCode() == x.Status {
		answer = answer.With(toolerr.WithRetryAfter(x.Wait))
	}
	if answer.Extra().RequestID == "" && x.RequestID != "" {
		answer = answer.With(toolerr.WithRequestID(x.RequestID))
	}
	return answer
}

// unread reports whether the body arrived completely but the client's decoder refused it.
func unread(answer *toolerr.ToolRuntimeError, x *wire.Exchange) bool {
	return answer.Kind() == toolerr.KindNetworkTransportUnmapped && x.Status >= 200 && x.Status < 300 && x.Body.Ended
}

// meaning returns the kind and the advice for the status of an exchange. A 403 with a wait
// is a rate limit, because a missing permission does not return after a wait.
func meaning(x *wire.Exchange) (kind toolerr.Kind, canRetry bool) {
	if x.Status == 403 && x.HasWait {
		return toolerr.KindUpstreamRateLimit, true
	}
	rule := toolerr.StatusRuleOf(x.Status)
	return rule.Kind, rule.CanRetry
}

// statusAlone reports whether a refusal has a status but no listed code and no wait: the
// client dropped the headers.
func statusAlone(te *toolerr.ToolRuntimeError) bool {
	_, waits := te.RetryAfter()
	return te.Kind() == toolerr.KindUpstreamAuthError && !waits && te.VendorCode() == "" && !te.RequiresUserAction()
}

func fromUpstream(te *toolerr.ToolRuntimeError) bool {
	c := te.Class()
	return c == toolerr.ClassUpstream || c == toolerr.ClassRateLimit
}

// effect returns te with the effect of all exchanges of the call, and with the endpoint of
// x, the exchange that caused te, or nil if that is not known. A failed request had no
// effect if its method is safe or it had no connection. If another exchange may have
// changed something, the effect is unknown.
func (v evidence) effect(te *toolerr.ToolRuntimeError, x *wire.Exchange) *toolerr.ToolRuntimeError {
	if x != nil && x.Host != "" && te.HTTPMethod() == "" {
		te = te.With(toolerr.WithEndpoint(x.Method, route(x)))
	}
	effect := te.Effect()
	switch {
	case toolerr.SafeMethod(te.HTTPMethod()), x != nil && (toolerr.SafeMethod(x.Method) || !x.Connected && !x.Open):
		effect = toolerr.EffectNone
	case len(v.all) > 0 && effect == toolerr.EffectUnset:
		effect = toolerr.EffectUnknown
	}
	if x != nil && v.others {
		effect = toolerr.EffectUnknown
	}
	for i := range v.all {
		if !judges(te, x, &v.all[i]) && mayHaveActed(&v.all[i]) {
			effect = toolerr.EffectUnknown
		}
	}
	if effect == te.Effect() {
		return te
	}
	return te.With(toolerr.WithEffect(effect))
}

// judges reports whether te states the effect of the exchange y: y caused te, and y failed
// or te is a service's answer. After a success without such an answer, the failure came
// later.
func judges(te *toolerr.ToolRuntimeError, x, y *wire.Exchange) bool {
	return x == y && (y.Status < 200 || y.Status > 299 || te.Answered())
}

// waiting returns the last exchange if it has no answer, and nil otherwise.
func (v evidence) waiting() *wire.Exchange {
	if last := v.last(); last != nil && !last.Overlaps && last.Status == 0 {
		return last
	}
	return nil
}

// mayHaveActed reports whether the exchange can have changed something: it had a
// connection, its method is not safe, and the service did not refuse it.
func mayHaveActed(x *wire.Exchange) bool {
	refused := x.Status >= 400 && x.Status < 500 || x.Status == 503 && x.HasWait
	return (x.Connected || x.Open) && !refused && x.Method != "" && !toolerr.SafeMethod(x.Method)
}

// Unchanged reports whether a failed call changed nothing, as far as its recorded HTTP
// exchanges show: none of them can have changed anything, and te, the call's error, is
// about one of them or about no request. It is for callers that know that the function
// changes things only through exchanges that an httpadapter.Transport records. ctx is the
// context that the function got from [Wrap], [Do] or [Serve].
func Unchanged(ctx context.Context, te *toolerr.ToolRuntimeError) bool {
	v := evidenceFrom(ctx)
	if v.mayHaveActed() {
		return false
	}
	if HeldBack(te) {
		return true
	}
	switch te.Class() { //nolint:exhaustive // the others are about no request
	case toolerr.ClassUpstream, toolerr.ClassRateLimit, toolerr.ClassNetworkTransport:
		return te.Extra().Endpoint != "" && v.requested(te) != nil
	}
	return te.Service() == ""
}
