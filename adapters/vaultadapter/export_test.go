package vaultadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(standIn shape.Type) (restore func()) {
	before := vault
	vault = vault.Imitate(responseError, standIn)
	return func() { vault = before }
}
