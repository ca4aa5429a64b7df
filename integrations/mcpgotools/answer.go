package mcpgotools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/mcpresult"
)

// The names of the chains of resources and prompts.
const (
	readResource = "resources/read"
	getPrompt    = "prompts/get"
)

// ResourceMiddleware protects the resources of a server: pass it to
// server.WithResourceHandlerMiddleware. A failure becomes an error with a safe text, which
// mcp-go sends as the message of an internal error. mcp-go cannot send the payload. The
// chain is that of the tool "resources/read".
func ResourceMiddleware(r adapter.Registry, opts ...Option) server.ResourceHandlerMiddleware {
	g := newGuard(r, opts)
	return func(next server.ResourceHandlerFunc) server.ResourceHandlerFunc {
		return func(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return answer(ctx, g, readResource, map[string]any{"uri": req.Params.URI}, func(ctx context.Context) ([]mcp.ResourceContents, error) { return next(ctx, req) })
		}
	}
}

// PromptMiddleware protects prompts as [ResourceMiddleware] protects resources. From mcp-go
// v0.46.0 on, pass it to server.WithPromptHandlerMiddleware. Before, put it around each
// handler: s.AddPrompt(prompt, mcpgotools.PromptMiddleware(registry)(handler)). The chain
// is that of the tool "prompts/get".
func PromptMiddleware(r adapter.Registry, opts ...Option) func(server.PromptHandlerFunc) server.PromptHandlerFunc {
	g := newGuard(r, opts)
	return func(next server.PromptHandlerFunc) server.PromptHandlerFunc {
		return func(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return answer(ctx, g, getPrompt, req.Params.Arguments, func(ctx context.Context) (*mcp.GetPromptResult, error) { return next(ctx, req) })
		}
	}
}

// answer serves a request whose failure is a JSON-RPC error.
func answer[T any](ctx context.Context, g *guard, name string, input any, fn func(context.Context) (T, error)) (T, error) {
	type answered struct {
		res T
		err error
	}
	ctx, release := g.Limit(ctx, name, nil)
	defer release()
	o, te := mcpresult.Do(ctx, &g.Guard, name, input, mcpresult.Definition{}, func(ctx context.Context) (answered, error) {
		res, err := fn(ctx)
		switch {
		case err != nil && wanted(err):
			return answered{err: err}, nil
		case err != nil:
			return answered{}, err
		}
		return answered{res: res}, sendable(res)
	})
	if te == nil {
		return o.res, o.err
	}
	var none T
	return none, te
}
