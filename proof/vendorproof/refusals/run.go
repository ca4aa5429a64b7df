// Package refusals runs the refusals of conformance/refusals through errand's registry, each as
// the error of the client that its case names, and judges what a model reads of them. It is apart
// from the corpus because the clients are modules that the library does not require.
package refusals

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/toolerr"
)

// Run returns the figures of the groups, of all groups if none is named, for tools whose
// authors disclose nothing more than the default.
func Run(groups ...string) (refusals.Figures, error) {
	return RunWith(adapters.Default(), groups...)
}

// RunWith is Run with another registry.
func RunWith(registry adapter.Registry, groups ...string) (refusals.Figures, error) {
	var figures refusals.Figures
	cases, err := refusals.Load(groups...)
	if err != nil {
		return figures, err
	}
	for _, c := range cases {
		view, err := View(registry, c)
		if err != nil {
			return figures, fmt.Errorf("%s: %w", c.ID, err)
		}
		figures.Add(c, view)
	}
	return figures, nil
}

// View returns what the model of an agent reads after the refusal of its call. The view is
// empty if the refusal is none to the client.
func View(registry adapter.Registry, c refusals.Case) (refusals.View, error) {
	p, err := Payload(registry, c)
	if err != nil || !p.IsError() {
		return refusals.View{}, err
	}
	return refusals.NewView([]byte(p.String())), nil
}

// Payload returns the payload after the refusal of the case's call.
func Payload(registry adapter.Registry, c refusals.Case) (toolerr.Payload, error) {
	args, err := json.Marshal(c.Args)
	if err != nil {
		return toolerr.Payload{}, err
	}
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: args, Schema: c.Schema})
	refused := failure(ctx, c)
	tool := adapter.Wrap(func(context.Context, map[string]any) (any, error) { return nil, refused }, registry.For(c.Tool))
	_, err = tool(ctx, c.Args)
	return toolerr.Result(nil, err), nil
}
