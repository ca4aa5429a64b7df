package adapter

import (
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// marked is a result that a tool marked as a failure by itself, as the integrations of the
// Model Context Protocol pass it to a chain. Of the error there is nothing left but what
// the tool wrote, so that the call's only exchange says what failed, if that failed.
type marked interface {
	error
	MarkedText() string
}

// sole returns the exchange of a call that had no other, retries of the same request
// included; nil if there is none, if another one overlapped it, or if a request was not
// recorded.
func (v evidence) sole() *wire.Exchange {
	last := v.last()
	if last == nil || last.Overlaps || v.others {
		return nil
	}
	for i := range v.all {
		if !alike(&v.all[i], last) {
			return nil
		}
	}
	return last
}

// refusal returns the error of the call's only exchange if a service refused it there, for
// a result that the tool marked; nil without one.
func (v evidence) refusal(err error) (*toolerr.ToolRuntimeError, *wire.Exchange) {
	x := v.sole()
	if x == nil || x.Status < 400 {
		return nil, nil
	}
	kind, can := meaning(x)
	te := toolerr.New(kind, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithStatus(x.Status), toolerr.WithCanRetry(can),
		toolerr.WithService("_http"), toolerr.WithUpstreamName(toolerr.Name("HTTP")))
	return borrow(te, x), x
}

// cautious returns the error of a marked result without advice to retry, unless the call
// is known to have had no effect: a text can leave out what the tool did before.
func cautious(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	switch te.Class() { //nolint:exhaustive // the others are about the tool
	case toolerr.ClassUpstream, toolerr.ClassRateLimit, toolerr.ClassNetworkTransport:
		if te.CanRetry() && te.Effect() != toolerr.EffectNone {
			return te.With(toolerr.WithCanRetry(false))
		}
	}
	return te
}
