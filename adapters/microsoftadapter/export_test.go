package microsoftadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(path string) (restore func()) {
	before := microsoft
	for _, t := range []shape.Type{responseError, bodyDownload, nonRetriable, failed, signInRequired, unavailable, callError} {
		microsoft = microsoft.Imitate(t, shape.T(path, t.Name()))
	}
	return func() { microsoft = before }
}
