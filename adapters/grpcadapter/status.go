package grpcadapter

import (
	"reflect"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/typecache"
)

// statuses are the types of a status: grpc-go has had it in both packages.
var statuses = shape.NewSet(
	shape.T("google.golang.org/grpc/internal/status", "Status"),
	shape.T("google.golang.org/grpc/status", "Status"),
)

// restError is the error of Google's REST clients.
var restError = shape.NewSet(shape.T("google.golang.org/api/googleapi", "Error"))

// A status is the gRPC status of an error.
type status struct {
	code uint32
	of   any // a *status.Status
}

// find returns the first error in a tree that has a status, as node, and the status of the
// innermost such error below it: status.FromError puts the text of the errors around a
// status into a new one. The node is nil for an error of a REST client, for which gax's
// apierror has its own method.
func find(err error) (st status, node error) {
	for e := range adapter.Tree(err) {
		if restError.Of(e) != (shape.Type{}) {
			return status{}, nil
		}
		s, ok := statusOf(e)
		if !ok || node != nil {
			continue
		}
		if code, _ := shape.Call(e, func(e interface{ HTTPCode() int }) int { return e.HTTPCode() }); code > 0 {
			return status{}, nil
		}
		st, node = innermost(e, s, maxWrapped), e
	}
	return st, node
}

// maxWrapped is the maximum number of nested statuses that are read, because errors can be
// cyclic.
const maxWrapped = 8

func innermost(node error, st status, left int) status {
	below := false
	for e := range adapter.Tree(node) {
		if inner, ok := statusOf(e); ok && below && left > 0 {
			return innermost(e, inner, left-1)
		}
		below = true
	}
	return st
}

// hasStatus caches which Go types have the method.
var hasStatus = typecache.New(func(t reflect.Type) bool {
	_, ok := t.MethodByName("GRPCStatus")
	return ok
})

// statusOf returns the status of an error, and false if it has none or is OK.
func statusOf(e error) (status, bool) {
	if !hasStatus.Of(e) {
		return status{}, false
	}
	st, _ := shape.Result(e, func(v reflect.Value) reflect.Value { return v.MethodByName("GRPCStatus") })
	if statuses.Of(st) == (shape.Type{}) {
		return status{}, false
	}
	code, _ := shape.Result(st, func(v reflect.Value) reflect.Value { return v.MethodByName("Code") })
	number, ok := shape.Field[uint32](code, "")
	return status{number, st}, ok && number != codeOK
}
