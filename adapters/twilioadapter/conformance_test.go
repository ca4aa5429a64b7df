package twilioadapter_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	unknown = toolerr.EffectUnknown
)

// The model reads that it must not send the message again for these numbers, and for no
// others.
func TestRecipientsWhoOptedOut(t *testing.T) {
	types(t)
	never := []int{21610, 30004, 63014, 63032, 63033}
	for number := range twilioadapter.Numbers() {
		te := adapt(t, restError(400, number))
		if slices.Contains(never, number) {
			assert.False(t, te.CanRetry(), number)
			assert.Contains(t, te.Hint().String(), "Do not send it again", number)
		} else {
			assert.NotContains(t, te.Hint().String(), "Do not send it again", number)
		}
	}
}
