package adapter

import (
	"context"

	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// evidence is what the wire knew about a call: nothing, for one that runs
// without [WithEvidence] or without a transport that records.
type evidence struct {
	exchanges []wire.Exchange
	alone     bool // the last exchange overlapped no other
}

func evidenceFrom(ctx context.Context) evidence {
	if ctx == nil {
		return evidence{}
	}
	var known evidence
	known.exchanges, known.alone = wire.Exchanges(ctx)
	return known
}

// complete adds to an adapter's answer what the error forgot: the status, the
// wait, the request id. It never overrides what the error said. An error no
// adapter recognised becomes the answer upstream gave last, if that was a
// refusal or a failure, and the error is no cancellation or timeout; so does one
// that only says that some input could not be read.
func (v evidence) complete(err error, seen sights, answer *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if !v.alone {
		return answer
	}
	last := v.exchanges[len(v.exchanges)-1]
	switch {
	case (answer == nil || undecoded(answer)) && last.Status >= 300 && !seen.canceled && !seen.deadline:
		kind, can := meaning(last)
		answer = toolerr.New(kind, toolerr.Message{}, toolerr.WithStatus(last.Status), toolerr.WithCanRetry(can),
			toolerr.WithCause(err), toolerr.WithVendorType(err))
	case answer == nil:
		return nil
	case answer.StatusCode() == 0 && last.Status >= 400 &&
		(answer.Class() == toolerr.ClassNetworkTransport || answer.Kind() == toolerr.KindUpstreamUnmapped && !answer.Answered()):
		// A status that was seen wins over a body that could not be read, and over
		// an SDK's word that it gave up. A redirect does not: exhausting redirects
		// is no answer.
		kind, can := meaning(last)
		answer = answer.WithKind(kind, toolerr.WithStatus(last.Status), toolerr.WithCanRetry(can),
			toolerr.WithEffect(toolerr.EffectUnset))
	case answer.StatusCode() == 403 && last.Status == 403 && last.HasWait && statusAlone(answer):
		kind, can := meaning(last)
		answer = answer.WithKind(kind, toolerr.WithCanRetry(can))
	case answer.StatusCode() == 0 && last.Status >= 400 && fromUpstream(answer):
		answer = answer.With(toolerr.WithStatus(last.Status))
	}
	if !fromUpstream(answer) || answer.StatusCode() != last.Status {
		return answer
	}
	if _, ok := answer.RetryAfter(); !ok && last.HasWait {
		answer = answer.With(toolerr.WithRetryAfter(last.Wait))
	}
	extra := answer.Extra()
	if extra.RequestID == "" && last.RequestID != "" {
		answer = answer.With(toolerr.WithRequestID(last.RequestID))
	}
	if extra.Endpoint == "" && last.Host != "" {
		answer = answer.With(toolerr.WithEndpoint(last.Method, last.Scheme+"://"+last.Host+last.Path))
	}
	return answer
}

// meaning returns what the status of an exchange stands for by itself. A 403 that
// names a wait is a rate limit: permissions do not come back by themselves.
func meaning(x wire.Exchange) (kind toolerr.Kind, canRetry bool) {
	if x.Status == 403 && x.HasWait {
		return toolerr.KindUpstreamRateLimit, true
	}
	rule := toolerr.StatusRuleOf(x.Status)
	return rule.Kind, rule.CanRetry
}

// undecoded reports whether the answer is no more than that some input does not
// fit, which no service said: it may be the body of a refusal.
func undecoded(te *toolerr.ToolRuntimeError) bool {
	return te.Class() == toolerr.ClassInvalidInput && !te.Answered()
}

// statusAlone reports whether a refusal says what its status says and nothing
// more: the client dropped the headers.
func statusAlone(te *toolerr.ToolRuntimeError) bool {
	_, waits := te.RetryAfter()
	return te.Kind() == toolerr.KindUpstreamAuthError && !waits && te.Extra().VendorCode == "" && !te.RequiresUserAction()
}

func fromUpstream(te *toolerr.ToolRuntimeError) bool {
	c := te.Class()
	return c == toolerr.ClassUpstream || c == toolerr.ClassRateLimit
}

// effect says what the call may have done, over all its exchanges: nothing if
// none ever had a connection; otherwise what the answer says of the exchange it
// is about, unless another one may have done something.
func (v evidence) effect(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if len(v.exchanges) == 0 {
		return te
	}
	connected := false
	effect := te.Effect()
	for i, x := range v.exchanges {
		connected = connected || x.Connected
		judged := i == len(v.exchanges)-1 && v.judges(te)
		if !judged && mayHaveActed(x) {
			effect = toolerr.EffectUnknown
		}
	}
	switch {
	case !connected:
		effect = toolerr.EffectNone
	case effect == toolerr.EffectUnset:
		effect = toolerr.EffectUnknown
	}
	if effect == te.Effect() {
		return te
	}
	return te.With(toolerr.WithEffect(effect))
}

// judges reports whether the answer is about the last exchange: it overlapped no
// other, and the statuses are not of two different responses. An answer that
// comes from no response is not about an exchange that succeeded: what failed
// then is what the tool did next.
func (v evidence) judges(te *toolerr.ToolRuntimeError) bool {
	last := v.exchanges[len(v.exchanges)-1].Status
	switch {
	case !v.alone:
		return false
	case te.StatusCode() == 0:
		return last < 200 || last >= 300 || te.Answered()
	}
	return last == 0 || te.StatusCode() == last
}

// waiting reports whether the last exchange got no answer.
func (v evidence) waiting() bool {
	return v.alone && v.exchanges[len(v.exchanges)-1].Status == 0
}

// mayHaveActed reports whether the exchange can have changed something: it had
// a connection, its method is not a safe one (RFC 9110 section 9.2.1), and
// upstream did not refuse it.
func mayHaveActed(x wire.Exchange) bool {
	switch x.Method {
	case "GET", "HEAD", "OPTIONS", "TRACE", "":
		return false
	}
	refused := x.Status >= 400 && x.Status < 500 || x.Status == 503 && x.HasWait
	return x.Connected && !refused
}
