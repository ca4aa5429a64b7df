package connectadapter

import "github.com/errand-go/errand/adapter/shape"

// SetType replaces connect's type and returns a function that puts it back.
func SetType(t shape.Type) (restore func()) {
	before, set := connectError, types
	connectError, types = t, shape.NewSet(t)
	return func() { connectError, types = before, set }
}

// Names are the codes by their numbers.
func Names() []string { return names[:] }
