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
	args, p, err := c.tool.schema.Read(args)
	if err != nil {
		return nil, nil, err
	}
	found, err := h.examine(c.tool.schema, p.Value, c.tool.name, c.fc.ID)
	return args, append(p.Twice, found...), err
}

// examine returns what is wrong with a value. A check that takes more than some
// milliseconds ends with the run, or with the time of a tool, at the latest.
func (h *host) examine(schema *toolargs.Schema, value any, name, callID string) ([]toolerr.Problem, error) {
	if schema.Accepts(value) {
		return nil, nil
	}
	return schema.Check(value, func(check func() []toolerr.Problem) ([]toolerr.Problem, error) {
		return bounded(h.ctx, task{host: h, name: name, callID: callID, timeout: h.budget.limits.ToolTimeout},
			func(context.Context) ([]toolerr.Problem, error) { return check(), nil })
	})
}
