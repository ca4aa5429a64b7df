package httpadapter

import (
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// rules is the table. Failures that a retry cannot change come first: if a tree has one
// besides a timeout or a lost connection, a retry gives the same failure. Then timeouts,
// which are inside almost all others; then cancellation; then broken connections, before a
// deadline that does not name the interrupted operation.
var rules = [...]base.TransportRule{
	invalidURL: {
		Name: "invalid URL", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The tool cannot make its request: a URL is not valid."),
		Match:   "url.Error with Op parse, url.EscapeError, url.InvalidHostError",
		Why:     "the request was never made, and a repeat makes it the same way",
	},
	refusedRequest: {
		Name: "request that cannot be sent", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The tool cannot make its request: it is not valid HTTP."),
		Match:   "by text: scheme, host, method, header, context, content length",
		Why:     "the request was never sent, and a repeat makes it the same way",
	},
	invalidAddress: {
		Name: "invalid address", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The tool cannot make its request: an address is not valid."),
		Match:   "net.AddrError, net.UnknownNetworkError, net.InvalidAddrError while dialling",
		Why:     "a port out of range parses as a URL and fails at the dial",
	},
	refusedByProxy: {
		Name: "refused by a proxy", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("A proxy refused to connect to the upstream service."),
		Match:   "ProxyError with a 4xx status; by text, of an https URL: the phrase of such a status, as in Proxy Authentication Required",
		Why:     "RFC 9110 section 15.5.8: the proxy wants credentials, or forbids the destination",
	},
	certificate: {
		Name: "certificate", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The upstream service's certificate was not accepted."),
		Match:   "tls.CertificateVerificationError, the error types of crypto/x509, tls.ECHRejectionError",
		Why:     "a repeat meets the same certificate and the same trust",
	},
	handshakeAlert: {
		Name: "TLS alert", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The upstream service and the tool do not agree on a secure connection."),
		Match:   "net.OpError with Op \"remote error\", tls.AlertError; by text: no common version",
		Why:     "RFC 8446 section 6.2: version, cipher or client certificate, the same on a repeat; internal_error and user_canceled are a lost connection",
	},
	wrongProtocol: {
		Name: "wrong protocol", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The upstream service does not speak TLS at this address."),
		Match:   "tls.RecordHeaderError, http.ErrSchemeMismatch",
		Why:     "the scheme is wrong for the port, now and on a repeat",
	},
	tooLarge: {
		Name: "too large", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The upstream service's answer is larger than the tool allows."),
		Match:   "http.MaxBytesError; by text: server response headers exceeded",
		Why:     "a limit of the tool's own, met again by the same call; upstream has acted",
	},
	readAfterClose: {
		Name: "read after close", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown,
		Match: "http.ErrBodyReadAfterClose; by text: read on a closed response body",
		Why:   "a mistake of the tool's; upstream has acted",
	},
	brokenRoundTripper: {
		Name: "broken round tripper", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The tool's own HTTP client returned neither a response nor an error."),
		Match:   "an error of Transport; by text: RoundTripper implementation … returned a nil *Response",
		Why:     "a mistake in the tool's code; whether the request was sent is not known",
	},
	unreadableUpload: {
		Name: "unreadable upload", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The tool could not read what it was to send."),
		Match:   "fs.PathError below a url.Error; by text: a body shorter or longer than its length",
		Why:     "the request's own body failed, and part of it may have been sent",
	},
	endlessRedirect: {
		Name: "endless redirect", Kind: toolerr.KindNetworkTransportUnmapped, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The upstream service redirects without end."),
		Match:   "by text: stopped after 10 redirects",
		Why:     "RFC 9110 section 15.4: upstream will redirect again",
	},
	timeoutBefore: {
		Name: "timeout before the request", Kind: toolerr.KindNetworkTransportTimeout, CanRetry: true, Effect: toolerr.EffectNone,
		Match: "a timeout in net.DNSError or in net.OpError while dialling, the timeout of the TLS handshake",
		Why:   "nothing was sent",
	},
	timeout: {
		Name: "timeout", Kind: toolerr.KindNetworkTransportTimeout, CanRetry: true, Effect: toolerr.EffectUnknown,
		Match: "Timeout() bool, os.ErrDeadlineExceeded, context.DeadlineExceeded of an exchange",
		Why:   "the request may have been written, and no answer came in time",
	},
	canceled: {
		Name: "canceled", Kind: toolerr.KindToolCanceled, Effect: toolerr.EffectUnknown,
		Match: "context.Canceled",
		Why:   "somebody cancelled; only the context tells who",
	},
	refusedInBody: {
		Name: "refusal in a success", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The upstream service refused the request."),
		Match:   "CheckResponse's BodyError, of an answer with errors and without data, or with a code about the request",
		Why:     "GraphQL, October 2021, section 7.1.1: nothing was executed; JSON-RPC 2.0 section 5.1: -32700 and -32600 to -32602",
	},
	failedInBody: {
		Name: "failure in a success", Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The upstream service states that the request failed."),
		Match:   "CheckResponse's BodyError, of any other answer",
		Why:     "the service began to carry it out",
	},
	brokenBody: {
		Name: "broken body", Kind: toolerr.KindNetworkTransportUnmapped, CanRetry: true, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The upstream service's answer could not be read."),
		Match:   "BodyError",
		Why:     "upstream answered and may have acted; the answer is lost",
	},
	unresolved: {
		Name: "unresolved name", Kind: toolerr.KindNetworkTransportUnreachable, CanRetry: true, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The upstream service's name could not be resolved."),
		Match:   "net.DNSError",
		Why:     "a typing error or a resolver's hiccup: nobody can tell, and nothing was sent",
	},
	notConnected: {
		Name: "no connection", Kind: toolerr.KindNetworkTransportUnreachable, CanRetry: true, Effect: toolerr.EffectNone,
		Match: "net.OpError while dialling, ProxyError with another status, ECONNREFUSED; by text, of an https URL: the phrase of another status",
		Why:   "nothing was sent",
	},
	notProcessed: {
		Name: "not processed", Kind: toolerr.KindNetworkTransportUnreachable, CanRetry: true, Effect: toolerr.EffectNone,
		Match: "an HTTP/2 stream error with REFUSED_STREAM or HTTP_1_1_REQUIRED",
		Why:   "RFC 9113 section 8.7, and section 7: the request was not processed",
	},
	lostConnection: {
		Name: "lost connection", Kind: toolerr.KindNetworkTransportUnreachable, CanRetry: true, Effect: toolerr.EffectUnknown,
		Match: "net.OpError while reading or writing, the error numbers of networks, io.EOF and io.ErrUnexpectedEOF of an exchange, HTTP/2 stream errors and GOAWAY",
		Why:   "the request may have been written, and no answer came",
	},
	brokenProtocol: {
		Name: "broken protocol", Kind: toolerr.KindNetworkTransportUnreachable, CanRetry: true, Effect: toolerr.EffectUnknown,
		Match: "an HTTP/2 connection error; by text: malformed HTTP response, transport connection broken, http2: frame too large",
		Why:   "what came is not HTTP (RFC 9112, RFC 9113 section 5.4.1): no service answered, and the request may have been written",
	},
	gaveUp: {
		Name: "gave up", Kind: toolerr.KindUpstreamUnmapped, CanRetry: true, Effect: toolerr.EffectUnknown,
		Message: toolerr.Msg("The upstream service failed or refused every attempt."),
		Match:   "by text: retryablehttp's giving up after n attempt(s), with no cause",
		Why:     "go-retryablehttp v0.7.8 repeats 429 and 5xx, and throws the last answer away",
	},
	deadline: {
		Name: "deadline", Kind: toolerr.KindToolTimeout, CanRetry: true, Effect: toolerr.EffectUnknown,
		Match: "context.DeadlineExceeded without a sign of a network",
		Why:   "the tool outlived its deadline, whatever it was doing",
	},
	unmapped: {
		Name: "another failure", Kind: toolerr.KindNetworkTransportUnmapped, CanRetry: true, Effect: toolerr.EffectUnknown,
		Match: "any other url.Error",
		Why:   "the exchange failed in a way no rule covers, such as an error of a tool's own round tripper",
	},
}
