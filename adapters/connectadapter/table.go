package connectadapter

import (
	"net/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_connect"
	display = "Connect"

	unavailable = "unavailable"
	codeSize    = "message_too_large" // errand's own
)

// names are the codes by their numbers, which are those of gRPC.
var names = [...]string{
	1: "canceled", 2: "unknown", 3: "invalid_argument", 4: "deadline_exceeded", 5: "not_found", 6: "already_exists",
	7: "permission_denied", 8: "resource_exhausted", 9: "failed_precondition", 10: "aborted", 11: "out_of_range",
	12: "unimplemented", 13: "internal", 14: unavailable, 15: "data_loss", 16: "unauthenticated",
}

// Code returns the code of a number of gRPC's, "" if it has none: 14 is unavailable.
func Code(number int) string {
	if number < 0 || number >= len(names) {
		return ""
	}
	return names[number]
}

// ofClient are the codes that the client also uses for its own failures. They are
// classified only if a service sent them.
var ofClient = map[string]bool{
	"canceled": true, "unknown": true, "invalid_argument": true, "deadline_exceeded": true, "unimplemented": true,
	"internal": true, unavailable: true, "resource_exhausted": true,
}

// implied are the codes that connect-go uses for HTTP statuses. For all others it uses
// "unknown" (v1.21.1, protocol.go, httpToCode).
var implied = map[int]string{
	400: "internal", 401: "unauthenticated", 403: "permission_denied", 404: "unimplemented",
	429: unavailable, 502: unavailable, 503: unavailable, 504: unavailable,
}

// sizes are the beginnings of connect-go's texts about the size of a message.
var sizes = []string{"message size ", "compressed message size ", "url size ", "compressed url size ", "message is larger than configured max "}

// statuses are the HTTP statuses with which the headers for a code are read: the reset of a
// quota counts only for a rate limit.
var statuses = map[string]int{"resource_exhausted": http.StatusTooManyRequests, unavailable: http.StatusServiceUnavailable}

// The sources of the rows, read 2026-11-21.
const (
	source      = "Connect, Protocol reference, Error codes; googleapis, google/rpc/code.proto"
	sourceTwirp = "Twirp, docs/errors.md (twirp v8.1.3, errors.go)"
)

// table lists what the codes mean: the same as gRPC's.
var table = adapter.NewTable(
	slug, display,

	// The operation was canceled, but not by the caller. It may be partly done.
	adapter.Row{VendorCode: "canceled", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Source: source},
	adapter.Row{VendorCode: "unknown", Kind: toolerr.KindUpstreamUnmapped, Source: source},
	adapter.Row{VendorCodes: []string{"invalid_argument", "malformed"}, Kind: toolerr.KindUpstreamBadRequest, Source: source + "; " + sourceTwirp},
	adapter.Row{VendorCode: "out_of_range", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The call asks for something past the end of what there is."), Source: source},
	adapter.Row{VendorCode: "failed_precondition", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("Something has to be in another state before the call can succeed. Change that first."), Source: source},
	adapter.Row{VendorCode: "already_exists", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("It exists already. Use it, or choose another name."), Source: source},
	adapter.Row{VendorCode: "not_found", Kind: toolerr.KindUpstreamNotFound, Source: source},
	// The whole sequence of reading and writing must be retried, not only the write.
	adapter.Row{VendorCode: "aborted", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: toolerr.Msg("The data is not in the state that the call expected. Read it again before writing."), Source: source},
	adapter.Row{VendorCode: "resource_exhausted", Kind: toolerr.KindUpstreamRateLimit, Source: source},
	adapter.Row{VendorCode: "permission_denied", Kind: toolerr.KindUpstreamAuthError, Source: source},
	adapter.Row{VendorCode: "unauthenticated", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: source},
	// There was a response: the service, or one behind it, took too long or failed, and may
	// have done what was requested.
	adapter.Row{VendorCodes: []string{"deadline_exceeded", "internal", unavailable}, Kind: toolerr.KindUpstreamServerError, Source: source},
	// The service cannot do this and had no effect, so a retry does not help.
	adapter.Row{VendorCodes: []string{"unimplemented", "bad_route"}, Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: source + "; " + sourceTwirp},
	adapter.Row{VendorCode: "data_loss", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Source: source},
	// The request, which was refused or never sent, or the response to one that was processed.
	adapter.Row{
		VendorCode: codeSize, Kind: toolerr.KindUpstreamValidationError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("A message is larger than the client or the service takes."),
		Hint: toolerr.Msg("Ask for less at once, or send less."), Unanswered: true, Source: "connect v1.21.1, envelope.go and compression.go",
	},
)
