package twilioadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as those of github.com/pkg/errors, until restore is
// called.
func Imitate(message shape.Type) (restore func()) {
	before := twilio
	twilio = twilio.Imitate(withMessage, message)
	return func() { twilio = before }
}
