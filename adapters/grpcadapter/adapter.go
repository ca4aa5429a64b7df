// Package grpcadapter recognises the errors of gRPC: of google.golang.org/grpc
// itself, of the Google Cloud clients that speak gRPC, which wrap them in gax's
// apierror, and of anything else that says what it means by a method
// GRPCStatus() *status.Status.
//
// A status comes from a service, or the client has made it: of a connection
// that was refused, a certificate, a deadline, a limit of its own. The codes are
// the same and no type tells, so the texts do that grpc-go itself writes (see
// text.go); a status with details is always the service's. No HTTP status is
// made up from a code. One that a proxy answered with instead of gRPC, which
// the text has, is reported.
//
// A service written in Go that returns the status of a call of its own word for
// word, instead of one that it made, says the client's words: an adapter takes
// its lost connection for the caller's. Return a status of your own there.
package grpcadapter

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

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
	if st == nil {
		return nil
	}
	d := detailsOf(st)
	if !d.any {
		if v, ok := local(st.Code(), st.Message()); ok {
			return v.error(err, node)
		}
	}
	return answered(err, node, st, d)
}

// answered is the error of a call that the service refused or failed.
func answered(err, node error, st *status.Status, d details) *toolerr.ToolRuntimeError {
	row, ok := d.row()
	byReason := ok
	if !ok {
		row, ok = table.Lookup(names[st.Code()])
	}
	opts := append(make([]toolerr.Option, 0, 12), toolerr.WithVendorType(node))
	if d.requestID != "" {
		opts = append(opts, toolerr.WithRequestID(d.requestID))
	}
	if text := d.developerText(err, node); text != "" {
		opts = append(opts, toolerr.WithDeveloperMessage(text))
	}
	if !ok {
		row = adapter.Row{Kind: toolerr.KindUpstreamUnmapped}
		opts = append(opts, toolerr.WithVendorCode(st.Code().String()),
			toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
	}
	if d.reason != "" && !byReason {
		opts = append(opts, toolerr.WithVendorCode(d.reason))
	}
	kind := row.Kind
	if st.Code() == codes.PermissionDenied && !byReason && (d.quota || d.hasDelay) {
		// Permissions do not come back by themselves, and a quota is none.
		kind = rateLimit
	}
	opts = append(opts, d.options(kind, row, st.Code())...)
	if !ok {
		return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
	}
	te := row.Error(err, opts...)
	if kind != row.Kind {
		te = te.WithKind(kind, opts...)
	}
	return te
}

// withStatus is how gRPC asks an error what it means.
type withStatus interface{ GRPCStatus() *status.Status }

// The error of Google's REST clients, which is not imported.
var (
	googleError = shape.T("google.golang.org/api/googleapi", "Error")
	rest        = shape.NewSet(googleError)
)

// find returns a status and the error that it is of: the first in the tree of
// err that has one. The status is that of the innermost error below it, because
// who wraps a status may put its own text into it, as status.FromError does.
// There is none for an error of a REST client.
func find(err error) (st *status.Status, node error) {
	for e := range adapter.Tree(err) {
		if rest.Of(e) == googleError {
			return nil, nil
		}
		if st = statusOf(e); st != nil {
			if ofHTTP(e) {
				return nil, nil
			}
			return innermost(e, st), e
		}
	}
	return nil, nil
}

// maxWrapped is how many statuses inside each other are looked at: a cycle has
// no innermost.
const maxWrapped = 8

func innermost(node error, st *status.Status) *status.Status {
	for range maxWrapped {
		outer, found := true, false
		for e := range adapter.Tree(node) {
			if outer {
				outer = false
				continue
			}
			if inner := statusOf(e); inner != nil {
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

// statusOf returns the status of an error, nil if it has none, or one that is no
// failure.
func statusOf(e error) *status.Status {
	st, ok := shape.Call(e, withStatus.GRPCStatus)
	if !ok || st == nil || st.Code() == codes.OK {
		return nil
	}
	return st
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
