package connectadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(standIn shape.Type) (restore func()) {
	before := connect
	connect = connect.Imitate(connectError, standIn)
	return func() { connect = before }
}

// Names are the codes by their numbers.
func Names() []string { return names[:] }
