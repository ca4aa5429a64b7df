package go126_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/go126"
)

func TestAsType(t *testing.T) {
	inner := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	found, ok := go126.AsType[*fs.PathError](fmt.Errorf("%w, %w", errors.New("x"), inner))
	assert.True(t, ok)
	assert.Same(t, inner, found)
	for _, err := range []error{nil, fs.ErrNotExist} {
		found, ok = go126.AsType[*fs.PathError](err)
		assert.False(t, ok)
		assert.Nil(t, found)
	}
}

func TestNew(t *testing.T) {
	v := 1
	p := go126.New(v)
	*p = 2
	assert.Equal(t, 1, v)
}
