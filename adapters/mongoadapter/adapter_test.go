package mongoadapter_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/mongoadapter"
)

// proof/vendorproof/mongo tests the driver's errors.
func TestDeclines(t *testing.T) {
	for _, err := range []error{errors.New("mongo: no documents"), context.DeadlineExceeded, io.EOF} {
		assert.Nil(t, mongoadapter.Adapter.FromError(err), "%T %v", err, err)
	}
}
