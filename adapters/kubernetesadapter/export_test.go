package kubernetesadapter

import "github.com/errand-go/errand/adapter/shape"

// SetType replaces apimachinery's type and returns a function that puts it back.
func SetType(t shape.Type) (restore func()) {
	before, set := statusError, types
	statusError, types = t, shape.NewSet(t)
	return func() { statusError, types = before, set }
}

// Causes are the causes with a hint of their own.
func Causes() (all []string) {
	for cause := range causes {
		all = append(all, cause)
	}
	return all
}
