package mongoadapter_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// proof/vendorproof/mongo tests the driver's errors.
func TestDeclines(t *testing.T) {
	for _, err := range []error{errors.New("mongo: no documents"), context.DeadlineExceeded, io.EOF} {
		assert.Nil(t, mongoadapter.Adapter{}.FromError(err), "%T %v", err, err)
	}
}

func TestTheTableIsWellMade(t *testing.T) {
	for name := range mongoadapter.Numbers() {
		_, ok := spec.Of(mongoadapter.Adapter{}).Table().Lookup(name)
		assert.True(t, ok, name)
	}
}
