package vaultadapter

import "github.com/errand-go/errand/adapter/shape"

// SetType replaces Vault's type and returns a function that puts it back.
func SetType(t shape.Type) (restore func()) {
	before := types
	types = shape.NewSet(t)
	return func() { types = before }
}
