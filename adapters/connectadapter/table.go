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

// Code returns the code of a number of gRPC's, "" if it has none: 14 is unavailable.
func Code(number int) string { return table.Code(number) }

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
	adapter.Row{VendorCode: "canceled 1", Fact: toolerr.FactCanceled, Source: source},
	adapter.Row{VendorCode: "unknown 2", Fact: toolerr.FactUnclear, Source: source},
	adapter.Row{VendorCodes: []string{"invalid_argument 3", "malformed"}, Fact: toolerr.FactRefused, Source: source + "; " + sourceTwirp},
	adapter.Row{VendorCode: "out_of_range 11", Fact: toolerr.FactRefused, Hint: toolerr.Msg("The call asks for something past the end of what exists."), Source: source},
	adapter.Row{VendorCode: "failed_precondition 9", Fact: toolerr.FactWrongState, Source: source},
	adapter.Row{VendorCode: "already_exists 6", Fact: toolerr.FactExists, Source: source},
	adapter.Row{VendorCode: "not_found 5", Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "aborted 10", Fact: toolerr.FactAborted, Source: source},
	adapter.Row{VendorCode: "resource_exhausted 8", Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCode: "permission_denied 7", Fact: toolerr.FactNotPermitted, Source: source},
	adapter.Row{VendorCode: "unauthenticated 16", Fact: toolerr.FactExpiredKey, Source: source},
	// There was a response: the service, or one behind it, took too long or failed, and may
	// have done what was requested.
	adapter.Row{VendorCode: "deadline_exceeded 4", Fact: toolerr.FactTimeout, Source: source},
	adapter.Row{VendorCodes: []string{"internal 13", unavailable + " 14"}, Fact: toolerr.FactFailed, Source: source},
	adapter.Row{VendorCodes: []string{"unimplemented 12", "bad_route"}, Fact: toolerr.FactUnimplemented, Source: source + "; " + sourceTwirp},
	adapter.Row{VendorCode: "data_loss 15", Fact: toolerr.FactBroken, Source: source},
	adapter.Row{VendorCode: codeSize, Fact: toolerr.FactTooLarge, Unanswered: true, Effect: toolerr.EffectUnknown, Unlike: "it was the request, or the response to a call that was carried out", Source: "connect v1.21.1, envelope.go and compression.go"},
)
