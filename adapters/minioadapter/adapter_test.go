package minioadapter_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/minioadapter"
)

func TestUnrecognisedErrors(t *testing.T) {
	for _, text := range []string{
		"", "x", "Bucket name ", "Bucket name cannot be blue", "Object name cannot be blue", "printer is offline.", "Connection closed by foreign host x",
		"http://x is online.", strings.Repeat("Bucket name ", 1<<16),
	} {
		assert.Nil(t, minioadapter.Adapter{}.FromError(errors.New(text)), text)
	}
	assert.Nil(t, minioadapter.Adapter{}.FromError(fmt.Errorf("Bucket name cannot be empty%w", io.EOF)))
}
