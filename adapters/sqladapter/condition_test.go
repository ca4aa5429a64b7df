package sqladapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
)

// Every name has a code in the table.
func TestConditions(t *testing.T) {
	for name := range sqladapter.Conditions {
		_, listed := spec.Of(sqladapter.Adapter{}).Table().Lookup(sqladapter.Condition(name))
		assert.True(t, listed, name)
	}
	assert.Equal(t, "40P01", sqladapter.Condition("deadlock_detected"))
	assert.Empty(t, sqladapter.Condition("successful_completion"))
}
