package inverse_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/inverse"
)

func TestOf(t *testing.T) {
	assert.Equal(t, map[int]string{1: "a", 2: "a", 3: "b"}, inverse.Of(map[string][]int{"a": {1, 2}, "b": {3}}))
	assert.Panics(t, func() { inverse.Of(map[string][]int{"a": {1}, "b": {1}}) }, "a value with two keys")
	assert.Panics(t, func() { inverse.Of(map[string][]int{"a": {1, 1}}) }, "a value listed twice")
}
