package adapter

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// marked is a result that a tool itself marked as a failure, as the integrations of the
// Model Context Protocol pass it to a chain. Unless the tool kept the original error beside
// its text (Unwrap), only the text is left. If a single exchange of the call failed, that
// one shows the reason.
type marked interface {
	error
	MarkedText() string
}

// words is the text of an unrecognised error, for adapters that read the texts of marked
// results. It does not wrap the error, so that only the text is read.
type words string

func (w words) Error() string      { return string(w) }
func (w words) MarkedText() string { return string(w) }

// reread calls the adapters with the text of an unrecognised error, such as
// `fmt.Errorf("API error: %s", resp.Status)`. A text alone may be about anything, so the
// answer counts only if the last exchange of the call has the status in the text and no
// other one failed. Then words as in "API returned 429" are enough, too. reread reports
// whether it changed a.
func (c Chain) reread(ctx context.Context, err error, a *adapted) bool {
	x := evidenceFrom(ctx).final()
	if x == nil || x.Status < 400 {
		return false
	}
	text := errtree.Text(err)
	found := c.ask(words(text))
	for _, p := range found.panics {
		if !slices.ContainsFunc(a.panics, func(o adapterPanic) bool { return o.slug == p.slug }) {
			a.panics = append(a.panics, p)
		}
	}
	switch {
	case found.err != nil && found.err.StatusCode() == x.Status:
		a.err, a.slug, a.http = borrow(found.err.With(toolerr.WithCause(err)), x), found.slug, found.http
	case (found.err == nil || found.err.StatusCode() == 0) && answers(text[:min(len(text), maxPlain)], x.Status):
		a.err, a.slug, a.http = refused(err, x), "_http", true
		a.err = a.err.With(toolerr.WithRefusal(toolerr.Refusal{Findings: c.read(text), Message: text}))
	default:
		return false
	}
	a.err = a.err.With(toolerr.WithVendorType(err))
	return true
}

// answered are words of tools before the status of a response. They also stand before other
// numbers, so they count only together with an exchange.
var answered = [...]string{"returned ", "returns ", "responded with ", "responded ", "replied with ", "replied ", "answered with ", "answered ", "response ", "got ", "received ", "error ", "error: ", "code ", "code: ", "("}

// answers reports whether a text states that a service answered with a status.
func answers(text string, status int) bool {
	number := strconv.Itoa(status)
	for text = strings.ToLower(text); ; {
		before, rest, found := strings.Cut(text, number)
		if !found {
			return false
		}
		after, _ := utf8.DecodeRuneInString(rest)
		if !unicode.IsLetter(after) && !unicode.IsDigit(after) && slices.ContainsFunc(answered[:], func(word string) bool { return strings.HasSuffix(before, word) }) {
			return true
		}
		text = rest
	}
}

// sole returns the exchange of a call with only one, where retries of the same request
// count as one. It returns nil if there are others, if another one overlapped it, or if a
// request was not recorded.
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

// final returns the last exchange of a call if all earlier ones succeeded, or failed with
// the same status, as with a fallback to another endpoint. It returns nil if there is none,
// or if a request was not recorded. If others overlapped it, all must have failed with its
// status, and the result has no more than that and the longest wait.
func (v evidence) final() *wire.Exchange {
	last := v.last()
	if last == nil || v.others {
		return nil
	}
	if last.Overlaps {
		same := wire.Exchange{Method: last.Method, Status: last.Status}
		for i := range v.all {
			x := &v.all[i]
			if x.Status != last.Status || x.Status < 400 || x.HasWait != last.HasWait {
				return nil
			}
			same.Wait, same.HasWait = max(same.Wait, x.Wait), x.HasWait
			same.Connected, same.Open = same.Connected || x.Connected, same.Open || x.Open
		}
		return &same
	}
	for i := range v.all {
		if x := &v.all[i]; (x.Status != last.Status || x.HasWait != last.HasWait) && (x.Status < 200 || x.Status >= 400) {
			return nil
		}
	}
	return last
}

// failed returns the error of the call's last exchange for a result that the tool marked:
// the service refused it, or the tool's text shows that the answer could not be read. It
// returns nil if that exchange did not fail, or if another one failed.
func (v evidence) failed(err error, m marked) (*toolerr.ToolRuntimeError, *wire.Exchange) {
	x := v.final()
	switch {
	case x == nil:
		return nil, nil
	case x.Status >= 400:
		return refused(err, x), x
	case x.Status >= 200 && x.Status < 300 && unreadable(m.MarkedText(), &x.Body):
		te := Undecodable(true, toolerr.WithCause(err), toolerr.WithService("_http"), toolerr.WithEndpoint(x.Method, route(x)))
		return borrow(te, x), x
	}
	return nil, nil
}

// refused returns the error of an exchange that the service refused.
func refused(err error, x *wire.Exchange) *toolerr.ToolRuntimeError {
	kind, can := meaning(x)
	te := toolerr.New(kind, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithStatus(x.Status), toolerr.WithCanRetry(can),
		toolerr.WithService("_http"), toolerr.WithUpstreamName(toolerr.Name("HTTP")))
	return borrow(te, x)
}

// corrected returns an error that was read from the text of a marked result, with the
// status of the call's last exchange in place of the one in the text: some tools write a
// status that no service sent. The exchange is nil if nothing is corrected, because it did
// not fail, has the same status, or another one failed.
func (v evidence) corrected(answer *toolerr.ToolRuntimeError, m marked) (*toolerr.ToolRuntimeError, *wire.Exchange) {
	x := v.final()
	if m == nil || x == nil || x.Status < 400 || answer.StatusCode() == 0 {
		return answer, nil
	}
	if kept(m) != nil {
		return answer, nil
	}
	kind, can := meaning(x)
	return borrow(answer.WithKind(kind, toolerr.WithStatus(x.Status), toolerr.WithCanRetry(can), toolerr.WithEffect(toolerr.EffectUnset)), x), x
}

// kept returns the error that the tool kept beside its text, or nil.
func kept(m marked) error {
	with, ok := m.(interface{ Unwrap() error })
	if !ok {
		return nil
	}
	return with.Unwrap()
}

// confirmed reports whether the error that the tool kept beside its text is of the same
// kind without the text. The advice to retry is then about that error.
func (c Chain) confirmed(te *toolerr.ToolRuntimeError, m marked) bool {
	err := kept(m)
	if err == nil {
		return false
	}
	alone := c.ask(err).err
	return alone != nil && alone.Kind() == te.Kind() && alone.CanRetry()
}

// unreadable reports whether a text ends in an error of package json that the given body
// can cause (go1.26.8 encoding/json, decode.go and scanner.go).
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

// cautious removes the advice to retry from an error that was read from a text, unless the
// call is known to have had no effect: the text may not mention what the tool did before.
func cautious(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	switch te.Class() { //nolint:exhaustive // the others are about the tool
	case toolerr.ClassUpstream, toolerr.ClassRateLimit, toolerr.ClassNetworkTransport:
		if te.CanRetry() && te.Effect() != toolerr.EffectNone {
			return te.With(toolerr.WithCanRetry(false))
		}
	}
	return te
}
