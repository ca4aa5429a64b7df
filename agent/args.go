package agent

import (
	"context"
	"encoding/json"

	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// gate returns arguments in the form that the tool gets, and their problems. The error is
// the reason why they cannot be read, or a *toolerr.ToolRuntimeError of the check.
func (h *host) gate(c *callState, args json.RawMessage) (json.RawMessage, []toolerr.Problem, error) {
	return c.tool.schema.Read(args, h.apart(c.tool.name, c.fc.ID))
}

// apart returns a function that runs checks of more than a few milliseconds. A check ends
// at the latest when the run ends or a tool's timeout has passed.
func (h *host) apart(name, callID string) toolargs.Apart {
	return func(check func() []toolerr.Problem) ([]toolerr.Problem, error) {
		return bounded(h.ctx, task{host: h, name: name, callID: callID, timeout: h.budget.limits.ToolTimeout},
			func(context.Context) ([]toolerr.Problem, error) { return check(), nil })
	}
}
