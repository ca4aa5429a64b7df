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
)

// names are the codes by their numbers, which are those of gRPC.
var names = [...]string{
	1: "canceled", 2: "unknown", 3: "invalid_argument", 4: "deadline_exceeded", 5: "not_found", 6: "already_exists",
	7: "permission_denied", 8: "resource_exhausted", 9: "failed_precondition", 10: "aborted", 11: "out_of_range",
	12: "unimplemented", 13: "internal", 14: unavailable, 15: "data_loss", 16: "unauthenticated",
}

// ofClient are the codes that the client also gives to what it could not do or
// read: they mean something only on the wire.
var ofClient = map[string]bool{
	"canceled": true, "unknown": true, "invalid_argument": true, "deadline_exceeded": true, "unimplemented": true,
	"internal": true, unavailable: true, "resource_exhausted": true,
}

// statuses are those under which headers say how long to wait.
var statuses = map[string]int{"resource_exhausted": http.StatusTooManyRequests, unavailable: http.StatusServiceUnavailable}

// Where the rows come from, read 2026-11-21.
const source = "Connect, Protocol reference, Error codes; googleapis, google/rpc/code.proto"

const (
	hintExists  = "It exists already. Use it, or choose another name."
	hintState   = "Something has to be in another state before the call can succeed. Change that first."
	hintChanged = "The data is not in the state that the call expected. Read it again before writing."
	hintRange   = "The call asks for something past the end of what there is."

	// Of a message that is too large, which has no code of its own.
	msgSize     = "A message is larger than the client or the service takes."
	hintSmaller = "Ask for less at once, or send less."
)

var no, yes = false, true

// table is what a service means by its codes: the same as gRPC's.
var table = adapter.NewTable(
	slug, display,

	// Somebody cancelled the operation who is not the caller. How far it came,
	// nobody knows.
	adapter.Row{VendorCode: "canceled", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Source: source},
	adapter.Row{VendorCode: "unknown", Kind: toolerr.KindUpstreamUnmapped, Source: source},
	adapter.Row{VendorCode: "invalid_argument", Kind: toolerr.KindUpstreamBadRequest, Source: source},
	adapter.Row{VendorCode: "out_of_range", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintRange), Source: source},
	adapter.Row{VendorCode: "failed_precondition", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintState), Source: source},
	adapter.Row{VendorCode: "already_exists", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExists), Source: source},
	adapter.Row{VendorCode: "not_found", Kind: toolerr.KindUpstreamNotFound, Source: source},
	// To be repeated from the reading on, not the one write that lost.
	adapter.Row{VendorCode: "aborted", Kind: toolerr.KindUpstreamBadRequest, CanRetry: &yes, Hint: toolerr.Msg(hintChanged), Source: source},
	adapter.Row{VendorCode: "resource_exhausted", Kind: toolerr.KindUpstreamRateLimit, Source: source},
	adapter.Row{VendorCode: "permission_denied", Kind: toolerr.KindUpstreamAuthError, Source: source},
	adapter.Row{VendorCode: "unauthenticated", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: source},
	// An answer came: the service, or one behind it, took too long, and may have
	// done what it was asked for.
	adapter.Row{VendorCodes: []string{"deadline_exceeded", "internal", unavailable}, Kind: toolerr.KindUpstreamServerError, Source: source},
	// No repeat changes what a service can do; it has done nothing.
	adapter.Row{VendorCode: "unimplemented", Kind: toolerr.KindUpstreamServerError, CanRetry: &no, Effect: toolerr.EffectNone, Source: source},
	adapter.Row{VendorCode: "data_loss", Kind: toolerr.KindUpstreamServerError, CanRetry: &no, Source: source},
)
