package minioadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(failed, removal, sts shape.Type) (restore func()) {
	before, set := minio, removals
	minio = minio.Imitate(errorResponse, failed).Imitate(stsErrorResponse, sts)
	removals = shape.NewSet(removal)
	return func() { minio, removals = before, set }
}
