package kubernetesadapter_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/kubernetesadapter"
)

// These texts only begin like client-go's.
func TestTextsOfOthers(t *testing.T) {
	for _, err := range []error{
		errors.New("client rate limiter Wait returned an error: x"), fmt.Errorf("x: client rate limiter Wait returned an error: %w", io.EOF),
		errors.New("resource name may not be empty!"), fmt.Errorf("resource name may not be empty%w", io.EOF), //nolint:revive // the end of a text
		errors.New(`invalid resource name "x"`), errors.New(`invalid namespace "x": no`), errors.New("an empty namespace may not be set"),
	} {
		assert.Nil(t, kubernetesadapter.Adapter{}.FromError(err), err)
	}
}
