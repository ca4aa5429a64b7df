package adapter

import (
	"strings"

	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/marked"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A cause is the recorded exchange that caused an error. The exchange is nil if none did, or
// if that is not known.
type cause struct {
	*wire.Exchange
	ground ground
	told   bool // only a text ties the error to it
}

// A ground is what an exchange contributes to the error.
type ground uint8

const (
	details    ground = iota // what the adapter's answer lost
	refusal                  // its status is what the error is about
	notJSON                  // its body is not the JSON that a decoder expected
	notRead                  // its body, or a header, is not what another decoder expected
	waiting                  // its status is what a client waited for, until the time was over
	lost                     // nobody answered it, as the error says
	unanswered               // nobody answered it, and the error may be about something else
)

// attribute returns the exchange that caused the error. A tool may probe with one request
// and fail with another, so each rule needs something that ties the error to the exchange.
// The first rule that applies decides: the rules are in the order of their strength. A
// request that was not recorded may be the one that failed, and an exchange at the same time
// as another one too; so most rules do not apply after these.
func attribute(t *tree, a *answer, v *wire.Evidence, call *resolve.Bound) cause {
	switch {
	case len(v.All) == 0 || t.tooDeep || t.mine != nil || t.kind != "":
		return cause{}
	case a.te != nil && !a.fromText && !local(a.te):
		return recognised(t, a, v)
	case !t.canceled && !t.deadline:
		if c := decoded(t, v, call); c.Exchange != nil {
			return c
		}
		if a.te == nil || a.fromText {
			return told(t, a, v)
		}
	case a.te == nil && t.deadline && !t.canceled:
		return waited(v)
	}
	return cause{}
}

// recognised is attribute for an error of a service, which an adapter recognised.
func recognised(t *tree, a *answer, v *wire.Evidence) cause {
	te, last := a.te, v.Last()
	// 1. The error has the method and the URL of the exchange. A status that it has must be
	// the exchange's.
	if te.Extra().Endpoint != "" {
		if x := v.Requested(te); x != nil {
			return of(te, x)
		}
		return corrected(t, te, v)
	}
	if t.deadline && !t.canceled && te.Kind() == toolerr.KindToolTimeout {
		if c := waited(v); c.Exchange != nil {
			return c
		}
	}
	alone := !last.Overlaps && !v.Others && a.http
	switch {
	// 2. The error has the status of the last exchange.
	case te.StatusCode() != 0:
		if alone && te.StatusCode() == last.Status {
			return cause{Exchange: last}
		}
	// A connection that failed may be of any protocol.
	case a.slug == "_http" && te.Class() == toolerr.ClassNetworkTransport:
	// After a success without an answer about it, the failure came later.
	case last.Status >= 200 && last.Status < 300 && !te.Answered() && !unread(te, last):
	// 3. The exchange is the only one of the call, and the error is of a vendor that is
	// called over HTTP.
	case alone:
		if x := v.Sole(); x != nil {
			return of(te, x)
		}
	}
	return corrected(t, te, v)
}

// of returns the exchange x as the cause of a recognised error.
func of(te *toolerr.ToolRuntimeError, x *wire.Exchange) cause {
	if unread(te, x) {
		return cause{Exchange: x, ground: notJSON}
	}
	return cause{Exchange: x}
}

// corrected applies the last rule for recognised errors:
//
// 4. The error was read from the text of a marked result, and has another status than the
// final exchange, which failed: some tools write a status that no service sent.
func corrected(t *tree, te *toolerr.ToolRuntimeError, v *wire.Evidence) cause {
	if t.marked == nil || t.marked.Err != nil || te.StatusCode() == 0 {
		return cause{}
	}
	if x := v.Final(); x != nil && x.Status >= 400 {
		return cause{Exchange: x, ground: refusal}
	}
	return cause{}
}

// waited applies the rule for an error that only says that the time was over:
//
// 5. The final exchange was refused for now: a client that waited for its next attempt ran
// out of time.
func waited(v *wire.Evidence) cause {
	if x := v.Final(); x != nil && x.Status >= 400 && !x.Open && toolerr.StatusRuleOf(x.Status).CanRetry {
		return cause{Exchange: x, ground: waiting}
	}
	return cause{}
}

// decoded applies the rule for errors of decoders:
//
// 6. The last exchange was answered, and its body fits the error of the decoder. A
// json.Decoder returns the end of the input for a body that is empty or cut off. A value that
// the model sent is not the service's.
func decoded(t *tree, v *wire.Evidence, call *resolve.Bound) cause {
	last := v.Last()
	if last.Overlaps || v.Others || last.Status == 0 {
		return cause{}
	}
	switch {
	case t.format != decoder.None:
		if !t.format.MayRefuse(t.decoder, &last.Body, call.Has) {
			return cause{}
		}
		if t.format.IsJSON() {
			return cause{Exchange: last, ground: notJSON}
		}
		return cause{Exchange: last, ground: notRead}
	case t.ended && last.Body.Ended:
		return cause{Exchange: last, ground: notJSON}
	}
	return cause{}
}

// told is attribute for an error of which only a text is left: a result that the tool
// marked, or an error that lost what it wraps, as with %v.
func told(t *tree, a *answer, v *wire.Evidence) cause {
	x, text := v.Final(), ""
	switch {
	case x == nil:
	case x.Status >= 400:
		// 7. An adapter finds the status of the final exchange in the text.
		if a.fromText && a.te.StatusCode() == x.Status {
			return cause{Exchange: x, told: true}
		}
		// 8. The tool marked a result, so something failed: that exchange did. An error needs
		// words as in "API returned 429", since an answer may be one that the tool expected.
		text = errtree.Text(t.err)
		if t.marked != nil || (a.te == nil || a.te.StatusCode() == 0) && marked.SaysAnswered(cut(text), x.Status) {
			return cause{x, refusal, true}
		}
	// 9. The text ends in the error of a decoder that fits the body.
	case x.Status >= 200 && x.Status < 300 && decoder.EndsIn(cut(errtree.Text(t.err)), &x.Body):
		return cause{x, notJSON, true}
	// 10. The text is that of the exchange's body, which broke.
	case x.Status >= 200 && x.Status < 300 && x.Body.Broken && a.fromText && a.te.Class() == toolerr.ClassNetworkTransport && v.Requested(a.te) == x:
		return cause{Exchange: x, told: true}
	}
	// 11. Nobody answered the only request of the call. The text has net's own words, or it
	// says nothing. Any other text may be about something else, unless it is about the
	// arguments, which is certain to be.
	if x := v.Sole(); x != nil && x.Status == 0 && !x.Open {
		text = errtree.Text(t.err)
		switch {
		case a.fromText && a.te.Class() == toolerr.ClassNetworkTransport:
			return cause{Exchange: x, told: true}
		case a.te != nil:
		case strings.TrimSpace(text) == "", marked.SaysLost(cut(text)):
			return cause{x, lost, true}
		case len(t.index.read(text)) == 0:
			return cause{x, unanswered, true}
		}
	}
	return cause{}
}

// local reports whether an answer is about the tool or its input, and so may not come from a
// service.
func local(te *toolerr.ToolRuntimeError) bool {
	c := te.Class()
	return (c == toolerr.ClassInvalidInput || c == toolerr.ClassFatal) && !te.Answered()
}

// unread reports whether the body arrived completely but the client's decoder refused it.
func unread(te *toolerr.ToolRuntimeError, x *wire.Exchange) bool {
	return te.Kind() == toolerr.KindNetworkTransportUnmapped && x.Status >= 200 && x.Status < 300 && x.Body.Ended
}
