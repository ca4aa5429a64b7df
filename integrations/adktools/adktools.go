// Package adktools gives the tools of ADK for Go (google.golang.org/adk/v2) the
// answers of errand where they fail. It imports nothing of ADK: the callback has
// the type that ADK's plugins expect, whatever the types are called there.
//
//	p, err := plugin.New(plugin.Config{
//		Name: "errand",
//		OnToolErrorCallback: adktools.OnToolError[agent.Context, tool.Tool](
//			registry, tool.ErrConfirmationRequired, tool.ErrConfirmationRejected),
//	})
//
// Without it the model reads err.Error(), and of a panic the whole stack.
package adktools

import (
	"context"
	"reflect"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Named is what the callback needs of a tool.
type Named interface{ Name() string }

// OnToolError returns the callback. What it returns is the result that the model
// reads: the payload of the error, adapted by the registry for the tool. Errors
// that match one of pass are left to ADK, whose own signals are errors too: a
// call that waits for a confirmation would be lost otherwise. ADK turns a panic
// into an error before it asks, so its kind is that of an unknown error, and its
// text stays with the developer.
//
// What a service refused becomes problems: what the model should change in the arguments
// that the tool declares. ADK passes the map that callbacks could write to, so a member
// that is not declared does not count as the model's, and a BeforeToolCallback should
// not replace one that is. Registry.WithDisclosure decides what else a model may read of
// a refusal, for all tools or by name.
func OnToolError[C context.Context, T Named](
	registry adapter.Registry, pass ...error,
) func(ctx C, tool T, args map[string]any, err error) (map[string]any, error) {
	return func(ctx C, tool T, args map[string]any, err error) (map[string]any, error) {
		if err == nil || passes(err, pass) {
			return nil, nil //nolint:nilnil // ADK's way to say: not mine
		}
		called := adapter.WithCallFunc(ctx, func() adapter.Call { return callOf(tool, args) })
		return toolerr.Result(nil, registry.For(nameOf(tool)).Adapt(called, err)).Map(), nil
	}
}

// BeforeTool returns ADK's callback before a tool. If the registry's cooldown has the call
// wait, it returns the result that the model reads, and ADK does not run the tool. Only
// tools with a key are held back (see [adapter.Cooldown]).
func BeforeTool[C context.Context, T Named](registry adapter.Registry) func(ctx C, tool T, args map[string]any) (map[string]any, error) {
	return func(ctx C, tool T, _ map[string]any) (map[string]any, error) {
		_, err := registry.For(nameOf(tool)).Admit(ctx)
		if err == nil {
			return nil, nil //nolint:nilnil // ADK's way to say: run the tool
		}
		return toolerr.Result(nil, err).Map(), nil
	}
}

// passes reports whether err matches one of pass, as errors.Is does; of an error
// that never ends, or that panics when it is asked, as far as it can be told.
func passes(err error, pass []error) bool {
	for e := range adapter.Tree(err) {
		for _, p := range pass {
			if p != nil && is(e, p) {
				return true
			}
		}
	}
	return false
}

// is is what errors.Is asks one error of a tree.
func is(err, target error) (same bool) {
	defer func() {
		if recover() != nil {
			same = false
		}
	}()
	if reflect.TypeOf(target).Comparable() && err == target { //nolint:errorlint // one node of a walk
		return true
	}
	x, ok := err.(interface{ Is(target error) bool })
	return ok && x.Is(target)
}

// nameOf is the name of a tool; "" for one that has none, as an unknown tool.
func nameOf(tool Named) (name string) {
	defer func() { _ = recover() }() // of a nil tool
	return tool.Name()
}
