package agent

import (
	"context"
	"encoding/json"

	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// gate returns arguments as the tool is given them, and what is wrong with them. The error
// says why they cannot be read, or is a *toolerr.ToolRuntimeError of the check.
func (h *host) gate(c *callState, args json.RawMessage) (json.RawMessage, []toolerr.Problem, error) {
	if c.tool.schema.Accepts(args) {
		return args, nil, nil
	}
	return c.tool.schema.Read(args, h.apart(c.tool.name, c.fc.ID))
}

// apart runs a check that takes more than some milliseconds. It ends with the run, or with
// the time of a tool, at the latest.
func (h *host) apart(name, callID string) toolargs.Apart {
	return func(check func() []toolerr.Problem) ([]toolerr.Problem, error) {
		return bounded(h.ctx, task{host: h, name: name, callID: callID, timeout: h.budget.limits.ToolTimeout},
			func(context.Context) ([]toolerr.Problem, error) { return check(), nil })
	}
}
