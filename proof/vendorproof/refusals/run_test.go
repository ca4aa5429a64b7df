package refusals_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	corpus "github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/proof/vendorproof/refusals"
)

// A bar is what the figures of a group must reach, in percent. Better figures raise it, and
// nothing is tuned to a case.
type bar struct {
	clean float64 // cases that are fixable and clean, at least
	wrong float64 // arguments blamed, of the paths told, at most
}

var bars = map[string]bar{
	"open":    {clean: 92.5, wrong: 1},
	"fresh":   {clean: 89.5, wrong: 1},
	"further": {clean: 89.5, wrong: 1},
	"unseen":  {clean: 80.5, wrong: 1},
	"sealed":  {clean: 66.5, wrong: 4},
}

func TestModelsReadWhatToCorrect(t *testing.T) {
	for _, group := range corpus.Groups() {
		t.Run(group, func(t *testing.T) {
			figures, err := refusals.Run(group)
			require.NoError(t, err)
			t.Log(figures)
			for _, f := range figures.Failures {
				t.Log(f)
			}
			require.Contains(t, bars, group)
			assert.GreaterOrEqual(t, figures.Percent(), bars[group].clean)
			assert.LessOrEqual(t, figures.WrongPaths(), bars[group].wrong)
			assert.Zero(t, figures.Leaks)
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
