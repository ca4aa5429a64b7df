package gitlabadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as the client's, until restore is called.
func Imitate(response shape.Type) (restore func()) {
	before := gitlab
	gitlab = gitlab.Imitate(errorResponse, response)
	return func() { gitlab = before }
}
