package grpcadapter

import "github.com/errand-go/errand/adapter/shape"

// SetPath makes the adapter recognise a status of another package as gRPC's, and returns a
// function that restores the types: the library does not require gRPC.
func SetPath(path string) (restore func()) {
	before := statuses
	statuses = shape.NewSet(shape.T(path, "Status"))
	return func() { statuses = before }
}

// Local returns the kind of a client's text, and false if it is treated as a service's.
func Local(code uint32, text string) (kind string, ok bool) {
	o, ok := clientOutcome(code, text)
	return string(o.kind), ok
}
