package minio_test

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The error of one object in a removal of several has the meaning of its cause.
func TestCausesOfRemovals(t *testing.T) {
	for name, tt := range map[string]struct {
		cause error
		kind  toolerr.Kind // "": not MinIO's
	}{
		"a refusal":        {minio.ErrorResponse{Code: "AccessDenied"}, toolerr.KindUpstreamAuthError},
		"a name":           {errors.New("Bucket name cannot be empty"), toolerr.KindUpstreamValidationError},
		"a connection":     {&url.Error{Op: "Post", URL: "http://" + faults.CanaryHost, Err: io.ErrUnexpectedEOF}, toolerr.KindNetworkTransportUnreachable},
		"an unknown cause": {errors.New("x"), ""},
		"nothing":          {nil, ""},
	} {
		te := minioadapter.Adapter{}.FromError(fmt.Errorf("clean: %w", &minio.RemoveObjectError{ObjectName: faults.CanaryPath, Err: tt.cause}))
		if tt.kind == "" {
			assert.Nil(t, te, name)
			continue
		}
		require.NotNil(t, te, name)
		assert.Equal(t, tt.kind, te.Kind(), name)
		assert.Equal(t, toolerr.EffectUnknown, te.Effect(), name)
		assert.Equal(t, "_minio", te.Service(), name)
	}
	var itself minio.RemoveObjectError
	itself.Err = &itself
	assert.Nil(t, minioadapter.Adapter{}.FromError(&itself), "a circle")
}
