package cloudflareadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as the client's RequestError, until restore is
// called.
func Imitate(request shape.Type) (restore func()) {
	before := cloudflare
	cloudflare = cloudflare.Imitate(oldError, request)
	return func() { cloudflare = before }
}
