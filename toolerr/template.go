package toolerr

import (
	"bytes"
	"cmp"
)

// The templates of errand's messages, besides the fixed text of each kind.
const (
	templateStatus  literal = "Upstream %s request failed with status code %s"
	templateNamed   literal = "Upstream %s request failed"
	templatePhrase  literal = " (%s)"
	templateWait    literal = " Retry after %s."
	templateNow     literal = " Retry now."
	templateNoRetry literal = "The tool did not succeed." // for a KindToolRetry that cannot be retried
)

// Message returns the text that the agent reads: the message of the error, or else a fixed
// text made of kind, status and wait.
func (e *ToolRuntimeError) Message() Message {
	e = e.self()
	if text := e.given(); !text.IsZero() {
		return text
	}
	var b [128]byte
	return Message{text: string(e.appendMessage(b[:0]))}
}

// given returns the message of e, or the one resolved for the call.
func (e *ToolRuntimeError) given() Message {
	if text := e.resolved().Message; !text.IsZero() && !e.placed() {
		return text
	}
	return e.message
}

// appendMessage appends the text of [ToolRuntimeError.Message]; e is not nil.
func (e *ToolRuntimeError) appendMessage(b []byte) []byte {
	if text := e.given(); !text.IsZero() {
		return append(b, text.text...)
	}
	row := e.trait
	upstream := row.class == ClassUpstream || row.class == ClassRateLimit
	switch {
	case upstream && (e.status != 0 || e.upstream != ""):
		b = e.appendRefused(b)
	case row.kind == KindToolRetry && !e.canRetry:
		b = append(b, templateNoRetry...)
	default:
		b = append(b, row.text...)
	}
	switch {
	case !e.hasWait || !e.repeats():
		return b
	case e.retryAfter == 0:
		return append(b, templateNow...)
	}
	return appendFormat(b, templateWait, Wait(e.retryAfter))
}

// appendRefused appends the sentence about an HTTP status, or about a service with a name.
func (e *ToolRuntimeError) appendRefused(b []byte) []byte {
	name := Name(literal(cmp.Or(e.upstream, "HTTP")))
	if e.status != 0 {
		b = appendFormat(b, templateStatus, name, Int(e.status))
	} else {
		b = appendFormat(b, templateNamed, name)
	}
	if phrase := e.phrase(); phrase != "" {
		b = appendFormat(b, templatePhrase, Name(phrase))
	}
	return append(b, '.')
}

// phrase returns the status's phrase. If the kind differs from that of the status, as for a
// throttle with status 400, it returns the kind's phrase.
func (e *ToolRuntimeError) phrase() literal {
	if rule := StatusRuleOf(e.status); e.status != 0 && rule.Kind == e.trait.kind {
		return literal(rule.Phrase)
	}
	return e.trait.phrase
}

// Error returns the text of [ToolRuntimeError.Message] and nothing else.
func (e *ToolRuntimeError) Error() string { return e.Message().text }

// Told returns the payload's error: the text of [ToolRuntimeError.Message], and a sentence
// if the call may have been carried out and is not known to be harmless twice.
func (e *ToolRuntimeError) Told() string {
	var b [192]byte
	return string(e.self().appendTold(b[:0]))
}

// appendTold appends the text of [ToolRuntimeError.Told]; e is not nil. The message of
// another process may have the sentence already.
func (e *ToolRuntimeError) appendTold(b []byte) []byte {
	b = e.appendMessage(b)
	if !e.inDoubt() || bytes.HasSuffix(b, []byte(doubt)) {
		return b
	}
	if len(b) > 0 && !bytes.ContainsAny(b[len(b)-1:], ".!?") {
		b = append(b, '.')
	}
	return append(append(b, ' '), doubt...)
}
