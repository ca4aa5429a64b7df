// Package adktools adds errand to the tools of ADK for Go (google.golang.org/adk/v2): the
// model reads errand's payload if a tool fails. The package does not import ADK, because
// ADK's types are type parameters of its functions.
//
//	p, err := plugin.New(plugin.Config{
//		Name: "errand",
//		OnToolErrorCallback: adktools.OnToolError[agent.Context, tool.Tool](
//			registry, tool.ErrConfirmationRequired, tool.ErrConfirmationRejected),
//	})
//
// Without it, the model reads err.Error(), and after a panic the whole stack.
package adktools

import (
	"context"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/toolerr"
)

// Named is a tool with a name, as ADK's tools are.
type Named interface{ Name() string }

// OnToolError returns ADK's callback for the error of a tool. The callback returns the
// result that the model reads: the payload of the error, adapted by the registry for the
// tool. It returns errors that match one of pass to ADK unchanged, because ADK uses some
// errors as signals: a call that waits for a confirmation would be lost otherwise. ADK
// turns a panic into an error before the callback, so the kind is that of an unknown error,
// and only developers read its text.
//
// If a service refused the call, the payload has problems: what the model should change in
// the arguments that the tool declares. ADK passes a map that callbacks can change, so
// members that are not declared do not count as the model's, and a BeforeToolCallback
// should not replace a declared one. Registry.WithDisclosure sets what else a model may
// read about a refusal, for all tools or by name.
func OnToolError[C context.Context, T Named](
	registry adapter.Registry, pass ...error,
) func(ctx C, tool T, args map[string]any, err error) (map[string]any, error) {
	return func(ctx C, tool T, args map[string]any, err error) (map[string]any, error) {
		if err == nil || passes(err, pass) {
			return nil, nil //nolint:nilnil // ADK's way to say: not mine
		}
		called := adapter.WithCall(ctx, callOf(tool, args))
		return toolerr.Result(nil, registry.For(nameOf(tool)).Adapt(called, err)).Map(), nil
	}
}

// BeforeTool returns ADK's callback before a tool. If the registry's cooldown holds the
// call back, the callback returns the result that the model reads, and ADK does not run the
// tool. Only tools with a key are held back (see [adapter.Cooldown]).
func BeforeTool[C context.Context, T Named](registry adapter.Registry) func(ctx C, tool T, args map[string]any) (map[string]any, error) {
	return func(ctx C, tool T, _ map[string]any) (map[string]any, error) {
		_, err := registry.For(nameOf(tool)).Admit(ctx)
		if err == nil {
			return nil, nil //nolint:nilnil // ADK's way to say: run the tool
		}
		return toolerr.Result(nil, err).Map(), nil
	}
}

// passes reports whether err matches one of pass, like errors.Is, but it is safe for errors
// with a cycle or with methods that panic.
func passes(err error, pass []error) bool {
	return slices.ContainsFunc(pass, func(p error) bool { return p != nil && errtree.Is(err, p) })
}

// nameOf returns the name of a tool, and "" if it has none.
func nameOf(tool Named) (name string) {
	defer func() { _ = recover() }() // for a nil tool
	return tool.Name()
}
