package agent

import (
	"context"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// adapt makes a result of what a tool returned: its error has the effect of the whole call,
// unless the tool did not run.
// It runs on the tool's goroutine, because values may encode themselves.
func (t *turn) adapt(ctx context.Context, c *callState, out any, ran bool, err error) *result {
	if te, ok := toolerr.Find(err); ok && (ran || !adapter.HeldBack(te)) {
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
