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
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

//go:embed snippet.go
var source string

// Lines returns the lines of [Call] that wrap a tool, without their indent.
func Lines() []string { return between("// The snippet.", "// The end.") }

// Agent returns the lines of [New] that make an agent, without their indent.
func Agent() []string { return between("// The agent.", "// Its end.") }

// between returns the lines between two comments of this file.
func between(start, end string) []string {
	_, after, _ := strings.Cut(source, "\t"+start+"\n")
	inside, _, _ := strings.Cut(after, "\n\t"+end)
	lines := strings.Split(inside, "\n")
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(strings.TrimPrefix(line, "\t"), "\t", "    ")
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

// New makes an agent with a tool.
func New[In, Out any](model agent.Model, searchDocs func(context.Context, In) (Out, error)) (*agent.Agent, error) {
	// The agent.
	search := agent.NewTool("search_docs", "Searches.", searchDocs)
	helper, err := agent.New(agent.Config{
		Name: "helper", Model: model, Tools: []agent.Tool{search},
		// HTTP, files, programs and the vendors of docs/vendors.md.
		Adapters: adapters.Default(),
	})
	// Its end.
	return helper, err
}
