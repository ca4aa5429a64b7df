// Package grpcadapter recognises the errors of gRPC without importing it: of
// google.golang.org/grpc itself, of the Google Cloud clients that use gRPC, which
// wrap them in gax's apierror, and of every other error with a method GRPCStatus()
// *status.Status. Errors of Google's REST clients are left to googleadapter.
//
// A status comes from the service or from the client, which makes one for a refused
// connection, a certificate, a deadline or a limit of its own. Both use the same codes
// and the same type; only the fixed texts of grpc-go show that the client made a status.
// A status with details always comes from the service. A code is never translated to an
// HTTP status. If a proxy answered in HTTP instead of gRPC, the text contains the HTTP
// status, which is reported.
//
// If a Go service calls another service and returns the status of that failed call
// unchanged, its caller gets the client's text a second time. The adapter then reports
// that the caller's own connection was lost. Such a service should return a status of
// its own.
//
// The status is recognised by the name of its type, wherever a release of grpc-go
// keeps it, and its details are decoded from their bytes, so that a program without
// gRPC does not need its modules. The type is not recognised in a build that renames
// packages: see package adapter/shape.
package grpcadapter

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of gRPC.
//
// The errors of Google's REST clients are left to googleadapter, though gax's apierror
// gives them a gRPC status as well: that is made from the HTTP status, and is less exact.
var Adapter = spec.New(spec.Spec{Table: table, NoHTTP: true, Tree: readTree, TreeReads: hasStatus.OfType})

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
		if st.code == codePermissionDenied && d.Quota {
			row.Kind = toolerr.KindUpstreamRateLimit // a quota is not a permission, whatever the code
		}
	}
	a.Row, a.RequestID = row, d.RequestID
	a.Refuser = refuser{st}
	d.advise(a, st.code)
	// The text of gax's apierror has the details, and it has a method Reason.
	if _, described := node.(interface{ Reason() string }); !described && len(d.lines) > 0 {
		text, _ := shape.Call(err, error.Error)
		a.Add(toolerr.WithDeveloperMessage(text + "\n" + strings.Join(d.lines, "\n")))
	}
	return a
}
