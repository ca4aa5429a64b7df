// Package genkit turns the errors of genkit's tools into results that the model
// reads. genkit has no hook around tools, and an error ends the generation, so
// the function itself is wrapped:
//
//	genkit.DefineTool(g, "pay", "Pays.", errandgenkit.Wrap(registry, "pay", pay))
package genkit

import (
	"context"

	"github.com/firebase/genkit/go/ai"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Wrap adapts the errors and the panics of fn. The output type of the tool is any, because
// a failure and a success are different objects. An error that interrupts the generation is
// genkit's own signal and is returned unchanged.
func Wrap[In, Out any](registry adapter.Registry, tool string, fn ai.ToolFunc[In, Out]) ai.ToolFunc[In, any] {
	chain := registry.For(tool)
	return func(tc *ai.ToolContext, in In) (any, error) {
		var interrupt error
		out, err := adapter.Do(tc.Context, chain, func(ctx context.Context) (Out, error) {
			inner := *tc
			inner.Context = ctx
			out, err := fn(&inner, in)
			if ok, _ := ai.IsToolInterruptError(err); ok {
				interrupt = err
			}
			return out, err
		})
		if interrupt != nil {
			return nil, interrupt
		}
		return toolerr.Result(out, err).Map(), nil
	}
}
