package twilioadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(rest, v1, message shape.Type) (restore func()) {
	before := twilio
	twilio = twilio.Imitate(restError, rest).Imitate(restErrorV1, v1).Imitate(withMessage, message)
	return func() { twilio = before }
}

// Numbers are Twilio's numbers with their codes.
func Numbers() map[int]string { return numbers }
