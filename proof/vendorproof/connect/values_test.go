package connect_test

import (
	"errors"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/toolerr"
)

// An error of the tool or of an interceptor has no response. A code without a name is not a
// code.
func TestErrorsWithoutAResponse(t *testing.T) {
	te := connectadapter.Adapter{}.FromError(connect.NewError(connect.CodeNotFound, errors.New("x")))
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindUpstreamNotFound, te.Kind())
	assert.Equal(t, "not_found", te.VendorCode())
	if te = (connectadapter.Adapter{}).FromError(connect.NewError(99, errors.New("x"))); te != nil {
		assert.Empty(t, te.VendorCode())
	}
}
