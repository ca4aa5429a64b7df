package mongoadapter_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// The errors of the driver, with all fields: the library does not require it.
// conformance/vendorproof tests the real ones.
type (
	CommandError struct {
		Code    int32
		Message string
		Labels  []string
		Wrapped error
	}
)

func (e CommandError) Error() string                   { return e.Message }
func (e CommandError) Unwrap() error                   { return e.Wrapped }
func (e CommandError) HasErrorLabel(label string) bool { return slices.Contains(e.Labels, label) }
func (e CommandError) HasErrorCode(code int) bool      { return int(e.Code) == code }

func TestTheTableIsWellMade(t *testing.T) {
	for name := range mongoadapter.Numbers() {
		_, ok := spec.Of(mongoadapter.Adapter{}).Table().Lookup(name)
		assert.True(t, ok, name)
	}
}
