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

// The fields of connect.Error that have no method, or one whose type cannot be named:
// what connect.IsWireError returns, and the code.
var (
	ofService = shape.NewGetter[bool]("wireErr")
	codes     = shape.NewGetter[int]("code")
)

// read reads an error of connect-go, or the error in the body of a response.
func read(a *spec.Answer) bool {
	message, _ := shape.Call(a.Node, func(e interface{ Message() string }) string { return e.Message() })
	if e, ok := a.Node.(wireError); ok {
		readService(a, e.Code, message)
		return true
	}
	code := codeOf(a.Node)
	if sent, _ := ofService.Of(a.Node); sent || tooLarge(code, message) {
		a.Header, _ = shape.Call(a.Node, func(e interface{ Meta() http.Header }) http.Header { return e.Meta() })
		readService(a, code, message)
		return true
	}
	if a.Status = statusIn(code, message); a.Status != 0 {
		return true
	}
	return readClient(a, code)
}

// codeOf returns the name of an error's code, "" if it is unknown.
func codeOf(e any) string {
	number, _ := codes.Of(e)
	if number < 0 || number >= len(names) {
		return ""
	}
	return names[number]
}

// readService reads an error that a service sent. The reason in its details is finer
// than the code, but not one of the table's.
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
		return // no wait brings a permission back
	}
	if d.HasDelay {
		a.WaitFor(d.Delay)
		if a.Row.Retry == adapter.RetryByKind {
			a.Retry(true) // a service that names a delay wants a retry
		}
	} else if wait, ok := httpadapter.RetryAfter(statuses[code], a.Header, time.Time{}); ok {
		a.WaitFor(wait)
	}
	if a.HasWait && code == unavailable {
		a.Add(toolerr.WithEffect(toolerr.EffectNone)) // a service that names a wait has refused
	}
}

// readClient reads an error that the client made itself.
func readClient(a *spec.Answer, code string) bool {
	if te := (httpadapter.Adapter{}).FromError(a.Err); te != nil {
		// A deadline and nothing else: the service was late, not the tool.
		a.Kind = toolerr.KindNetworkTransportTimeout
		a.Add(toolerr.WithEffect(te.Effect()))
		return te.Kind() == toolerr.KindToolTimeout
	}
	if code == unavailable {
		// connect-go drops the *url.Error that shows where its cause comes from.
		a.Lost, _ = shape.Call(a.Node, func(e interface{ Unwrap() error }) error { return e.Unwrap() })
	} else if !ofClient[code] {
		a.Is(code) // of the tool, or of an interceptor
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

// statusIn returns the HTTP status in the text of a response that was not of the
// protocol, 0 if there is none: "429 Too Many Requests", or, of the gRPC protocols
// and of streams, with "HTTP status " in front (connect v1.21.1, protocol_connect.go,
// protocol_grpc.go). The code has to be the one that connect-go gives to the status,
// since a text of the tool's own can begin with a number as well.
func statusIn(code, message string) int {
	digits, _, _ := strings.Cut(strings.TrimPrefix(message, "HTTP status "), " ")
	status, ok := spec.ParseStatus(digits)
	if !ok || status < 300 || status > 599 || code != cmp.Or(implied[status], "unknown") {
		return 0
	}
	return status
}

// tooLarge reports whether a message was larger than the client or the service
// accepts. The code is that of a rate limit, and only the text distinguishes the two
// (connect v1.21.1, envelope.go and compression.go).
func tooLarge(code, message string) bool {
	return code == "resource_exhausted" && slices.ContainsFunc(sizes, func(prefix string) bool { return strings.HasPrefix(message, prefix) })
}
