package vaultadapter_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/vaultadapter"
)

// Only the client's own text around its sentinel is recognised.
func TestTexts(t *testing.T) {
	sentinel := errors.New("secret not found")
	for _, err := range []error{fmt.Errorf("%w: at x", sentinel), fmt.Errorf("%w: for version %d at x", sentinel, 3)} {
		te := vaultadapter.Adapter.FromError(err)
		require.NotNil(t, te, err)
		assert.Equal(t, "secret_not_found", te.VendorCode())
	}
	for _, err := range []error{sentinel, errors.New("secret not found: at x"), fmt.Errorf("secret not found: %w", sentinel), fmt.Errorf("x: %w", sentinel)} {
		assert.Nil(t, vaultadapter.Adapter.FromError(err), err)
	}
}
