package stripeadapter

import "github.com/errand-go/errand/adapter/shape"

// SetTypes replaces Stripe's types and returns a function that puts them back.
func SetTypes(all ...shape.Type) (restore func()) {
	before := types
	types = shape.NewSet(all...)
	return func() { types = before }
}
