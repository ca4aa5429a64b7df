// Package connectadapter recognises the errors of connect-go, whichever of its
// three protocols a client speaks.
//
// The package is not imported: connect.Error is known by the name of its type.
// It is one type for three things. A service that refused says so on the wire,
// and its code decides. An answer that was not of the protocol leaves nothing
// but the HTTP status, in a text that connect-go writes; the status decides.
// Everything else the client made itself, of an answer that it could not read or
// a connection that failed; what httpadapter recognises of the latter is its.
package connectadapter

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises connect.Error of connectrpc.com/connect, and of
// github.com/bufbuild/connect-go before it. The zero value is ready for use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_connect".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not connect-go's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	typ, e := types.Find(err)
	if typ == (shape.Type{}) {
		return nil
	}
	code := codeOf(e)
	if tooLarge(e) {
		return refusedSize(err, e)
	}
	if wire, _ := onWire.Of(e); wire {
		return answered(err, e, code)
	}
	if status := statusOf(e); status != 0 {
		return httpadapter.FromStatus(err, status, nil, time.Time{}, identified(e)...)
	}
	if te := (httpadapter.Adapter{}).FromError(err); te != nil {
		if te.Kind() == toolerr.KindToolTimeout {
			// A deadline and nothing else: what was late is the service.
			return te.WithKind(toolerr.KindNetworkTransportTimeout, identified(e)...)
		}
		return nil
	}
	if code == unavailable {
		return unsettled(err, e)
	}
	if row, ok := table.Lookup(code); ok && !ofClient[code] {
		return row.Error(err, toolerr.WithVendorType(e))
	}
	return broken(err, e)
}

var (
	connectError = shape.T("connectrpc.com/connect", "Error")
	bufbuild     = shape.T("github.com/bufbuild/connect-go", "Error")

	types = shape.NewSet(connectError, bufbuild)

	// What connect.IsWireError returns, and the code, whose type cannot be named.
	onWire = shape.NewGetter[bool]("wireErr")
	codes  = shape.NewGetter[int]("code")
)

// codeOf returns the name of the code of e, "" if it has none that is known.
func codeOf(e error) string {
	code, _ := codes.Of(e)
	if code < 0 || code >= len(names) {
		return ""
	}
	return names[code]
}

// identified names what the error is of.
func identified(e error) []toolerr.Option {
	return []toolerr.Option{
		toolerr.WithVendorType(e), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)),
	}
}

// answered is the error of a call that a service refused or failed.
func answered(err, e error, code string) *toolerr.ToolRuntimeError {
	row, ok := table.Lookup(code)
	if !ok {
		return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(identified(e), toolerr.WithCause(err))...)
	}
	d := detailsOf(e)
	header, _ := shape.Call(e, func(e interface{ Meta() http.Header }) http.Header { return e.Meta() })
	opts := append(make([]toolerr.Option, 0, 8), toolerr.WithVendorType(e))
	if d.Reason != "" {
		opts = append(opts, toolerr.WithVendorCode(d.Reason))
	}
	switch {
	case d.RequestID != "":
		opts = append(opts, toolerr.WithRequestID(d.RequestID))
	case header != nil:
		opts = append(opts, toolerr.WithRequestID(httpadapter.RequestID(header)))
	}
	wait, has := d.Delay, d.HasDelay
	if !has {
		wait, has = httpadapter.RetryAfter(statuses[code], header, time.Time{})
	}
	if has {
		opts = append(opts, toolerr.WithRetryAfter(wait))
		if row.CanRetry == nil && d.HasDelay {
			opts = append(opts, toolerr.WithCanRetry(true)) // that is what the detail is for
		}
		if code == unavailable {
			// A service that says when to come back has refused.
			opts = append(opts, toolerr.WithEffect(toolerr.EffectNone))
		}
	}
	return row.Error(err, opts...)
}

// message is the text without the code.
func message(e error) string {
	text, _ := shape.Call(e, func(e interface{ Message() string }) string { return e.Message() })
	return text
}

// statusOf returns the HTTP status in the text of an answer that was not of the
// protocol, 0 if there is none: "429 Too Many Requests", or, of the gRPC
// protocols and of streams, with "HTTP status " in front (connect v1.21.1,
// protocol_connect.go, protocol_grpc.go).
func statusOf(e error) int {
	text := strings.TrimPrefix(message(e), "HTTP status ")
	if len(text) < 3 || len(text) > 3 && text[3] != ' ' {
		return 0
	}
	status := 0
	for _, c := range text[:3] {
		if c < '0' || c > '9' {
			return 0
		}
		status = 10*status + int(c-'0')
	}
	if status < 300 || status > 599 || codeOf(e) != implied(status) {
		return 0 // a text of the tool's own can begin with a number
	}
	return status
}

// implied returns the code that connect-go gives to an HTTP status (v1.21.1,
// protocol.go, httpToCode).
func implied(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "internal"
	case http.StatusUnauthorized:
		return "unauthenticated"
	case http.StatusForbidden:
		return "permission_denied"
	case http.StatusNotFound:
		return "unimplemented"
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return unavailable
	}
	return "unknown"
}

// tooLarge reports whether a message was larger than the client or the service
// takes. The code is that of a rate limit, and only the text tells (connect
// v1.21.1, envelope.go and compression.go).
func tooLarge(e error) bool {
	if codeOf(e) != "resource_exhausted" {
		return false
	}
	text := message(e)
	return strings.HasPrefix(text, "message size ") || strings.HasPrefix(text, "compressed message size ") ||
		strings.HasPrefix(text, "url size ") || strings.HasPrefix(text, "compressed url size ") ||
		strings.HasPrefix(text, "message is larger than configured max ")
}

// refusedSize is the error of a message that is too large: the request, which was
// then refused or never sent, or the answer to one that was acted on.
func refusedSize(err, e error) *toolerr.ToolRuntimeError {
	effect := toolerr.EffectUnknown
	if strings.Contains(message(e), " exceeds ") {
		effect = toolerr.EffectNone // the client's own limit on what it sends
	}
	return toolerr.New(toolerr.KindUpstreamValidationError, toolerr.Msg(msgSize), append(identified(e), toolerr.WithCause(err), toolerr.WithHint(toolerr.Msg(hintSmaller)),
		toolerr.WithEffect(effect))...)
}

// unsettled is the error of an exchange that httpadapter does not recognise:
// connect-go takes the *url.Error away that says where it is from.
func unsettled(err, e error) *toolerr.ToolRuntimeError {
	cause, _ := shape.Call(e, func(e interface{ Unwrap() error }) error { return e.Unwrap() })
	if cause == nil {
		return broken(err, e)
	}
	te := httpadapter.Adapter{}.FromError(&url.Error{Op: "Post", Err: cause})
	if te == nil {
		return broken(err, e)
	}
	return te.With(append(identified(e), toolerr.WithCause(err))...)
}

// broken is the error of an answer that the client could not read.
func broken(err, e error) *toolerr.ToolRuntimeError {
	return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, append(identified(e),
		toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectUnknown))...)
}
