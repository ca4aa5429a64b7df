package agent

import (
	"context"
	"encoding/json"
	"slices"
)

// transferTool is the name of the tool that hands over.
const transferTool = "transfer_to_agent"

// targets returns the agents a can hand over to: those below it, and unless
// that is switched off, its parent and the parent's others.
func (a *Agent) targets() []*Agent {
	if a.sequence != nil {
		return nil
	}
	all := append([]*Agent{}, a.cfg.SubAgents...)
	p := a.parent
	if p == nil || p.sequence != nil || a.cfg.DisableTransfer {
		return all
	}
	all = append(all, p)
	for _, peer := range p.cfg.SubAgents {
		if peer != a {
			all = append(all, peer)
		}
	}
	return all
}

// transfer is the argument of the tool.
type transfer struct {
	AgentName string `json:"agent_name"`
}

// transferTool returns the tool that hands over; false if there is nobody.
func (a *Agent) transferTool() (boundTool, bool) {
	targets := a.targets()
	if len(targets) == 0 {
		return boundTool{}, false
	}
	names := make([]string, 0, len(targets))
	for _, t := range targets {
		names = append(names, t.cfg.Name)
	}
	enum, _ := json.Marshal(names) // strings always encode
	schema := `{"type":"object","properties":{"agent_name":{"type":"string","enum":` + string(enum) +
		`}},"required":["agent_name"],"additionalProperties":false}`
	t := NewTool(transferTool, "Hands the conversation over to another agent.",
		func(ctx context.Context, in transfer) (struct{}, error) {
			CallFrom(ctx).TransferTo(in.AgentName)
			return struct{}{}, nil
		}, Schema(json.RawMessage(schema)), Sequential(), Idempotent())
	b, err := bind(t)
	return b, err == nil
}

// startAgent returns the agent that goes on with a session: the last one that
// spoke, if others may be handed over to from it, else the root.
func (r *run) startAgent() *Agent {
	root := r.runner.cfg.Agent
	for _, e := range slices.Backward(r.events) {
		if e.Author == AuthorUser || e.Author == authorRuntime || e.Branch != r.opts.branch {
			continue
		}
		a := root.find(e.Author)
		if a == nil || a == root {
			return root
		}
		for up := a; up != root; up = up.parent {
			if up.cfg.DisableTransfer || up.parent.sequence != nil {
				return root
			}
		}
		return a
	}
	return root
}
