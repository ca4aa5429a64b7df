package redisadapter_test

import (
	"context"
	"errors"
	"maps"
	"slices"
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

// Errors that clients make with errors.New have no type; vendorproof tests the clients that
// still return them.
func TestTextsOfClients(t *testing.T) {
	assert.Subset(t, slices.Collect(maps.Keys(redisadapter.Texts())), []string{
		"redis: nil", "redis: transaction failed", "redis: connection pool timeout", "redis: connection pool exhausted", "redis: client is closed",
		"redigo: nil returned", "redigo: connection pool exhausted", "redigo: get on closed pool", "redigo: connection closed",
		"redis nil message", "rueidis client is closing or unable to connect redis", "valkey nil message", "the slot has no redis node",
	})
}

func TestUnrecognisedErrors(t *testing.T) {
	for _, err := range []error{
		errors.New("LOADING Redis is loading the dataset in memory"), errors.New("redis: nil and more"),
		panics{},
		context.DeadlineExceeded,
	} {
		assert.Nil(t, redisadapter.Adapter{}.FromError(err))
	}
}

func TestTheTableIsWellMade(t *testing.T) {
	for _, code := range redisadapter.Texts() {
		_, ok := spec.Of(redisadapter.Adapter{}).Table().Lookup(code)
		assert.True(t, ok, code)
	}
	for _, row := range spec.Of(redisadapter.Adapter{}).Table().Rows() {
		assert.False(t, row.Message.IsZero(), row.VendorCode)
	}
}
