package connectadapter

import (
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// read reads an error of connect-go, or the error in the body of a response.
func read(a *spec.Answer) bool {
	message, _ := shape.Call(a.Node, func(e interface{ Message() string }) string { return e.Message() })
	if e, ok := a.Node.(wireError); ok {
		readService(a, e.Code, message)
		return true
	}
	code := codeOf(a.Node)
	if sent, _ := shape.Field[bool](a.Node, "wireErr"); sent || tooLarge(code, message) {
		a.Header, _ = shape.Call(a.Node, func(e interface{ Meta() http.Header }) http.Header { return e.Meta() })
		readService(a, code, message)
		return true
	}
	if a.Status = statusIn(code, message); a.Status != 0 {
		return true
	}
	return readClient(a, code)
}

// codeOf returns the name of an error's code, or "".
func codeOf(e any) string {
	number, _ := shape.Field[int](e, "code") // its method has a type that cannot be named
	return Code(number)
}

// readService reads an error from a service. The reason in its details is more specific
// than the code, but not in the table.
func readService(a *spec.Answer, code, message string) {
	if tooLarge(code, message) {
		a.Is(codeSize)
		if strings.Contains(message, " exceeds ") { // the client's own limit on what it sends
			a.Add(toolerr.WithEffect(toolerr.EffectNone))
		}
		return
	}
	if a.Is(code); a.Row.VendorCode == "" {
		return
	}
	d := detailsOf(a.Node)
	a.Codes, a.RequestID = append(a.Codes, d.Reason, code), d.RequestID
	if a.Row.Kind == toolerr.KindUpstreamAuthError {
		return // a missing permission does not return after a wait
	}
	if d.HasDelay {
		a.WaitFor(d.Delay)
		if a.Row.Retry == adapter.RetryByKind {
			a.Retry(true) // a service that sends a delay wants a retry
		}
	} else if wait, ok := httpadapter.RetryAfter(statuses[code], a.Header, time.Time{}); ok {
		a.WaitFor(wait)
	}
	if a.HasWait && code == unavailable {
		a.Add(toolerr.WithEffect(toolerr.EffectNone)) // a service that sends a wait has refused the call
	}
}

// readClient reads an error that the client made.
func readClient(a *spec.Answer, code string) bool {
	if te := (httpadapter.Adapter{}).FromError(a.Err); te != nil {
		// Only a deadline: the service was late, not the tool.
		a.Kind = toolerr.KindNetworkTransportTimeout
		a.Add(toolerr.WithEffect(te.Effect()))
		return te.Kind() == toolerr.KindToolTimeout
	}
	if code == unavailable {
		// connect-go drops the *url.Error, which shows the origin of its cause.
		a.Lost, _ = shape.Call(a.Node, func(e interface{ Unwrap() error }) error { return e.Unwrap() })
	} else if !ofClient[code] {
		a.Is(code) // from the tool, or from an interceptor
	}
	a.Unread = true
	return true
}

// detailsOf returns what the details of an error contain.
func detailsOf(e any) (d rpcdetails.Details) {
	eachDetail(e, d.Add)
	return d
}

// eachDetail calls read for the details of an error that it can decode.
func eachDetail(e any, read func(rpcdetails.Detail)) {
	all, _ := shape.Result(e, func(v reflect.Value) reflect.Value { return v.MethodByName("Details") })
	for detail := range shape.Items(all, "") {
		name, _ := shape.Call(detail, func(d interface{ Type() string }) string { return d.Type() })
		body, _ := shape.Call(detail, func(d interface{ Bytes() []byte }) []byte { return d.Bytes() })
		if x, ok := rpcdetails.Decode(name, body); ok {
			read(x)
		}
	}
}

// statusIn returns the HTTP status in the text for a response that did not use the
// protocol, or 0: "429 Too Many Requests", or, for the gRPC protocols and streams, with
// "HTTP status " in front (connect v1.21.1, protocol_connect.go, protocol_grpc.go). The
// code must be the one that connect-go uses for the status, because a text of the tool can
// also begin with a number.
func statusIn(code, message string) int {
	digits, _, _ := strings.Cut(strings.TrimPrefix(message, "HTTP status "), " ")
	status, ok := spec.ParseStatus(digits)
	if !ok || status < 300 || status > 599 || code != cmp.Or(implied[status], "unknown") {
		return 0
	}
	return status
}

// tooLarge reports whether a message exceeded the size limit of the client or the service.
// The code is that of a rate limit, and only the text distinguishes the two (connect
// v1.21.1, envelope.go and compression.go).
func tooLarge(code, message string) bool {
	return code == "resource_exhausted" && slices.ContainsFunc(sizes, func(prefix string) bool { return strings.HasPrefix(message, prefix) })
}
