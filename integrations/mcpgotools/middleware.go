package mcpgotools

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/mcpresult"
)

// Middleware protects every tool of a server, including tools that are added later: the
// failures of a tool become results on which a model can act. The registry's chain for the
// tool's name adapts them. Pass it to server.WithToolHandlerMiddleware. To protect a single
// handler, use Middleware(r)(handler).
//
// A failure is an error that the handler returned, or a result with IsError. Such a result
// has only a text, which is read like the text of a service: the model learns which
// arguments are wrong, and the status, the rate limit and the wait, if the text states
// them. It reads the text itself only with [adapter.DisclosureText]. If
// httpadapter.Transport recorded the call's exchanges, and only the last one failed, status
// and wait are those of that exchange. [WithMarkedResultsKept] leaves such results
// unchanged. The _meta, the images and the sounds of a failed result stay.
//
// The last of several middlewares is the innermost. Pass this one last, because another one
// that turns errors into texts would remove their status.
//
// If a service refused the call, the result has problems: what the model should change in
// the arguments that the client sent. Before v0.56.0 mcp-go keeps only the digits of a
// number that fit into a float64. The tool's schema is looked up when a refusal is read, as
// the server has it for the session at that time.
//
// Unchanged are results that are not failures, and errors that define their JSON-RPC error
// themselves, as mcp.URLElicitationRequiredError does.
//
// A call ends after 30 seconds, or 2 minutes if the tool is not declared read-only or
// idempotent, because a timeout makes its effect unknown; see [WithTimeout] and [Extend].
//
// A tool runs on a goroutine of its own, so that runtime.Goexit ends only that goroutine.
// No goroutine outlives its call, except as [WithTimeout] describes. A panic in a goroutine
// that the tool started cannot be recovered. The registry's observer gets every failure.
func Middleware(r adapter.Registry, opts ...Option) server.ToolHandlerMiddleware {
	g := newGuard(r, opts)
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return g.serve(ctx, req, next)
		}
	}
}

// A guard has the options of a middleware.
type guard struct{ mcpresult.Guard }

func newGuard(r adapter.Registry, opts []Option) *guard {
	g := &guard{mcpresult.Guard{Registry: r}}
	for _, o := range opts {
		if o != nil {
			o(&g.Guard)
		}
	}
	return g
}

// outcome has the return values of a handler.
type outcome struct {
	// res and err are returned unchanged if the call did not fail.
	res *mcp.CallToolResult
	err error
	// kept and meta are the content and metadata of a failed handler that stay.
	kept []mcp.Content
	meta *mcp.Meta
}

func (g *guard) serve(ctx context.Context, req mcp.CallToolRequest, next server.ToolHandlerFunc) (*mcp.CallToolResult, error) {
	received := req.GetRawArguments() // a handler may change the map
	raw, isRaw := received.(json.RawMessage)
	if !isRaw {
		raw, _ = mcpresult.Encode(received)
	}
	d := definition(ctx, req.Params.Name)
	limited, release := g.Limit(ctx, req.Params.Name, d.Repeatable)
	defer release()
	o, te := mcpresult.Do(limited, &g.Guard, req.Params.Name, raw, d, func(ctx context.Context) (outcome, error) {
		res, err := next(ctx, req)
		return g.read(req, res, err)
	})
	if te == nil {
		return o.res, o.err
	}
	if err := g.signIn(ctx, req, te); err != nil {
		return nil, err
	}
	text, meta := g.Render(te)
	res := &mcp.CallToolResult{
		IsError: true,
		Content: append([]mcp.Content{mcp.NewTextContent(text)}, o.kept...),
	}
	res.Meta = merged(o.meta, meta)
	return res, nil
}

// read returns the error of a tool that failed; other outcomes are returned unchanged. It
// runs inside the boundary, because the handlers may panic.
func (g *guard) read(req mcp.CallToolRequest, res *mcp.CallToolResult, err error) (outcome, error) {
	switch {
	case err != nil:
		if wanted(err) {
			return outcome{err: err}, nil
		}
		if te := mcpresult.Argued(mcpresult.ErrorText(err), sentences); te != nil {
			return outcome{}, te
		}
		return outcome{}, err
	case res == nil:
		return outcome{}, mcpresult.Nothing()
	case !res.IsError:
	case errorIn(res) != nil: // of the same middleware, further inside
		return fail(res), errorIn(res)
	case !g.KeepsMarked(req.Params.Name):
		said := mcpresult.Text(texts(res.Content), res.StructuredContent)
		if te := mcpresult.Argued(said, sentences); te != nil {
			return fail(res), te
		}
		return fail(res), mcpresult.Marked(said, nil)
	}
	if err := sendable(res); err != nil {
		return outcome{}, err
	}
	return outcome{res: res}, nil
}
