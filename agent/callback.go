package agent

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// Callbacks are functions around the parts of a run. The functions of a slice run in order
// until one returns a value or an error; with nil, the run goes on. A panic counts as an
// error. All of them can get the run with [RunFrom], and those around a tool also have the
// call.
type Callbacks struct {
	// BeforeAgent may return a content. It is then the agent's answer, and the agent does
	// not run. An error fails the run with [ErrCallback].
	BeforeAgent []func(ctx context.Context) (*Content, error)
	// AfterAgent may return a content, which becomes an event after the agent's last one.
	// An error fails the run. AfterAgent is also called if the run ends with a soft
	// condition, whose event stays the last one. If the condition is a limit, the content
	// comes before its event. If it belongs to the model's answer, the content is dropped
	// with a diagnostic, and an error is a diagnostic too. AfterAgent is not called if the
	// run fails, pauses or is canceled.
	AfterAgent []func(ctx context.Context) (*Content, error)
	// BeforeModel may change the request. If it returns a response, the response is used
	// and the model is not called. An error fails the run.
	BeforeModel []func(ctx context.Context, req *ModelRequest) (*ModelResponse, error)
	// AfterModel may return a response, which replaces the model's. An error fails the run.
	AfterModel []func(ctx context.Context, resp *ModelResponse) (*ModelResponse, error)
	// OnModelError is called after the last retry of a model failed. If it returns a
	// response, the response replaces the failure. Its own error is a diagnostic.
	OnModelError []func(ctx context.Context, req *ModelRequest, err error) (*ModelResponse, error)
	// BeforeTool may change the arguments of the call, see [Call]. If it returns a result
	// that is not nil, that is the tool's result, and the tool does not run. An error fails
	// the call.
	BeforeTool []func(ctx context.Context, call *Call) (any, error)
	// AfterTool is called after a success, with the result as JSON decodes it and numbers
	// as in a [State]. If it returns a result that is not nil, that replaces the tool's.
	// Its error is a diagnostic, because the tool has already run.
	AfterTool []func(ctx context.Context, call *Call, result any) (any, error)
	// OnToolError is called after a failure. If it returns a result that is not nil, the
	// call counts as a success. Its own error is a diagnostic. It is never called for a
	// call that was denied.
	OnToolError []func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) (any, error)
}

// A Plugin is a set of callbacks for every agent of a runner. They run before
// the agent's own.
type Plugin struct {
	Callbacks
	// AroundTool surrounds every run of a tool, retries included, on the tool's goroutine
	// and within its timeout. next runs the tool with the context that it gets, so that a
	// value in the context, such as a span, reaches the tool. AroundTool may change the
	// arguments of the call before that, see [Call]. The error of next is nil or a
	// *toolerr.ToolRuntimeError, also after a panic. The results of AroundTool are those of
	// the tool. The first plugin is the outermost.
	AroundTool []AroundTool
	// AroundModel surrounds each call of a model, retries included. It returns a model that
	// is called in place of m and calls m, with a context of its own. The responses and
	// errors of m are not adapted yet. The first plugin is the outermost.
	AroundModel []func(m Model) Model
	// ToolRan is called with the error of each run of a tool, retries included, after
	// AroundTool; the error is the one that the model will read, or nil. It is also called
	// in two situations that AroundTool cannot see: the tool was left running after its
	// timeout, so that AroundTool has not returned, and the result cannot be encoded. Its
	// own error is a diagnostic.
	ToolRan []func(ctx context.Context, call *Call, err *toolerr.ToolRuntimeError) error
	// OnEvent gets every event before the program does, and must not change it. Its error
	// is a diagnostic.
	OnEvent []func(ctx context.Context, e *Event) error
	// AfterRun is called with the result of the run: nil, or its [*RunError]. Its error is
	// a diagnostic.
	AfterRun []func(ctx context.Context, err error) error
}

// AroundTool is a function around the run of a tool; see [Plugin].
type AroundTool func(ctx context.Context, call *Call, next func(context.Context) (any, error)) (any, error)
