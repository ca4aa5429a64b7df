package grpcadapter

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// grpc-go makes a status of every event that ends a call, and only the text shows the
// event. The texts are in table_texts.go; the module conformance/grpcfaults makes the real
// client return each of them. A text matches only from its first letter and with its code,
// if the list has one, so that a service's own text is not treated as the client's. Any
// other text is treated as a service's, and its code decides.

// An outcome is the meaning of a client's text.
type outcome struct {
	code   string // a code of the table, whose row alone decides
	kind   toolerr.Kind
	effect toolerr.Effect
	status int // an HTTP status, which decides instead of kind
	hint   toolerr.Message
	user   bool // a person has to sign in again
}

// decide applies the outcome to an answer.
func (o outcome) decide(a *spec.Answer) {
	if o.code != "" {
		a.Codes = []string{o.code}
		return
	}
	a.Kind, a.Status = o.kind, o.status
	a.Add(toolerr.WithEffect(o.effect), toolerr.WithHint(o.hint))
	if o.user {
		a.Add(toolerr.WithUserAction())
	}
}

// A clientText is a text of the client itself.
type clientText struct {
	code   uint32 // of the status; OK means any
	prefix string
	whole  bool // no text follows the prefix
	outcome
	read func(rest string) outcome // read returns the outcome for the rest of the text.
}

// A part of a text shows the event. The parts are those of the standard library, go1.26,
// and of Linux. The texts of other systems have the outcome for a text without a part.
type part struct {
	text string
	outcome
}

// clientOutcome returns the outcome of a status's text if it is the client's own.
func clientOutcome(code uint32, text string) (outcome, bool) {
	text, waited, connection := unwrap(text)
	waited = waited && (code == codeDeadlineExceeded || code == codeCanceled)
	under := code
	if waited {
		under = codeUnavailable
	}
	o, ok := match(under, text)
	if !ok && connection && under == codeUnavailable {
		o, ok = unreachable, true
	}
	switch {
	case waited && code == codeCanceled:
		return outcome{kind: toolerr.KindToolCanceled, effect: toolerr.EffectNone}, true
	case waited && o.kind != toolerr.KindToolFatal:
		return noTime, true
	}
	return o, ok
}

// A wrapper is a client's prefix of a text.
type wrapper struct {
	prefix     string
	waited     bool // the call waited for a connection until it ended
	connection bool // the text is a connection's, which only the client can have
	quoted     bool
}

// unwrap removes the wrappers of a text, and reports their meaning.
func unwrap(text string) (inner string, waited, connection bool) {
	for range wrappers {
		for _, w := range wrappers {
			rest, ok := strings.CutPrefix(text, w.prefix)
			if !ok {
				continue
			}
			if w.quoted {
				rest = unquote(rest)
			}
			text, waited, connection = rest, waited || w.waited, connection || w.connection
		}
	}
	return text, waited, connection
}

// unquote returns the quoted text at the beginning of s, or s.
func unquote(s string) string {
	quoted, _ := strconv.QuotedPrefix(s)
	if text, err := strconv.Unquote(quoted); err == nil {
		return text
	}
	return s
}

// match returns the outcome of a listed text.
func match(code uint32, text string) (outcome, bool) {
	for i := range clientTexts {
		t := &clientTexts[i]
		rest, ok := strings.CutPrefix(text, t.prefix)
		switch {
		case !ok, t.code != codeOK && t.code != code, t.whole && rest != "":
		case t.read != nil:
			return t.read(rest), true
		default:
			return t.outcome, true
		}
	}
	return outcome{}, false
}

// byPart returns the outcome of the first part in a text. An EOF counts only at the end.
func byPart(text string, otherwise outcome, lists ...[]part) outcome {
	for _, list := range lists {
		for _, p := range list {
			if strings.Contains(text, p.text) && (p.text != "EOF" || strings.HasSuffix(text, p.text)) {
				return p.outcome
			}
		}
	}
	return otherwise
}

func byDial(text string) outcome { return byPart(text, noWay, late) }

func byHandshake(text string) outcome { return byPart(text, fatal, untrusted, late, lost) }

// byPreface reads the first bytes of a server. A server for HTTP/1.1 sends that protocol. A
// server that requires a certificate in TLS 1.3 refuses the handshake here.
func byPreface(text string) outcome {
	if strings.HasSuffix(text, "looked like an HTTP/1.1 header") {
		return fatal
	}
	return byPart(text, noWay, untrusted, late)
}

// byCredentials reads the reason why a token could not be fetched.
func byCredentials(text string) outcome {
	if o := byPart(text, outcome{}, denied); o.kind != "" {
		return o
	}
	if _, answer, ok := strings.Cut(text, "cannot fetch token: "); ok {
		if code, ok := leadingStatus(answer); ok {
			return outcome{status: code, effect: toolerr.EffectNone}
		}
	}
	return byPart(text, fatal, untrusted, late, lost)
}

// byStatus reads the HTTP status of a response that is not gRPC. A success is a page
// instead of the response.
func byStatus(text string) outcome {
	if code, ok := leadingStatus(text); ok {
		return outcome{status: code}
	}
	return garbled
}

// leadingStatus reads the HTTP status of a failure at the beginning of a text.
func leadingStatus(text string) (int, bool) {
	if len(text) < 3 || len(text) > 3 && text[3] >= '0' && text[3] <= '9' {
		return 0, false
	}
	code, ok := spec.ParseStatus(text[:3])
	return code, ok && code >= 300
}
