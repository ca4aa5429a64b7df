package agent

import (
	"context"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// adapt returns the result of a tool run. Unless the tool did not run, its error gets the
// effect of the whole call. adapt runs on the tool's goroutine, because values may have
// their own methods for encoding.
func (t *turn) adapt(ctx context.Context, c *callState, out any, ran bool, err error) *result {
	proven := true
	te, ok := toolerr.Find(err)
	f, _ := c.tool.tool.(*FuncTool)
	whole := ok && f != nil && f.agent != nil && te.Effect() == toolerr.EffectNone // the agent counts its own calls
	if ok && !whole && (ran || !adapter.HeldBack(te)) {
		err, proven = c.tool.policy.effect(ctx, te)
	}
	res := encode(t.budget.limits.ResultBytes, out, err)
	res.proven = proven
	if err == nil && res.err != nil { // the result cannot be encoded, which the adapters have not seen
		_ = c.tool.chain.Adapt(ctx, res.err)
	}
	if out == nil && err == nil && c.tool.policy.LongRunning {
		res.silent = true
		res.set(toolerr.Result(map[string]string{"status": "pending"}, nil))
	}
	return res
}
