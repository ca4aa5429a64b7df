package vaultadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as those of the client, until restore is
// called.
func Imitate(standIn shape.Type) (restore func()) {
	before := vault
	vault = vault.Imitate(responseError, standIn)
	return func() { vault = before }
}
