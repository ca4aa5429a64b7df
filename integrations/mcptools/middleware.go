package mcptools

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/integrations/mcptools/internal/contents"
	"github.com/errand-go/errand/internal/mcpresult"
)

// The relevant methods of the protocol.
const (
	methodCallTool     = "tools/call"
	methodListTools    = "tools/list"
	methodReadResource = "resources/read"
	methodGetPrompt    = "prompts/get"
)

// Middleware protects every tool, resource and prompt of a server, including those that are
// added later: the model reads what it can do about their failures. The registry's chain
// for the tool's name adapts them. Pass it to mcp.Server.AddReceivingMiddleware.
//
// A failure of a tool becomes a result with isError, whose text and _meta describe the
// failure. A failure is an error that the handler returned, an error that it put into its
// result with mcp.CallToolResult.SetError, or a result whose IsError it set itself. In the
// last case there is only a text, which is read like the text of a service: the model
// learns which arguments are wrong, and the status, the rate limit and the wait, if the
// text states them. It reads the text itself only with [adapter.DisclosureText]. If
// httpadapter.Transport recorded the call's exchanges, and only the last one failed, status
// and wait are those of that exchange. [WithMarkedResultsKept] leaves such results
// unchanged.
//
// If a service refused the call, the result has problems: what the model should change in
// the arguments that the client sent. The registry's disclosure determines what else the
// model may read about the refusal. If another middleware adds to the arguments, put it
// further inside, so that its additions do not count as the model's.
//
// A failure of a resource or a prompt becomes a JSON-RPC error with a safe message, and the
// payload in data. Their chains are those of the tools "resources/read" and "prompts/get".
//
// Unchanged are results that are not failures; results that ask for more input; a
// *jsonrpc.Error that a handler returns itself, because it then wants a protocol error, as
// the SDK does for unknown tools and resources; and all other methods.
//
// The _meta, the images and the sounds of a failed result stay.
//
// A call ends after 30 seconds, or 2 minutes if the tool is not declared read-only or
// idempotent, because a timeout makes its effect unknown; see [WithTimeout]. Add the middleware
// to mcp.Server.AddSendingMiddleware too if tools report progress or ask the client: the time
// begins again with each of their messages, and does not run while they wait for an answer.
//
// A tool runs on a goroutine of its own, so that runtime.Goexit ends only that goroutine.
// No goroutine outlives its call, except as [WithTimeout] describes. A panic in a goroutine
// that the tool started cannot be recovered. The registry's observer gets every failure.
func Middleware(r adapter.Registry, opts ...Option) mcp.Middleware {
	g := &guard{mcpresult.Guard{Registry: r}}
	for _, o := range opts {
		if o != nil {
			o(&g.Guard)
		}
	}
	keys, _ := g.Keys.(keyer)
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch r := req.(type) {
			case *mcp.CallToolRequest:
				if method == methodCallTool && r != nil && r.Params != nil {
					if keys != nil {
						keyed, done := keys.keyed(ctx, r.Session)
						defer done()
						ctx = keyed
					}
					return g.serve(ctx, r, next)
				}
			case *mcp.ServerRequest[*mcp.InitializeParams]:
				if keys != nil {
					keys.begin(r.Session)
				}
			case *mcp.ReadResourceRequest:
				if method == methodReadResource && r != nil && r.Params != nil {
					return g.answer(ctx, method, req, next, map[string]string{"uri": r.Params.URI})
				}
			case *mcp.GetPromptRequest:
				if method == methodGetPrompt && r != nil && r.Params != nil {
					return g.answer(ctx, method, req, next, r.Params.Arguments)
				}
			}
			defer mcpresult.Suspend(ctx)() // a request or notification to the client, if a tool sends it
			return next(ctx, method, req)
		}
	}
}

// A guard has the options of a Middleware.
type guard struct{ mcpresult.Guard }

// outcome has the return values of the handlers inside the middleware.
type outcome struct {
	// res and err are returned unchanged if the call did not fail.
	res mcp.Result
	err error
	// failed is the result for a failure: the handler's own, or an empty one. It is nil if
	// the handler did not return.
	failed *mcp.CallToolResult
	// kept and meta are the handler's own content and metadata in failed.
	kept []mcp.Content
	meta mcp.Meta
}

func (g *guard) serve(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler) (mcp.Result, error) {
	d := definition(ctx, req, next)
	limited, release := g.Limit(ctx, req.Params.Name, d.Repeatable)
	defer release()
	o, te := mcpresult.Do(limited, &g.Guard, req.Params.Name, req.Params.Arguments, d, func(ctx context.Context) (outcome, error) {
		res, err := next(ctx, methodCallTool, req)
		return g.read(ctx, req, next, res, err)
	})
	if te == nil {
		return o.res, o.err
	}
	if o.failed == nil { // it panicked or was left running
		o.failed = blank(req)
	}
	if res, err := g.signIn(ctx, req, te); res != nil || err != nil {
		return res, err
	}
	return g.failure(te, o), nil
}

// read returns the error of a tool that failed; other outcomes are returned unchanged. It
// runs inside the boundary, because the handlers may panic.
func (g *guard) read(
	ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler, res mcp.Result, err error,
) (outcome, error) {
	if err != nil {
		if g.Drafts && unknownTool(err, req.Params.Name) {
			return outcome{failed: blank(req)}, mcpresult.UnknownTool(err)
		}
		if wanted(err) {
			return outcome{err: err}, nil
		}
		return outcome{failed: blank(req)}, badOutput(err)
	}
	cr, ok := res.(*mcp.CallToolResult)
	switch {
	case !ok:
		return outcome{res: res}, nil
	case cr == nil:
		return outcome{failed: blank(req)}, mcpresult.Nothing()
	case cr.InputRequests != nil || cr.NeedsInput():
		return outcome{res: res}, nil
	case cr.IsError && cr.GetError() != nil:
		err := cr.GetError()
		if te := badInput(ctx, req, next, err); te != nil {
			return fail(cr), te
		}
		return fail(cr), withText(cr, err)
	case cr.IsError && !g.KeepsMarked(req.Params.Name):
		return fail(cr), mcpresult.Marked(contents.Text(cr), nil)
	}
	if err := sendable(cr); err != nil {
		return outcome{failed: blank(req)}, err
	}
	return outcome{res: res}, nil
}

// answer serves a method whose failure is a JSON-RPC error.
func (g *guard) answer(
	ctx context.Context, method string, req mcp.Request, next mcp.MethodHandler, args map[string]string,
) (mcp.Result, error) {
	ctx, release := g.Limit(ctx, method, nil)
	defer release()
	o, te := mcpresult.Do(ctx, &g.Guard, method, args, mcpresult.Definition{}, func(ctx context.Context) (outcome, error) {
		res, err := next(ctx, method, req)
		switch {
		case err != nil && wanted(err):
			return outcome{err: err}, nil
		case err != nil:
			return outcome{}, err
		}
		return outcome{res: res}, sendable(res)
	})
	if te == nil {
		return o.res, o.err
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: te.Message().String(), Data: te.Payload().AppendJSON(nil)}
}

// wanted reports whether err itself is a protocol error, and can be encoded. Like the SDK,
// it does not unwrap: a wrapped protocol error is from the tool's own call elsewhere.
func wanted(err error) bool {
	e, ok := err.(*jsonrpc.Error) //nolint:errorlint // see above
	return ok && e != nil && (len(e.Data) == 0 || json.Valid(e.Data))
}
