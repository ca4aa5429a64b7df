// Package refusals runs the refusals of conformance/refusals through errand's registry, each as
// the error of the client that its case names, and judges what a model reads of them. It is apart
// from the corpus because the clients are modules that the library does not require.
package refusals

import (
	"context"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/refusals/bench"
)

// Run returns the figures of the groups, of all groups if none is named, for tools whose
// authors disclose nothing more than the default.
func Run(groups ...string) (refusals.Figures, error) {
	var figures refusals.Figures
	cases, err := refusals.Load(groups...)
	for _, c := range cases {
		figures.Add(c, View(adapters.Default(), c))
	}
	return figures, err
}

// View returns what the model of an agent reads after the refusal of its call. The view is
// empty if the refusal is none to the client.
func View(registry adapter.Registry, c refusals.Case) refusals.View {
	return bench.Errand(registry)(Refusal(c))
}

// Refusal returns a case with the error of its client.
func Refusal(c refusals.Case) bench.Refusal {
	return bench.Refusal{Case: c, Err: failure(context.Background(), c)}
}
