package agent

import (
	"encoding/json"
	"time"

	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/internal/callkey"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// A callState is one call of a turn and its progress.
type callState struct {
	fc   *FunctionCall
	tool *boundTool      // nil if the tool does not exist
	args json.RawMessage // validated arguments; other code cannot change them
	call *Call           // &own, until the call is retried
	res  *result         // nil until the call is settled
	own  Call
	sent resolve.Bound // the call as the model sent it, and the schema in its request
	keys callkey.Call
	run  *run

	attempts  int
	waits     Waits // what a call waited for that the run continues
	away      bool  // what the call needs is not available
	signedIn  bool  // a person has reported the sign-in
	refreshed bool  // the credentials were renewed
	executed  bool
	counted   bool   // the call uses a place of the run's budget
	seen      bool   // other code has had the call, and may have written to its arguments
	taken     bool   // the end of an earlier attempt, in another process, is not known
	requested string // the hash of the arguments in the confirmation request; "" if there was none

	counts loopguard.Call // the call as the guard counts it
}

// A turn has the calls of one answer. They are admitted, authorized, executed, adapted and
// recorded, each step in a separate file.
type turn struct {
	*run
	agent   *Agent
	box     *toolbox
	calls   []*callState
	spent   bool // a call was refused because the budget is used up
	aborted bool // a call has stopped the run, so no other call starts
	// done merges the actions of the ended calls, in the order in which they ended.
	done  Actions
	abort *toolerr.ToolRuntimeError
}

// diagnose adds a diagnostic about a call.
func (h *host) diagnose(kind DiagnosticKind, c *callState, msg toolerr.Message, te *toolerr.ToolRuntimeError) {
	h.diags.add(Diagnostic{Kind: kind, Agent: c.call.Agent, Tool: c.call.Tool, CallID: c.call.ID, Message: msg, Err: te})
}

// giveBack returns the tool call of c, which did not run, to the budget.
func (b *budget) giveBack(c *callState) {
	if c.counted {
		c.counted = false
		b.toolCalls.Add(-1)
	}
}

// task returns the task of a call of the tool. It has no cooldown: callTool checks the
// cooldown immediately before the tool runs.
func (c *callState) task(h *host, timeout time.Duration) task {
	return task{host: h, chain: c.tool.chain.WithoutCooldown(), name: c.tool.name, callID: c.call.ID, timeout: timeout}
}

// timeout returns the time limit of one run of the tool.
func (c *callState) timeout(l Limits) time.Duration {
	switch own := c.tool.policy.Timeout; {
	case own == 0:
		return l.ToolTimeout
	case own > 0:
		return own
	}
	return forever
}

// gate returns arguments in the form that the tool gets, and their problems. The error is
// the reason why they cannot be read, or a *toolerr.ToolRuntimeError of the check.
func (h *host) gate(c *callState, args json.RawMessage) (json.RawMessage, []toolerr.Problem, error) {
	return c.tool.schema.Read(args, h.apart(c.tool.name, c.fc.ID))
}

// remote reports whether the engine runs the call.
func (t *turn) remote(c *callState) bool {
	f, ok := c.tool.tool.(*FuncTool)
	return t.engine != nil && (!ok || !f.inLoop)
}
