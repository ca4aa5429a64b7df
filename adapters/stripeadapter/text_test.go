package stripeadapter_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/stripeadapter"
)

func TestUnrecognisedErrors(t *testing.T) {
	for _, text := range []string{"Couldn't deserialize JSON", "Couldn't deserialize JSON (response status: abc, ", "x"} {
		assert.Nil(t, stripeadapter.Adapter.FromError(errors.New(text)), text)
	}
}
