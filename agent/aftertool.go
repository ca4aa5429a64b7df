package agent

import (
	"context"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// afterTool runs the callbacks, which may replace the result. If one fails, the result
// stays, because the tool has already run.
func (h *host) afterTool(all []afterTool, c *callState) {
	if len(all) == 0 {
		return
	}
	var value any = map[string]any{}
	if output := c.res.payload.Output(); output != nil {
		value, _ = jsonvalue.Decode(output) // the JSON is valid
	}
	got, err := toolValue(h, c.call, all, func(ctx context.Context, f afterTool) (any, error) { return f(ctx, c.call, value) })
	h.replace(c, got, err, toolerr.Msg("AfterTool failed; the tool's result stands."))
}

// onToolError runs the callbacks, which may replace a failure by a success.
func (h *host) onToolError(a *Agent, c *callState) {
	if c.res.outcome != OutcomeFailed {
		return
	}
	all := gather(h, a, func(cb *Callbacks) []onToolError { return cb.OnToolError })
	got, err := toolValue(h, c.call, all, func(ctx context.Context, f onToolError) (any, error) { return f(ctx, c.call, c.res.err) })
	h.replace(c, got, err, toolerr.Msg("OnToolError failed; the tool's failure stands."))
}

func (h *host) replace(c *callState, got *result, err error, msg toolerr.Message) {
	if err != nil {
		te, _ := toolerr.Find(err)
		h.diagnose(DiagCallback, c, msg, te)
		return
	}
	if got != nil {
		attempts := c.res.attempts
		c.res = got
		c.res.attempts = attempts
	}
}
