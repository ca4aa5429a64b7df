package connectadapter

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

const (
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
var table = adapter.NewTable("_connect", "Connect", append(
	rpcdetails.Codes(spell, source),
	adapter.Row{VendorCode: "malformed", Fact: toolerr.FactRefused, Source: sourceTwirp},
	adapter.Row{VendorCode: "bad_route", Fact: toolerr.FactUnimplemented, Source: sourceTwirp},
	adapter.Row{VendorCode: codeSize, Fact: toolerr.FactTooLarge, Unanswered: true, Effect: toolerr.EffectUnknown, Unlike: "it was the request, or the response to a call that was carried out", Source: "connect v1.21.1, envelope.go and compression.go"},
)...)

// spell returns Connect's spelling of a code of gRPC's.
func spell(code string) string { return strings.ToLower(strings.Replace(code, "CELLED", "CELED", 1)) }
