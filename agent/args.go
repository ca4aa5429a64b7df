package agent

import (
	"context"
	"encoding/json"

	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// checkArgs is the argument gate: it returns the arguments a tool may be given,
// or a result that has everything that is wrong with them.
func (r *run) checkArgs(c *callState) (json.RawMessage, *result) {
	if c.fc.Malformed != "" {
		_, err := toolargs.Parse([]byte(c.fc.Malformed))
		return nil, failed(toolargs.Refusal(err))
	}
	args, problems, err := r.gate(c, c.fc.Args)
	te, checked := toolerr.Find(err)
	switch {
	case r.ctx.Err() != nil:
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

// gate returns arguments as the tool is given them, and what is wrong with them. The error
// says why they cannot be read, or is a *toolerr.ToolRuntimeError of the check.
func (r *run) gate(c *callState, args json.RawMessage) (json.RawMessage, []toolerr.Problem, error) {
	args, p, err := c.tool.schema.Read(args)
	if err != nil {
		return nil, nil, err
	}
	found, err := r.examine(c.tool.schema, p.Value, c.tool.name, c.fc.ID)
	return args, append(p.Twice, found...), err
}

// examine returns what is wrong with a value. A check that takes more than some
// milliseconds ends with the run, or with the time of a tool, at the latest.
func (r *run) examine(schema *toolargs.Schema, value any, name, callID string) ([]toolerr.Problem, error) {
	if schema.Accepts(value) {
		return nil, nil
	}
	return schema.Check(value, func(check func() []toolerr.Problem) ([]toolerr.Problem, error) {
		return bounded(r.ctx, task{run: r, name: name, callID: callID, timeout: r.limits.ToolTimeout},
			func(context.Context) ([]toolerr.Problem, error) { return check(), nil })
	})
}
