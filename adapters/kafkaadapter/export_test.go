package kafkaadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as franz-go's, until restore is called.
func Imitate(kerr shape.Type) (restore func()) {
	before := Adapter
	Adapter = Adapter.Imitate(kerrError, kerr)
	return func() { Adapter = before }
}
