package twilioadapter_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the SDK, with all fields, and the one of github.com/pkg/errors that it
// uses: the library requires neither. proof/vendorproof tests the real ones.
type (
	withMessage struct {
		cause error
		msg   string
	}
)

func (e *withMessage) Error() string { return e.msg + ": " + e.cause.Error() }
func (e *withMessage) Unwrap() error { return e.cause }

func undecoded(text string, err error) error { return &withMessage{err, text} }

func types(t testing.TB) {
	t.Helper()
	t.Cleanup(twilioadapter.Imitate(shape.TypeOf(&withMessage{})))
}

func TestResponsesThatAreNotJSON(t *testing.T) {
	types(t)
	const prefix = "error decoding the response for an HTTP error code: "
	te := twilioadapter.Adapter{}.FromError(fmt.Errorf("send: %w", undecoded(prefix+"502", io.EOF)))
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.Equal(t, 502, te.StatusCode())
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
	for _, text := range []string{"", "x", prefix, prefix + "50", prefix + "5000", prefix + "5x2", prefix + "-10", prefix + "+50", prefix + "200", prefix + "399", "x" + prefix + "502"} {
		assert.Nil(t, twilioadapter.Adapter{}.FromError(undecoded(text, io.EOF)), text)
	}
	assert.Nil(t, twilioadapter.Adapter{}.FromError(errors.New(prefix+"502")), "of another type")
}

// The status in the text is valid.
func FuzzNotJSON(f *testing.F) {
	types(f)
	for _, text := range []string{"502", "4x4", "", "99999999999999999999", " 502"} {
		f.Add("error decoding the response for an HTTP error code: " + text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		te := twilioadapter.Adapter{}.FromError(undecoded(text, io.EOF))
		if te != nil {
			assert.GreaterOrEqual(t, te.StatusCode(), 400)
			assert.Less(t, te.StatusCode(), 1000)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		}
	})
}
