package httpadapter

import (
	"strconv"
	"strings"
)

// flattened returns an error that replaces one of net/http's client, or of an exchange's
// body, if a library kept only the text, as fmt.Errorf does with %v. It is a last resort
// for the adapter of such a library. [Adapter] reads the new error by the rule of the type
// that had the text. flattened returns nil for a text that it does not recognise.
//
// The texts are those of net, net/http and crypto/tls in go1.26.8, and of this package.
func flattened(text string) error {
	e := &flattenedError{text: text}
	rest := text
	for {
		op, after, ok := strings.Cut(rest, ` "`)
		if !ok || !isToken(op) {
			break
		}
		quoted, err := strconv.QuotedPrefix(`"` + after)
		if err != nil {
			break
		}
		cause, ok := strings.CutPrefix(after[len(quoted)-1:], ": ")
		if !ok {
			break
		}
		if op == "parse" {
			e.rule = invalidURL
			return e
		}
		e.url, _ = strconv.Unquote(quoted)
		e.method, rest, e.rule = methodOf(op), cause, unmapped
	}
	inExchange := e.rule == unmapped
	for _, wrapping := range [...]string{"net/http: Transport failed to read from server: ", connectionBroken} {
		if cause, ok := strings.CutPrefix(rest, wrapping); ok {
			rest = cause
			e.rules(lostConnection, wrapping != connectionBroken)
			e.rules(brokenProtocol, wrapping == connectionBroken)
		}
	}
	for _, wrapping := range [...]string{"readLoopPeekFailLocked: ", "write error: "} {
		rest = strings.TrimPrefix(rest, wrapping)
	}
	if _, refusal, ok := strings.Cut(rest, proxyRefused); ok && strings.HasPrefix(rest, "the proxy ") {
		_, answer, _ := strings.Cut(refusal, proxyStatus)
		status, _ := strconv.Atoi(answer[:min(3, len(answer))])
		e.rules((&ProxyError{status: status}).rule(), true)
	}
	e.rules(ruleOfText(rest, inExchange, e.url), true)
	dialing := strings.HasPrefix(rest, "dial ") || strings.HasPrefix(rest, "proxyconnect ") || strings.HasPrefix(rest, "socks connect ")
	for i := range flattenedRules {
		f := &flattenedRules[i]
		if (!f.dialing || dialing) && (!f.exchange || inExchange) && f.fits(rest) {
			e.rules(f.rule, true)
		}
	}
	if e.rule == 0 {
		return nil
	}
	return e
}

// A flattenedError is an error that was reduced to its text.
type flattenedError struct {
	text        string
	rule        rule
	method, url string
}

func (e *flattenedError) Error() string { return e.text }

// rules sets the rule if it fits and has precedence over the current one.
func (e *flattenedError) rules(r rule, fits bool) {
	if fits && r != 0 && (e.rule == 0 || r < e.rule) {
		e.rule = r
	}
}

// A flattenedRule is a part of a text that shows the lost type.
type flattenedRule struct {
	begin, end, part string // exactly one is set
	dialing          bool   // only in the error of a dial
	exchange         bool   // only after method and URL
	rule             rule
}

func (f *flattenedRule) fits(text string) bool {
	return strings.HasPrefix(text, f.begin) && strings.HasSuffix(text, f.end) && strings.Contains(text, f.part)
}

// flattenedRules is the table. If several rules fit, the first of rules is used.
// The conformance tests make x/oauth2/jwt return each text.
var flattenedRules = [...]flattenedRule{
	{begin: "dial tcp: address ", rule: invalidAddress},
	{begin: "tls: failed to verify certificate: ", rule: certificate},
	{begin: "x509: ", rule: certificate},
	{begin: "remote error: tls: internal error", rule: lostConnection},
	{begin: "remote error: tls: user canceled", rule: lostConnection},
	{begin: "remote error: tls: ", rule: handshakeAlert},
	{begin: "tls: first record does not look like a TLS handshake", rule: wrongProtocol},
	{begin: "http: server gave HTTP response to HTTPS client", rule: wrongProtocol},
	{end: "http: request body too large", rule: tooLarge},
	{end: "http: read on closed response body", rule: readAfterClose},
	{end: "i/o timeout", dialing: true, rule: timeoutBefore},
	{end: "context deadline exceeded", dialing: true, rule: timeoutBefore},
	{begin: "net/http: TLS handshake timeout", rule: timeoutBefore},
	{end: "i/o timeout", rule: timeout},
	{end: "context deadline exceeded", rule: timeout},
	{part: "(Client.Timeout ", rule: timeout},
	{end: "timeout awaiting response headers", rule: timeout},
	{end: "context canceled", rule: canceled},
	{part: bodyFailed, rule: brokenBody},
	{begin: "dial tcp: lookup ", rule: unresolved},
	{begin: "dial ", rule: notConnected},
	{begin: "socks connect ", rule: notConnected},
	{begin: "proxyconnect ", rule: notConnected},
	{end: "connection refused", rule: notConnected},
	{begin: "stream error: ", part: "REFUSED_STREAM", rule: notProcessed},
	{begin: "stream error: ", part: "HTTP_1_1_REQUIRED", rule: notProcessed},
	{begin: "stream error: ", rule: lostConnection},
	{begin: "http2: server sent GOAWAY ", rule: lostConnection},
	{begin: "connection error: ", rule: brokenProtocol},
	{begin: "read tcp ", rule: lostConnection},
	{begin: "write tcp ", rule: lostConnection},
	{end: "connection reset by peer", rule: lostConnection},
	{end: "broken pipe", rule: lostConnection},
	{end: "use of closed network connection", rule: lostConnection},
	{end: "EOF", exchange: true, rule: lostConnection},
}
