// Package langchaingo turns the errors of langchaingo's tools into results that
// the model reads. An error of a tool ends the run there, so tools are wrapped:
//
//	agents.NewOneShotAgent(llm, langchaingo.Wrap(registry, pay, search))
package langchaingo

import (
	"context"

	"github.com/tmc/langchaingo/tools"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Wrap returns the tools with their errors and panics adapted.
func Wrap(registry adapter.Registry, all ...tools.Tool) []tools.Tool {
	wrapped := make([]tools.Tool, len(all))
	for i, t := range all {
		wrapped[i] = guarded{t, registry.For(t.Name())}
	}
	return wrapped
}

type guarded struct {
	tools.Tool
	chain adapter.Chain
}

// Call returns the tool's output, or the payload of its error as JSON.
func (g guarded) Call(ctx context.Context, input string) (string, error) {
	out, err := adapter.Do(ctx, g.chain, func(ctx context.Context) (string, error) { return g.Tool.Call(ctx, input) })
	if err == nil {
		return out, nil
	}
	raw := toolerr.Result(nil, err).AppendJSON(nil)
	return string(raw), nil
}
