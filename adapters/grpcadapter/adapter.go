// Package grpcadapter recognises the errors of gRPC without importing it: of
// google.golang.org/grpc itself, of the Google Cloud clients that speak gRPC,
// which wrap them in gax's apierror, and of anything else that says what it means
// by a method GRPCStatus() *status.Status. What a REST client of Google's returns
// is left to googleadapter.
//
// A status comes from a service, or the client has made it: of a connection
// that was refused, a certificate, a deadline, a limit of its own. The codes are
// the same and no type tells, so the texts do that grpc-go itself writes; a status
// with details is always the service's. No HTTP status is made up from a code. One
// that a proxy answered with instead of gRPC, which the text has, is reported.
//
// A service written in Go that returns the status of a call of its own word for
// word, instead of one that it made, says the client's words: an adapter takes
// its lost connection for the caller's. Return a status of your own there.
//
// The status is known by the name of its type, wherever the release of grpc-go
// has it, and its details are read from their bytes, so that nobody who only
// wants to know an error needs gRPC's modules. A build that renames packages
// hides the type: see package adapter/shape.
package grpcadapter

import (
	"reflect"
	"strconv"
	"sync"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of gRPC. The zero value is ready for use.
//
// What a REST client of Google's returns is googleadapter's, though apierror
// gives it a status of gRPC as well: that one is made from the HTTP status, and
// says less.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_grpc".
func (Adapter) Slug() string { return slug }

// Table returns what the status codes mean, by their canonical names, and the
// reasons of Google's ErrorInfo.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it holds no status of gRPC, or one
// that was made from an HTTP response.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	st, node := find(err)
	if node == nil {
		return nil
	}
	d := detailsOf(st)
	if !d.any {
		if v, ok := local(st.code, st.message()); ok {
			return v.error(err, node)
		}
	}
	return answered(err, node, st, d)
}

// answered is the error of a call that the service refused or failed.
func answered(err, node error, st status, d details) *toolerr.ToolRuntimeError {
	row, ok := d.row()
	byReason := ok
	if !ok {
		row, ok = table.Lookup(Code(int(st.code)))
	}
	opts := append(make([]toolerr.Option, 0, 12), toolerr.WithVendorType(node))
	if d.RequestID != "" {
		opts = append(opts, toolerr.WithRequestID(d.RequestID))
	}
	if text := d.developerText(err, node); text != "" {
		opts = append(opts, toolerr.WithDeveloperMessage(text))
	}
	if !ok {
		row = adapter.Row{Kind: toolerr.KindUpstreamUnmapped}
		opts = append(opts, toolerr.WithVendorCode("Code("+strconv.FormatUint(uint64(st.code), 10)+")"),
			toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
	}
	if d.Reason != "" && !byReason {
		opts = append(opts, toolerr.WithVendorCode(d.Reason))
	}
	kind := row.Kind
	if st.code == codePermissionDenied && !byReason && (d.Quota || d.HasDelay) {
		// Permissions do not come back by themselves, and a quota is none.
		kind = toolerr.KindUpstreamRateLimit
	}
	opts = append(opts, d.options(kind, row, st.code)...)
	if !ok {
		return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
	}
	te := row.Error(err, opts...)
	if kind != row.Kind {
		te = te.WithKind(kind, opts...)
	}
	return te
}

// statuses are the types of a status: grpc-go has had it in both places.
var statuses = shape.NewSet(
	shape.T("google.golang.org/grpc/internal/status", "Status"),
	shape.T("google.golang.org/grpc/status", "Status"),
)

// The error of Google's REST clients.
var (
	googleError = shape.T("google.golang.org/api/googleapi", "Error")
	rest        = shape.NewSet(googleError)
)

// A status is what an error says of itself to gRPC.
type status struct {
	code uint32
	of   any // a *status.Status
}

func (s status) message() string {
	text, _ := shape.Call(s.of, func(s interface{ Message() string }) string { return s.Message() })
	return text
}

// find returns a status and the error that it is of: the first in the tree of
// err that has one. The status is that of the innermost error below it, because
// who wraps a status may put its own text into it, as status.FromError does.
// There is none for an error of a REST client.
func find(err error) (st status, node error) {
	for e := range adapter.Tree(err) {
		if rest.Of(e) == googleError {
			return status{}, nil
		}
		if st, ok := statusOf(e); ok {
			if ofHTTP(e) {
				return status{}, nil
			}
			return innermost(e, st), e
		}
	}
	return status{}, nil
}

// maxWrapped is how many statuses inside each other are looked at: a cycle has
// no innermost.
const maxWrapped = 8

func innermost(node error, st status) status {
	for range maxWrapped {
		outer, found := true, false
		for e := range adapter.Tree(node) {
			if outer {
				outer = false
				continue
			}
			if inner, ok := statusOf(e); ok {
				node, st, found = e, inner, true
				break
			}
		}
		if !found {
			break
		}
	}
	return st
}

// silent are the types of errors that have no status: a miss costs nanoseconds.
var silent sync.Map

// statusOf returns the status of an error, false if it has none, or one that is
// no failure.
func statusOf(e error) (status, bool) {
	typ := reflect.TypeOf(e)
	if _, ok := silent.Load(typ); ok {
		return status{}, false
	}
	st, ok := shape.Result(e, func(v reflect.Value) reflect.Value { return v.MethodByName("GRPCStatus") })
	if !ok {
		if _, has := typ.MethodByName("GRPCStatus"); !has {
			silent.Store(typ, struct{}{})
		}
		return status{}, false
	}
	if statuses.Of(st) == (shape.Type{}) {
		return status{}, false
	}
	code, ok := shape.Result(st, func(v reflect.Value) reflect.Value { return v.MethodByName("Code") })
	if !ok {
		return status{}, false
	}
	number, ok := shape.Field[uint32](code, "")
	return status{number, st}, ok && number != codeOK
}

// ofHTTP reports whether the status was made from an HTTP response: gax's
// apierror says so by a method of its own, also where the googleapi.Error is
// not in the tree, or the googleapi.Error is inside.
func ofHTTP(node error) bool {
	code, ok := shape.Call(node, func(e interface{ HTTPCode() int }) int { return e.HTTPCode() })
	if ok && code > 0 {
		return true
	}
	for e := range adapter.Tree(node) {
		if rest.Of(e) == googleError {
			return true
		}
	}
	return false
}
