package httpadapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
)

// The methods of errand's errors work on zero values.
func TestEmptyErrors(t *testing.T) {
	for _, e := range []*httpadapter.StatusError{nil, {}} {
		assert.Equal(t, "HTTP status 0", e.Error())
		assert.Zero(t, e.StatusCode())
		assert.Nil(t, e.Header())
		assert.Empty(t, e.Method()+e.URL()+e.Body()+e.DeveloperMessage())
	}
	for _, e := range []*httpadapter.BodyError{nil, {}} {
		assert.Equal(t, "the response's body failed", e.Error())
		require.NoError(t, e.Unwrap())
		assert.False(t, e.Timeout())
	}
	assert.Empty(t, (*httpadapter.ProxyError)(nil).Error())
}

type loop struct{ next error }

func (l *loop) Error() string { return "loop" }
func (l *loop) Unwrap() error { return l.next }

type panics struct{ inner error }

func (panics) Error() string   { panic("Error") }
func (p panics) Unwrap() error { return p.inner }
