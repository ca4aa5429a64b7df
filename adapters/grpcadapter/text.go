package grpcadapter

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// grpc-go makes a status of everything that ends a call, and a text is all that
// is left of what it was. This file is the one list of such texts, read from
// grpc v1.85.0, and from x/oauth2 v0.37.0 where a token could not be had; the
// module conformance/grpcfaults drives the real client into each of them. A text counts only from its first
// letter and, where the list has one, under its code: what a service says of
// itself, or of others, is not taken for the client's. A text that is not listed
// is taken for a service's, and its code decides.

// A verdict is what a text means.
type verdict struct {
	kind   toolerr.Kind
	effect toolerr.Effect
	status int // of HTTP, where the text has one that came
	hint   toolerr.Message
	user   bool // a person has to sign in again
}

var (
	fatal       = verdict{kind: toolerr.KindToolFatal, effect: toolerr.EffectNone}
	fatalSent   = verdict{kind: toolerr.KindToolFatal, effect: toolerr.EffectUnknown}
	canceled    = verdict{kind: toolerr.KindToolCanceled, effect: toolerr.EffectUnknown}
	unreachable = verdict{kind: toolerr.KindNetworkTransportUnreachable, effect: toolerr.EffectUnknown}
	noWay       = verdict{kind: toolerr.KindNetworkTransportUnreachable, effect: toolerr.EffectNone}
	timedOut    = verdict{kind: toolerr.KindNetworkTransportTimeout, effect: toolerr.EffectUnknown}
	noTime      = verdict{kind: toolerr.KindNetworkTransportTimeout, effect: toolerr.EffectNone}
	garbled     = verdict{kind: toolerr.KindNetworkTransportUnmapped, effect: toolerr.EffectUnknown}
	// The answer was there, and a repeat is as large; so is the request that the
	// server's own limit refuses, in the same words.
	tooLarge = verdict{kind: toolerr.KindToolFatal, effect: toolerr.EffectUnknown, hint: toolerr.Msg(hintSmaller)}
	unsent   = verdict{kind: toolerr.KindToolFatal, effect: toolerr.EffectNone, hint: toolerr.Msg(hintSmaller)}
	// RFC 9113 section 7: the peer makes too much work. Section 8.7 does not
	// promise that this stream was not processed.
	calmDown = verdict{kind: toolerr.KindUpstreamRateLimit, effect: toolerr.EffectUnknown}
)

// error is the error of a call that the client itself ended.
func (v verdict) error(err, node error) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{
		toolerr.WithCause(err), toolerr.WithVendorType(node),
		toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)),
		toolerr.WithEffect(v.effect), toolerr.WithHint(v.hint),
	}
	if v.user {
		opts = append(opts, toolerr.WithUserAction())
	}
	if v.status != 0 {
		return toolerr.Upstream(v.status, toolerr.Message{}, opts...)
	}
	return toolerr.New(v.kind, toolerr.Message{}, opts...)
}

// A saying is a text of the client's own.
type saying struct {
	code   uint32 // the status's; OK is any
	prefix string
	whole  bool // the text is nothing but the prefix
	verdict
	rest func(string) verdict // decides by what follows the prefix
}

// sayings are tried in order.
var sayings = []saying{
	// A proxy, or anything else that answers in HTTP.
	{prefix: "unexpected HTTP status code received from server: ", rest: byStatus},

	// The caller's own context. A server that was told of the deadline says the
	// same words, and means the same.
	{code: codeDeadlineExceeded, prefix: "context deadline exceeded while waiting for connections to become ready", verdict: noTime},
	{code: codeDeadlineExceeded, prefix: "context deadline exceeded", whole: true, verdict: timedOut},
	{code: codeCanceled, prefix: "context canceled while waiting for connections to become ready", verdict: verdict{kind: toolerr.KindToolCanceled, effect: toolerr.EffectNone}},
	{code: codeCanceled, prefix: "context canceled", whole: true, verdict: canceled},

	// The way there.
	{code: codeUnavailable, prefix: "transport: Error while dialing: ", rest: byDial},
	{code: codeUnavailable, prefix: "transport: authentication handshake failed: ", rest: byHandshake},
	{code: codeUnavailable, prefix: "error reading server preface: ", rest: byPreface},
	{code: codeUnavailable, prefix: "initial http2 frame from server is not a settings frame: ", verdict: noWay},
	{code: codeUnavailable, prefix: "name resolver error: ", verdict: noWay},
	{code: codeUnavailable, prefix: "dns: A record lookup error: ", verdict: noWay},
	{code: codeUnavailable, prefix: "error parsing service config: ", verdict: fatal},
	{code: codeUnavailable, prefix: "failed to validate authority ", verdict: fatal},

	// The connection, while the call was on it.
	{code: codeUnavailable, prefix: "error reading from server: ", verdict: unreachable},
	{code: codeUnavailable, prefix: "keepalive ping failed to receive ACK within timeout", verdict: timedOut},
	{code: codeUnavailable, prefix: "the connection is draining", verdict: noWay},              // the server did not look at it
	{code: codeCanceled, prefix: "grpc: the client connection is closing", verdict: fatalSent}, // before the call or during it

	// The stream; RFC 9113 section 7.
	{prefix: "stream terminated by RST_STREAM with error code: REFUSED_STREAM", verdict: noWay},
	{prefix: "stream terminated by RST_STREAM with error code: ENHANCE_YOUR_CALM", verdict: calmDown},
	{prefix: "stream terminated by RST_STREAM with error code: INADEQUATE_SECURITY", verdict: fatalSent},
	{prefix: "stream terminated by RST_STREAM with error code: HTTP_1_1_REQUIRED", verdict: fatal},
	{code: codeDeadlineExceeded, prefix: "stream terminated by RST_STREAM with error code: CANCEL", verdict: timedOut},
	{prefix: "stream terminated by RST_STREAM with error code: ", verdict: unreachable},

	// Limits on the size of messages.
	{code: codeResourceExhausted, prefix: "grpc: received message larger than max", verdict: tooLarge},
	{code: codeResourceExhausted, prefix: "grpc: received message after decompression larger than max", verdict: tooLarge},
	{code: codeResourceExhausted, prefix: "trying to send message larger than max", verdict: unsent},

	// Answers that do not hold together.
	{code: codeInternal, prefix: "server closed the stream without sending trailers", verdict: garbled},
	{code: codeInternal, prefix: "unexpected EOF", whole: true, verdict: garbled},
	{code: codeInternal, prefix: "cardinality violation: ", verdict: garbled},
	{code: codeInternal, prefix: "grpc: failed to unmarshal the received message: ", verdict: garbled},
	{code: codeInternal, prefix: "grpc: received unexpected payload format ", verdict: garbled},
	{code: codeInternal, prefix: "grpc: compressed flag set with identity or empty encoding", verdict: garbled},
	{code: codeInternal, prefix: "grpc: Decompressor is not installed for grpc-encoding ", verdict: garbled},
	{code: codeInternal, prefix: "grpc: failed to decompress the message: ", verdict: garbled},
	{code: codeInternal, prefix: "grpc: failed to read decompressed data: ", verdict: garbled},
	{code: codeUnknown, prefix: "transport: malformed grpc-status: ", verdict: garbled},
	{code: codeInternal, prefix: "transport: malformed ", verdict: garbled},
	{code: codeInternal, prefix: "malformed header: missing HTTP status", verdict: garbled},
	{code: codeInternal, prefix: "protocol error: informational header with status code ", verdict: garbled},
	{code: codeInternal, prefix: "a HEADERS frame cannot appear in the middle of a stream", verdict: garbled},
	{code: codeInternal, prefix: "peer header list size exceeded limit", verdict: garbled},
	{code: codeInternal, prefix: "invalid header field ", verdict: garbled},
	{code: codeInternal, prefix: "mix of request and response pseudo headers", verdict: garbled},
	{code: codeInternal, prefix: "grpc-status-details-bin mismatch: ", verdict: garbled},

	// Calls that cannot be made.
	{code: codeInternal, prefix: "there is an empty key in the header", verdict: fatal},
	{code: codeInternal, prefix: "header key ", verdict: fatal},
	{code: codeInternal, prefix: "header list size to send violates the maximum size ", verdict: fatal},
	{code: codeInternal, prefix: "no codec registered for content-subtype ", verdict: fatal},
	{code: codeInternal, prefix: "grpc: Compressor is not installed for requested grpc-encoding ", verdict: fatal},
	{code: codeInternal, prefix: "grpc: error while marshaling: ", verdict: fatal},

	// Credentials that could not be had: of the client, and of the call.
	{code: codeUnauthenticated, prefix: "transport: cannot send secure credentials on an insecure connection", verdict: fatal},
	{code: codeUnauthenticated, prefix: "transport: per-RPC creds failed due to error: ", rest: byCredentials},
	{code: codeInternal, prefix: "transport: per-RPC creds failed due to error: ", rest: byCredentials},
}

// A reason is a part of a text that says why, and what it means there. Its texts
// are those of the standard library, go1.26, and of Linux: where a system says
// it in other words, the answer is the one for a text without a reason.
type reason struct {
	part string
	verdict
}

// untrusted ends a handshake, or what comes in its place, for good.
var untrusted = []reason{
	{"x509: ", fatal},
	{"tls: ", fatal},
}

// misdirected is an address that is none.
var misdirected = []reason{
	{": invalid port", fatal},
	{": missing port in address", fatal},
}

// late is a timeout on the way.
var late = []reason{
	{"context deadline exceeded", noTime},
	{"i/o timeout", noTime},
	{"use of closed network connection", noTime}, // the client gave up on it
}

// lost is a connection that broke on the way, or never was. An EOF is at the
// end, or it is part of something else.
var lost = []reason{
	{"connection refused", noWay},
	{"connection reset by peer", noWay},
	{"no such host", noWay},
	{"network is unreachable", noWay},
	{"EOF", noWay},
}

// granted is what a token endpoint says by a code of RFC 6749 sections 5.2 and
// 4.1.2.1, or RFC 8628 section 3.5; x/oauth2 and cloud.google.com/go/auth quote
// it first.
var granted = []reason{
	{`"invalid_grant"`, verdict{kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, hint: toolerr.Msg(hintReconnect), user: true}},
	{`"slow_down"`, verdict{kind: toolerr.KindUpstreamRateLimit, effect: toolerr.EffectNone}},
	{`"server_error"`, verdict{kind: toolerr.KindUpstreamServerError, effect: toolerr.EffectNone}},
	{`"temporarily_unavailable"`, verdict{kind: toolerr.KindUpstreamServerError, effect: toolerr.EffectNone}},
}

func because(text string, otherwise verdict, lists ...[]reason) verdict {
	for _, list := range lists {
		for _, r := range list {
			if strings.Contains(text, r.part) && (r.part != "EOF" || strings.HasSuffix(text, r.part)) {
				return r.verdict
			}
		}
	}
	return otherwise
}

func byDial(text string) verdict { return because(text, noWay, misdirected, late) }

func byHandshake(text string) verdict { return because(text, fatal, untrusted, late, lost) }

// byPreface: a server of HTTP/1.1 answers in it; one that wants a certificate in
// TLS 1.3 refuses the handshake there.
func byPreface(text string) verdict {
	if strings.HasSuffix(text, "looked like an HTTP/1.1 header") {
		return fatal
	}
	return because(text, noWay, untrusted, late)
}

func byCredentials(text string) verdict {
	if v := because(text, verdict{}, granted); v.kind != "" {
		return v
	}
	if _, answer, ok := strings.Cut(text, "cannot fetch token: "); ok {
		if code, ok := leadingStatus(answer); ok {
			return verdict{status: code, effect: toolerr.EffectNone}
		}
	}
	return because(text, fatal, untrusted, late, lost)
}

// byStatus is for an answer that is not gRPC. A success is a page where an
// answer should be.
func byStatus(text string) verdict {
	if code, ok := leadingStatus(text); ok {
		return verdict{status: code}
	}
	return garbled
}

// leadingStatus reads the HTTP status of a failure, which the text begins with.
func leadingStatus(text string) (int, bool) {
	if len(text) < 3 || len(text) > 3 && text[3] >= '0' && text[3] <= '9' {
		return 0, false
	}
	code, err := strconv.Atoi(text[:3])
	return code, err == nil && code >= 300
}

// local returns what the text of a status means if it is the client's own.
func local(code uint32, text string) (verdict, bool) {
	text, w := unwrap(text)
	waited := w.waited && (code == codeDeadlineExceeded || code == codeCanceled)
	under := code
	if waited {
		under = codeUnavailable
	}
	v, ok := match(under, text)
	if !ok && w.connection && under == codeUnavailable {
		v, ok = unreachable, true
	}
	switch {
	case waited && code == codeCanceled:
		return verdict{kind: toolerr.KindToolCanceled, effect: toolerr.EffectNone}, true
	case waited && v.kind != toolerr.KindToolFatal:
		return noTime, true
	}
	return v, ok
}

func match(code uint32, text string) (verdict, bool) {
	i := matching(code, text)
	if i < 0 {
		return verdict{}, false
	}
	if s := sayings[i]; s.rest != nil {
		return s.rest(text[len(s.prefix):]), true
	}
	return sayings[i].verdict, true
}

// matching returns which of the sayings the text is, -1 for none.
func matching(code uint32, text string) int {
	for i, s := range sayings {
		if s.code != codeOK && s.code != code || !strings.HasPrefix(text, s.prefix) {
			continue
		}
		if !s.whole || len(text) == len(s.prefix) {
			return i
		}
	}
	return -1
}

// wrapped is what is around the text that says what happened.
type wrapped struct {
	waited     bool // the call waited for a connection as long as it could
	connection bool // the text is of a connection, which only the client has
}

const (
	wrapWaited     = "latest balancer error: "
	wrapLast       = "last connection error: "
	wrapClosing    = "closing transport due to: "
	wrapConnection = "connection error: desc = "
)

// unwrap takes off what the client puts around a text.
func unwrap(text string) (string, wrapped) {
	var w wrapped
	for range 4 {
		if rest, ok := strings.CutPrefix(text, wrapWaited); ok {
			text, w.waited = rest, true
		} else if rest, ok := strings.CutPrefix(text, wrapLast); ok {
			text, w.connection = rest, true
		} else if rest, ok := strings.CutPrefix(text, wrapClosing); ok {
			text, w.connection = rest, true
		} else if rest, ok := strings.CutPrefix(text, wrapConnection); ok {
			text, w.connection = unquote(rest), true
		} else {
			break
		}
	}
	return text, w
}

// unquote returns the quoted text that s begins with, or s.
func unquote(s string) string {
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil {
		return s
	}
	text, err := strconv.Unquote(quoted)
	if err != nil {
		return s
	}
	return text
}
