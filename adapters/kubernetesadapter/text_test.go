package kubernetesadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/toolerr"
)

// The client waits for its own limit until the context of the call ends.
func TestTheClientsOwnLimit(t *testing.T) {
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	err := fmt.Errorf("client rate limiter Wait returned an error: %w", late.Err())
	te := kubernetesadapter.Adapter.FromError(err)
	require.NotNil(t, te)
	assert.Empty(t, te.Extra().VendorCode, "no service answered")
	assert.Equal(t, toolerr.KindNetworkTransportTimeout, toolerr.KindOf(adapter.NewChain(kubernetesadapter.Adapter).Adapt(late, err)))
}

// These texts only begin like client-go's.
func TestTextsOfOthers(t *testing.T) {
	for _, err := range []error{
		errors.New("client rate limiter Wait returned an error: x"), fmt.Errorf("x: client rate limiter Wait returned an error: %w", io.EOF),
		errors.New("resource name may not be empty!"), fmt.Errorf("resource name may not be empty%w", io.EOF), //nolint:revive // the end of a text
		errors.New(`invalid resource name "x"`), errors.New(`invalid namespace "x": no`), errors.New("an empty namespace may not be set"),
	} {
		assert.Nil(t, kubernetesadapter.Adapter.FromError(err), err)
	}
}
