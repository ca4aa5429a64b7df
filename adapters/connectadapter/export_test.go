package connectadapter

import (
	"time"

	"github.com/errand-go/errand/adapter/shape"
)

// SetType replaces connect's type and returns a function that puts it back.
func SetType(t shape.Type) (restore func()) {
	before, set := connectError, types
	connectError, types = t, shape.NewSet(t)
	return func() { connectError, types = before, set }
}

// Names are the codes by their numbers.
func Names() []string { return names[:] }

// Duration reads a google.protobuf.Duration, Field a field of a message.
func Duration(body []byte) (time.Duration, bool)   { return duration(body) }
func Field(body []byte, number int) ([]byte, bool) { return field(body, number) }
