package refusals_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	corpus "github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/vendorproof/refusals"
)

// bars are the shares of cases that must be fixable and clean, in percent. Figures above them
// raise them; nothing is tuned to a case.
var bars = map[string]float64{"open": 92, "fresh": 68}

func TestModelsReadWhatToCorrect(t *testing.T) {
	for _, group := range corpus.Groups() {
		t.Run(group, func(t *testing.T) {
			figures, err := refusals.Run(group)
			require.NoError(t, err)
			t.Log(figures)
			for _, f := range figures.Failures {
				t.Log(f)
			}
			assert.GreaterOrEqual(t, figures.Percent(), bars[group])
			assert.Zero(t, figures.Leaks)
			assert.LessOrEqual(t, figures.WrongPaths(), 1.0)
		})
	}
}

// Names add facts and leak nothing else.
func TestNames(t *testing.T) {
	registry := adapters.Default().WithDisclosure(adapter.DisclosureNames)
	cases, err := corpus.Load()
	require.NoError(t, err)
	var figures corpus.Figures
	for _, c := range cases {
		view, err := refusals.View(registry, c)
		require.NoError(t, err)
		figures.Add(c.WithNames(), view)
	}
	t.Log(figures)
	assert.Zero(t, figures.Leaks)
	assert.LessOrEqual(t, figures.WrongPaths(), 1.0)
}
