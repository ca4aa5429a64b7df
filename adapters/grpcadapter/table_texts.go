package grpcadapter

import "github.com/errand-go/errand/toolerr"

// The outcomes that several texts share.
var (
	fatal       = outcome{kind: toolerr.KindToolFatal, effect: toolerr.EffectNone}
	fatalSent   = outcome{kind: toolerr.KindToolFatal, effect: toolerr.EffectUnknown}
	canceled    = outcome{kind: toolerr.KindToolCanceled, effect: toolerr.EffectUnknown}
	unreachable = outcome{kind: toolerr.KindNetworkTransportUnreachable, effect: toolerr.EffectUnknown}
	noWay       = outcome{kind: toolerr.KindNetworkTransportUnreachable, effect: toolerr.EffectNone}
	timedOut    = outcome{kind: toolerr.KindNetworkTransportTimeout, effect: toolerr.EffectUnknown}
	noTime      = outcome{kind: toolerr.KindNetworkTransportTimeout, effect: toolerr.EffectNone}
	garbled     = outcome{kind: toolerr.KindNetworkTransportUnmapped, effect: toolerr.EffectUnknown}
	tooLarge    = outcome{code: messageTooLarge}
	// RFC 9113 section 7: the peer causes excessive load. Section 8.7 does not guarantee that
	// this stream was not processed.
	calmDown = outcome{kind: toolerr.KindUpstreamRateLimit, effect: toolerr.EffectUnknown}
)

// clientTexts lists the texts of grpc-go, in the order in which they are compared (grpc
// v1.85.0, and x/oauth2 v0.37.0 for a token that could not be fetched).
var clientTexts = []clientText{
	// A proxy, or another server that uses HTTP but not gRPC.
	{prefix: "unexpected HTTP status code received from server: ", read: byStatus},

	// The caller's own context. A server that got the deadline returns the same text with the
	// same meaning.
	{code: codeDeadlineExceeded, prefix: "context deadline exceeded while waiting for connections to become ready", outcome: noTime},
	{code: codeDeadlineExceeded, prefix: "context deadline exceeded", whole: true, outcome: timedOut},
	{code: codeCanceled, prefix: "context canceled while waiting for connections to become ready", outcome: outcome{kind: toolerr.KindToolCanceled, effect: toolerr.EffectNone}},
	{code: codeCanceled, prefix: "context canceled", whole: true, outcome: canceled},

	// Making the connection.
	{code: codeUnavailable, prefix: "transport: Error while dialing", read: byDial}, // with a colon since v1.53.0, without one before
	{code: codeUnavailable, prefix: "transport: authentication handshake failed: ", read: byHandshake},
	{code: codeUnavailable, prefix: "error reading server preface: ", read: byPreface},
	{code: codeUnavailable, prefix: "name resolver error: ", outcome: noWay},
	{code: codeUnavailable, prefix: "dns: A record lookup error: ", outcome: noWay},

	// The connection, during the call.
	{code: codeUnavailable, prefix: "error reading from server: ", outcome: unreachable},
	{code: codeUnavailable, prefix: "keepalive ping failed to receive ACK within timeout", outcome: timedOut},
	{code: codeUnavailable, prefix: "the connection is draining", outcome: noWay},              // the server did not process it
	{code: codeCanceled, prefix: "grpc: the client connection is closing", outcome: fatalSent}, // before the call or during it

	// The stream; RFC 9113 section 7.
	{prefix: "stream terminated by RST_STREAM with error code: REFUSED_STREAM", outcome: noWay},
	{prefix: "stream terminated by RST_STREAM with error code: ENHANCE_YOUR_CALM", outcome: calmDown},
	{code: codeDeadlineExceeded, prefix: "stream terminated by RST_STREAM with error code: CANCEL", outcome: timedOut},
	{prefix: "stream terminated by RST_STREAM with error code: ", outcome: unreachable},

	// Limits on the size of messages.
	{code: codeResourceExhausted, prefix: "grpc: received message larger than max", outcome: tooLarge},
	{code: codeResourceExhausted, prefix: "grpc: received message after decompression larger than max", outcome: tooLarge},
	{code: codeResourceExhausted, prefix: "grpc: message after decompression larger than max", outcome: tooLarge},
	{code: codeResourceExhausted, prefix: "trying to send message larger than max", outcome: tooLarge},

	// Invalid responses.
	{code: codeInternal, prefix: "server closed the stream without sending trailers", outcome: garbled},
	{code: codeInternal, prefix: "grpc: failed to unmarshal the received message: ", outcome: garbled},

	// Calls that cannot be made.
	{code: codeInternal, prefix: "header key ", outcome: fatal},
	{code: codeInternal, prefix: "grpc: error while marshaling: ", outcome: fatal},

	// Credentials that could not be obtained: of the client, and of the call.
	{code: codeUnauthenticated, prefix: "transport: cannot send secure credentials on an insecure connection", outcome: fatal},
	{code: codeUnauthenticated, prefix: "transport: per-RPC creds failed due to error: ", read: byCredentials},
	{code: codeInternal, prefix: "transport: per-RPC creds failed due to error: ", read: byCredentials},
}

// wrappers lists grpc-go's prefixes of a text (grpc v1.85.0).
var wrappers = []wrapper{
	{prefix: "latest balancer error: ", waited: true},
	{prefix: "last connection error: ", connection: true},
	{prefix: "closing transport due to: ", connection: true},
	{prefix: "connection error: desc = ", connection: true, quoted: true},
}

// untrusted lists the reasons why a handshake fails on every retry.
var untrusted = []part{
	{"x509: ", fatal},
	{"tls: ", fatal},
}

// late lists timeouts while the connection is being made.
var late = []part{
	{"context deadline exceeded", noTime},
	{"i/o timeout", noTime},
	{"use of closed network connection", noTime}, // the client closed it
}

// lost lists connections that broke during the handshake, or were never made.
var lost = []part{
	{"connection refused", noWay},
	{"connection reset by peer", noWay},
	{"no such host", noWay},
	{"network is unreachable", noWay},
	{"EOF", noWay},
}

// denied lists the codes of a token endpoint (RFC 6749 sections 5.2 and 4.1.2.1, RFC 8628
// section 3.5), which x/oauth2 and cloud.google.com/go/auth put at the front.
var denied = []part{
	{`"invalid_grant"`, outcome{kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, hint: toolerr.Msg(hintReconnect), user: true}},
	{`"slow_down"`, outcome{kind: toolerr.KindUpstreamRateLimit, effect: toolerr.EffectNone}},
	{`"server_error"`, outcome{kind: toolerr.KindUpstreamServerError, effect: toolerr.EffectNone}},
	{`"temporarily_unavailable"`, outcome{kind: toolerr.KindUpstreamServerError, effect: toolerr.EffectNone}},
}
