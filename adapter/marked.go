package adapter

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// marked is a result that a tool marked as a failure by itself, as the integrations of the
// Model Context Protocol pass it to a chain. Of the error there is nothing left but what
// the tool wrote, so that the call's only exchange that failed says what failed.
type marked interface {
	error
	MarkedText() string
}

// words is the text of an error that no adapter recognised, for adapters that read the texts
// of marked results. It does not wrap the error: nothing but the text is read.
type words string

func (w words) Error() string      { return string(w) }
func (w words) MarkedText() string { return string(w) }

// reread asks the adapters about the text of an error that none of them recognised, as
// `fmt.Errorf("API error: %s", resp.Status)` makes one. The answer counts if the call's last
// exchange has the status that the text states, and no other one failed: a text alone may
// be about anything. reread reports whether it changed a.
func (c Chain) reread(ctx context.Context, err error, a *adapted) bool {
	x := evidenceFrom(ctx).final()
	if x == nil || x.Status < 400 {
		return false
	}
	found := c.ask(words(errtree.Text(err)))
	for _, p := range found.panics {
		if !slices.ContainsFunc(a.panics, func(o adapterPanic) bool { return o.slug == p.slug }) {
			a.panics = append(a.panics, p)
		}
	}
	if found.err == nil || found.err.StatusCode() != x.Status {
		return false
	}
	a.err, a.slug, a.http = found.err.With(toolerr.WithCause(err), toolerr.WithVendorType(err)), found.slug, found.http
	return true
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

// final returns the last exchange of a call if all before it succeeded, or failed with the
// same status, as a fallback to another endpoint does; nil if there is none, if another one
// overlapped it, or if a request was not recorded.
func (v evidence) final() *wire.Exchange {
	last := v.last()
	if last == nil || last.Overlaps || v.others {
		return nil
	}
	for i := range v.all {
		if x := &v.all[i]; (x.Status != last.Status || x.HasWait != last.HasWait) && (x.Status < 200 || x.Status >= 400) {
			return nil
		}
	}
	return last
}

// failed returns the error of the call's last exchange if that failed and no other did, for
// a result that the tool marked: a service refused it, or answered with something that the
// text shows to be unreadable. It returns nil without one.
func (v evidence) failed(err error, m marked) (*toolerr.ToolRuntimeError, *wire.Exchange) {
	x := v.final()
	switch {
	case x == nil:
		return nil, nil
	case x.Status >= 400:
		kind, can := meaning(x)
		te := toolerr.New(kind, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithStatus(x.Status), toolerr.WithCanRetry(can),
			toolerr.WithService("_http"), toolerr.WithUpstreamName(toolerr.Name("HTTP")))
		return borrow(te, x), x
	case x.Status >= 200 && x.Status < 300 && unreadable(m.MarkedText(), &x.Body):
		te := Undecodable(true, toolerr.WithCause(err), toolerr.WithService("_http"), toolerr.WithEndpoint(x.Method, route(x)))
		return borrow(te, x), x
	}
	return nil, nil
}

// corrected returns an error that was read from the text of a marked result with the status
// of the call's last exchange, if that failed with another status and no other exchange
// failed: tools write statuses that nobody sent. It returns nil for the exchange if
// nothing is corrected.
func (v evidence) corrected(answer *toolerr.ToolRuntimeError, m marked) (*toolerr.ToolRuntimeError, *wire.Exchange) {
	x := v.final()
	if m == nil || x == nil || x.Status < 400 || answer.StatusCode() == 0 {
		return answer, nil
	}
	if with, ok := m.(interface{ Unwrap() error }); ok && with.Unwrap() != nil {
		return answer, nil
	}
	kind, can := meaning(x)
	return borrow(answer.WithKind(kind, toolerr.WithStatus(x.Status), toolerr.WithCanRetry(can), toolerr.WithEffect(toolerr.EffectUnset)), x), x
}

// unreadable reports whether a text ends in what package json says of a body, which the
// given one can be (go1.26.8 encoding/json, decode.go and scanner.go).
func unreadable(text string, body *wire.Body) bool {
	text = strings.TrimRight(text[:min(len(text), maxPlain)], " .\n")
	if i := strings.LastIndex(text, "invalid character '"); i >= 0 {
		rest := text[i+len("invalid character '"):]
		return rest != "" && (body.Encoded || bytes.IndexByte(body.Start[:min(body.Length, int64(len(body.Start)))], rest[0]) >= 0)
	}
	if strings.Contains(text, "json: cannot unmarshal ") {
		return body.Length > 0
	}
	return body.Ended && (strings.HasSuffix(text, "EOF") || strings.HasSuffix(text, "unexpected end of JSON input"))
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
