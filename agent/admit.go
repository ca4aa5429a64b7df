package agent

import (
	"bytes"
	"encoding/json"

	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// admit returns nil if a call may continue, else its result.
func (t *turn) admit(c *callState, index int) *result {
	if t.ctx.Err() != nil {
		return canceled()
	}
	if index >= t.budget.limits.ToolCallsPerTurn {
		return skipped(refusal.Surplus(t.budget.limits.ToolCallsPerTurn, t.noRoom()))
	}
	if c.counted = t.budget.takeToolCall(); !c.counted {
		t.spent = true
		return skipped(refusal.BudgetExhausted())
	}
	if res := t.blocked(c); res != nil {
		t.budget.giveBack(c)
		return res
	}
	if c.tool == nil {
		c.away = t.box.away
		return failed(refusal.UnknownTool(c.fc.Name, t.box.names, c.away))
	}
	args, res := t.checkArgs(c)
	if res != nil {
		return res
	}
	c.args, c.call.Args = args, bytes.Clone(args)
	return t.alreadyWaits(c)
}

// alreadyWaits returns the result of a call that nobody has to approve again, because an
// equal call waits for its approval, else nil.
func (t *turn) alreadyWaits(c *callState) *result {
	f, _ := c.tool.tool.(*FuncTool)
	if c.waits != "" || t.opts.confirmer != nil || c.tool.policy.Confirm == nil && (f == nil || f.agent == nil) {
		return nil
	}
	for _, e := range readLedger(t.journal.events).entries {
		other := loopguard.Call{Tool: e.call.Name, Args: e.call.Args, Malformed: e.call.Malformed}
		if e.pending() && e.waits() == WaitsForConfirmation && other.Key() == c.counts.Key() {
			return skipped(refusal.AlreadyWaits())
		}
	}
	return nil
}

// checkArgs validates the arguments of a call. It returns the arguments for the tool, or a
// result that lists all problems.
func (t *turn) checkArgs(c *callState) (json.RawMessage, *result) {
	if c.fc.Malformed != "" {
		_, err := toolargs.Parse([]byte(c.fc.Malformed))
		return nil, failed(toolargs.Refusal(err))
	}
	args, problems, err := t.gate(c, c.fc.Args)
	te, checked := toolerr.Find(err)
	switch {
	case t.ctx.Err() != nil:
		return nil, canceled()
	case checked:
		return nil, failed(te.With(toolerr.WithEffect(toolerr.EffectNone)))
	case err != nil:
		return nil, failed(toolargs.Refusal(err))
	case len(problems) > 0:
		return nil, failed(toolargs.Unfit(problems))
	}
	return args, nil
}
