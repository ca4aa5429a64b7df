// Package eino turns the errors of eino's tools into results that the model
// reads. One line in compose.ToolsNodeConfig:
//
//	ToolCallMiddlewares: []compose.ToolMiddleware{eino.Middleware(registry)},
package eino

import (
	"context"
	"errors"

	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Middleware adapts the errors and the panics of all four kinds of tools. An
// error that interrupts a graph is eino's own signal and passes. A stream that
// breaks off ends with an error whose text is safe; it is too late for a result.
func Middleware(registry adapter.Registry) compose.ToolMiddleware {
	return compose.ToolMiddleware{
		Invokable: func(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
			return func(ctx context.Context, in *compose.ToolInput) (*compose.ToolOutput, error) {
				return call(ctx, registry, in, next, func(payload string) *compose.ToolOutput {
					return &compose.ToolOutput{Result: payload}
				})
			}
		},
		Streamable: func(next compose.StreamableToolEndpoint) compose.StreamableToolEndpoint {
			return func(ctx context.Context, in *compose.ToolInput) (*compose.StreamToolOutput, error) {
				out, err := call(ctx, registry, in, next, func(payload string) *compose.StreamToolOutput {
					return &compose.StreamToolOutput{Result: schema.StreamReaderFromArray([]string{payload})}
				})
				if out != nil {
					out.Result = guarded(ctx, registry.For(in.Name), out.Result)
				}
				return out, err
			}
		},
		EnhancedInvokable: func(next compose.EnhancedInvokableToolEndpoint) compose.EnhancedInvokableToolEndpoint {
			return func(ctx context.Context, in *compose.ToolInput) (*compose.EnhancedInvokableToolOutput, error) {
				return call(ctx, registry, in, next, func(payload string) *compose.EnhancedInvokableToolOutput {
					return &compose.EnhancedInvokableToolOutput{Result: part(payload)}
				})
			}
		},
		EnhancedStreamable: func(next compose.EnhancedStreamableToolEndpoint) compose.EnhancedStreamableToolEndpoint {
			return func(ctx context.Context, in *compose.ToolInput) (*compose.EnhancedStreamableToolOutput, error) {
				out, err := call(ctx, registry, in, next, func(payload string) *compose.EnhancedStreamableToolOutput {
					return &compose.EnhancedStreamableToolOutput{Result: schema.StreamReaderFromArray([]*schema.ToolResult{part(payload)})}
				})
				if out != nil {
					out.Result = guarded(ctx, registry.For(in.Name), out.Result)
				}
				return out, err
			}
		},
	}
}

// call runs a tool, recovers its panics, and returns its error as a result.
func call[Out any](
	ctx context.Context, registry adapter.Registry, in *compose.ToolInput,
	next func(context.Context, *compose.ToolInput) (*Out, error), result func(payload string) *Out,
) (*Out, error) {
	var interrupt error
	out, err := adapter.Do(ctx, registry.For(in.Name), func(ctx context.Context) (*Out, error) {
		out, err := next(ctx, in)
		if interrupts(err) {
			interrupt = err
		}
		return out, err
	})
	switch {
	case interrupt != nil:
		return nil, interrupt
	case err != nil:
		raw := toolerr.Result(nil, err).AppendJSON(nil)
		return result(string(raw)), nil
	}
	return out, nil
}

func interrupts(err error) bool {
	err = toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err)) // its Is and As terminate for any err
	_, ok := compose.IsInterruptRerunError(err)
	return ok || errors.Is(err, compose.InterruptAndRerun) //nolint:staticcheck // tools written for older versions return it
}

func part(payload string) *schema.ToolResult {
	return &schema.ToolResult{Parts: []schema.ToolOutputPart{{Type: schema.ToolPartTypeText, Text: payload}}}
}

// guarded returns a stream whose error is adapted.
func guarded[T any](ctx context.Context, chain adapter.Chain, stream *schema.StreamReader[T]) *schema.StreamReader[T] {
	return schema.StreamReaderWithConvert(stream, func(v T) (T, error) { return v, nil },
		schema.WithErrWrapper(func(err error) error { return chain.Adapt(ctx, err) }))
}
