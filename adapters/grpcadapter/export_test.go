package grpcadapter

import "github.com/errand-go/errand/adapter/shape"

// SetPath makes the adapter recognise a status of another package as gRPC's, and returns a
// function that restores the types: the library does not require gRPC.
func SetPath(path string) (restore func()) {
	before := statuses
	statuses = shape.NewSet(shape.T(path, "Status"))
	return func() { statuses = before }
}
