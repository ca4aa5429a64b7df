package redisadapter_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/redisadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// The errors of the clients, which the library does not require: proof/vendorproof
// tests the real ones.
type (
	panics struct{}
)

func (panics) Error() string { panic("hostile") }
func (panics) RedisError()   {}

func TestUnrecognisedErrors(t *testing.T) {
	for _, err := range []error{
		errors.New("LOADING Redis is loading the dataset in memory"), errors.New("redis: nil and more"),
		panics{},
		context.DeadlineExceeded,
	} {
		assert.Nil(t, redisadapter.Adapter.FromError(err))
	}
}

func TestTheTableIsWellMade(t *testing.T) {
	for _, code := range redisadapter.Texts() {
		_, ok := spec.Of(redisadapter.Adapter).Table().Lookup(code)
		assert.True(t, ok, code)
	}
	for _, row := range spec.Of(redisadapter.Adapter).Table().Rows() {
		assert.False(t, row.Message.IsZero() && row.Hint.IsZero(), row.VendorCode)
	}
}
