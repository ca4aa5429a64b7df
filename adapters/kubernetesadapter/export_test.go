package kubernetesadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(standIn shape.Type) (restore func()) {
	before := kubernetes
	kubernetes = kubernetes.Imitate(statusError, standIn)
	return func() { kubernetes = before }
}

// Causes returns the causes with a hint.
func Causes() (all []string) {
	for cause := range causes {
		all = append(all, cause)
	}
	return all
}
