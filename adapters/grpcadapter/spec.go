// Package grpcadapter recognises the errors of gRPC without importing it: of
// google.golang.org/grpc itself, of the Google Cloud clients that speak gRPC,
// which wrap them in gax's apierror, and of every other error with a method
// GRPCStatus() *status.Status. Errors of Google's REST clients are left to
// googleadapter.
//
// A status comes from a service, or the client has made it: for a refused connection,
// a certificate, a deadline, a limit of its own. The codes are the same and no type
// shows the difference, but grpc-go's own texts do; a status with details is always
// the service's. A code is never translated to an HTTP status. Where a proxy answered
// in HTTP instead of gRPC, the text contains the HTTP status, which is reported.
//
// A Go service that returns the status of its own failed call unchanged returns the
// client's text: the adapter then takes the service's lost connection for the
// caller's. Such a service should return a status of its own.
//
// The status is recognised by the name of its type, wherever a release of grpc-go
// keeps it, and its details are decoded from their bytes, so that a program without
// gRPC does not need its modules. A build that renames packages hides the type: see
// package adapter/shape.
package grpcadapter

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of gRPC. The zero value is ready to use.
//
// The errors of Google's REST clients are googleadapter's, though gax's apierror gives
// them a gRPC status as well: that is made from the HTTP status, and is less exact.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_grpc".
func (Adapter) Slug() string { return slug }

// Table returns what the status codes mean, by their canonical names, and the
// reasons of Google's ErrorInfo.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it has no status of gRPC, or one that was
// made from an HTTP response.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError { return grpc.FromError(err) }

var grpc = spec.New(spec.Spec{Table: table, Tree: readTree})

// readTree reads the status in a tree: the client's own by its text, any other by its
// details and its code.
func readTree(err error) *spec.Answer {
	st, node := find(err)
	if node == nil {
		return nil
	}
	a := &spec.Answer{Node: node}
	d := detailsOf(st)
	if !d.any {
		text, _ := shape.Call(st.of, func(s interface{ Message() string }) string { return s.Message() })
		if o, ok := clientOutcome(st.code, text); ok {
			o.decide(a)
			return a
		}
	}
	row, byReason := d.row()
	if !byReason {
		var ok bool
		if row, ok = table.Lookup(Code(int(st.code))); !ok {
			a.Codes = []string{"Code(" + strconv.FormatUint(uint64(st.code), 10) + ")"}
		}
		if d.Reason != "" {
			a.Add(toolerr.WithVendorCode(d.Reason))
		}
		if st.code == codePermissionDenied && (d.Quota || d.HasDelay) {
			row.Kind = toolerr.KindUpstreamRateLimit // a permission does not come back by itself
		}
	}
	a.Row, a.RequestID = row, d.RequestID
	d.advise(a, st.code)
	// The text of gax's apierror has the details, and it has a method Reason.
	if _, described := node.(interface{ Reason() string }); !described && len(d.lines) > 0 {
		text, _ := shape.Call(err, error.Error)
		a.Add(toolerr.WithDeveloperMessage(text + "\n" + strings.Join(d.lines, "\n")))
	}
	return a
}
