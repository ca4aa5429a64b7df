package anthropic_test

import (
	"net/http"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/toolerr"
)

// Errors that lack what the SDK always sets have no meaning, or that of their status. The
// text of such an error panics.
func TestZeroErrors(t *testing.T) {
	for _, err := range []error{nil, (*anthropic.Error)(nil), &anthropic.Error{}, &anthropic.Error{StatusCode: 200, Response: &http.Response{StatusCode: 200}}} {
		assert.Nil(t, anthropicadapter.Adapter{}.FromError(err))
	}
	te := anthropicadapter.Adapter{}.FromError(&anthropic.Error{StatusCode: 503})
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.NotPanics(t, func() { _ = te.DeveloperMessage() })
}
