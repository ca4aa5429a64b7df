package agent

import "github.com/errand-go/errand/agent/internal/names"

// answer returns a model's answer as an event. Its calls have valid names, unique ids and
// arguments that are JSON.
func (j *journal) answer(a *Agent, resp *ModelResponse) *Event {
	e := j.event(a.cfg.Name)
	e.FinishReason, e.Usage = resp.FinishReason, resp.Usage
	if resp.Content == nil {
		return e
	}
	c := resp.Content.encodable()
	c.Role = RoleModel
	for i := range c.Parts {
		call := c.Parts[i].FunctionCall
		if call == nil {
			continue
		}
		if !names.ID(call.ID) || j.callIDs[call.ID] {
			call.ID = callPrefix + j.runner.cfg.NewID()
		}
		j.callIDs[call.ID] = true
		call.Name = names.Callable(call.Name)
	}
	if len(c.Parts) > 0 {
		e.Content = &c
	}
	return e
}
