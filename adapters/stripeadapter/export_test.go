package stripeadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(standIns ...shape.Type) (restore func()) {
	before := stripe
	for _, t := range standIns {
		stripe = stripe.Imitate(stripeError, t)
	}
	return func() { stripe = before }
}
