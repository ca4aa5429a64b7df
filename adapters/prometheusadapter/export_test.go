package prometheusadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as the client's, until restore is called.
func Imitate(api shape.Type) (restore func()) {
	before := prometheus
	prometheus = prometheus.Imitate(apiError, api)
	return func() { prometheus = before }
}
