package mcptools

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The methods of the protocol that matter here.
const (
	methodCallTool  = "tools/call"
	methodListTools = "tools/list"
)

// Middleware protects every tool of a server, those added later too: the
// failures of a tool become results that a model can act on, made by the chain
// that the registry has for the tool's name. Give it to
// [mcp.Server.AddReceivingMiddleware].
//
// What stays as it is: results that are no failure; a failure that a handler put
// into its result by itself, without [mcp.CallToolResult.SetError]; results that
// ask for more input; a *jsonrpc.Error that a handler returns as such, which is
// how it says that it wants a protocol error; all other methods.
//
// Of a result with SetError stay its _meta and the content that SetError cannot
// have written. It writes the text of an error into a plain block of text, so no
// such block stays. A handler's own words for the model are a toolerr.Message of
// its error, or a block of text with annotations or _meta.
//
// A tool runs on a goroutine of its own, which contains runtime.Goexit. No
// goroutine outlives its call, except as [WithTimeout] says. A panic in a
// goroutine that the tool started cannot be recovered. The registry's observer is
// told about every failure.
func Middleware(r adapter.Registry, opts ...Option) mcp.Middleware {
	g := &guard{registry: r, timeouts: map[string]time.Duration{}}
	for _, o := range opts {
		if o != nil {
			o(g)
		}
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			call, ok := req.(*mcp.CallToolRequest)
			if method != methodCallTool || !ok || call == nil || call.Params == nil {
				return next(ctx, method, req)
			}
			return g.serve(ctx, call, next)
		}
	}
}

// A guard holds the options of a Middleware, and the count of the calls that it
// left running.
type guard struct {
	registry   adapter.Registry
	timeout    time.Duration
	timeouts   map[string]time.Duration
	structured bool
	stuck      adapter.Bulkhead
}

// outcome is what the handlers behind the middleware returned.
type outcome struct {
	// res and err go out as they are, if the call did not fail.
	res mcp.Result
	err error
	// failed is the result that a failure is written into: the handler's own, or
	// a blank one. It is nil if the handler did not return.
	failed *mcp.CallToolResult
	// kept and meta are what the handler itself put into failed.
	kept []mcp.Content
	meta mcp.Meta
}

func (g *guard) serve(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler) (mcp.Result, error) {
	tool := req.Params.Name
	timeout, ok := g.timeouts[tool]
	if !ok {
		timeout = g.timeout
	}
	o, err := adapter.Do(ctx, g.registry.For(tool), func(ctx context.Context) (outcome, error) {
		res, err := next(ctx, methodCallTool, req)
		return read(ctx, req, next, res, err)
	}, adapter.WithEvidence(), adapter.Bounded{Timeout: timeout, Bulkhead: &g.stuck})
	if err == nil {
		return o.res, o.err
	}
	te, ok := toolerr.Find(err)
	if !ok { // the boundary returns no other error
		te = toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err))
	}
	if o.failed == nil { // it panicked, or was left running
		o.failed = blank(req)
	}
	return g.failure(te, o), nil
}

// read tells a failure of the tool, which is the error it returns, from what
// goes out as it is. It runs inside the boundary: what it calls may panic.
func read(
	ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler, res mcp.Result, err error,
) (outcome, error) {
	if err != nil {
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
		return outcome{failed: blank(req)}, toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{},
			toolerr.WithDeveloperMessage("the handler returned neither a result nor an error"))
	case cr.InputRequests != nil || cr.NeedsInput():
		return outcome{res: res}, nil
	case cr.IsError && cr.GetError() != nil:
		err := cr.GetError()
		if te := badInput(ctx, req, next, err); te != nil {
			return fail(cr), te
		}
		return fail(cr), err
	}
	if err := encodable(cr); err != nil {
		return outcome{failed: blank(req)}, err
	}
	return outcome{res: res}, nil
}

// wanted reports whether err is a protocol error that was returned as such, and
// that can be sent. The SDK looks no deeper either: one inside another error is a
// tool's own failed call elsewhere.
func wanted(err error) bool {
	e, ok := err.(*jsonrpc.Error) //nolint:errorlint // see above
	return ok && e != nil && (len(e.Data) == 0 || json.Valid(e.Data))
}
