package scene

import "github.com/errand-go/errand/conformance/faults"

// What the external tests need of the inside.
var Secrets = secrets

// WithFault returns the scene with another fault.
func WithFault(s Scene, f faults.Fault) Scene {
	s.fault = f
	return s
}
