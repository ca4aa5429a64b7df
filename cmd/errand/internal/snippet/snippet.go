// Package snippet is the code with which the demo closes. It is compiled, so
// that what the demo prints compiles.
package snippet

import (
	"context"
	_ "embed" // the text of this very file
	"log/slog"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

//go:embed snippet.go
var source string

// Lines returns the lines of [Call] that wrap a tool, without their indent.
func Lines() []string {
	_, after, _ := strings.Cut(source, "// The snippet.\n")
	inside, _, _ := strings.Cut(after, "\n\t// The end.")
	lines := strings.Split(inside, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "\t")
	}
	return lines
}

// Call wraps a tool, calls it, and returns what the model gets.
func Call[In, Out any](ctx context.Context, log *slog.Logger, searchDocs func(context.Context, In) (Out, error), in In) toolerr.Payload {
	// The snippet.
	chain := adapters.Default().For("search_docs")
	tool := adapter.Wrap(searchDocs, chain, adapter.WithEvidence())
	out, err := tool(ctx, in)
	payload := toolerr.Result(out, err) // for the model
	log.Info("search_docs", "err", err) // for you: kind, request id, cause
	// The end.
	return payload
}
