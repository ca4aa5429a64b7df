package agent

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// adapt makes a result of what a tool returned: its error has the effect of the whole call.
// It runs on the tool's goroutine, because values may encode themselves.
func (t *turn) adapt(ctx context.Context, c *callState, out any, err error) *result {
	if te, ok := toolerr.Find(err); ok {
		err = c.tool.policy.effect(ctx, te)
	}
	res := encode(t.budget.limits.ResultBytes, out, err)
	res.adapted = err != nil
	if out == nil && err == nil && c.tool.policy.LongRunning {
		res.silent = true
		res.set(toolerr.Result(struct {
			Status string `json:"status"`
		}{"pending"}, nil))
	}
	return res
}
