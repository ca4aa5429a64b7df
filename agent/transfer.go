package agent

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// transferTool is the name of the tool that transfers to another agent.
const transferTool = "transfer_to_agent"

// targets returns the agents that a can transfer to: its children, its parent, and the
// parent's other children. An agent with DisableTransfer has none.
func (a *Agent) targets() []*Agent {
	if a.sequence != nil || a.cfg.DisableTransfer {
		return nil
	}
	all := append([]*Agent{}, a.cfg.SubAgents...)
	p := a.parent
	if p == nil || p.sequence != nil {
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

// target returns the agent with the name if a can transfer to it, else nil.
func (a *Agent) target(name string) *Agent {
	for _, t := range a.targets() {
		if t.cfg.Name == name {
			return t
		}
	}
	return nil
}

// allowTransfer returns the target of a call's transfer. It returns "" and adds a
// diagnostic if the agent cannot transfer to it, or if another call of the turn has
// transferred before.
func (t *turn) allowTransfer(c *callState, name string) string {
	switch {
	case name == "":
		return ""
	case t.agent.target(name) == nil:
		t.diagnose(DiagTransfer, c, toolerr.Msgf(
			"The tool hands over to %s, which is not an agent that its agent can hand over to. The agent goes on itself.", toolerr.Ident(name)), nil)
		return ""
	case t.done.TransferToAgent != "" && t.done.TransferToAgent != name:
		t.diagnose(DiagTransfer, c, toolerr.Msgf("The tool transfers to %s, but another call of the turn already transferred to %s.",
			toolerr.Ident(name), toolerr.Ident(t.done.TransferToAgent)), nil)
		return ""
	}
	return name
}

// handedOver returns the result of a second transfer call in a turn, and nil for any other
// call.
func (t *turn) handedOver(c *callState) *result {
	if c.tool.name != transferTool || t.done.TransferToAgent == "" {
		return nil
	}
	return skipped(refusal.HandedOver(t.done.TransferToAgent))
}

// transfer has the arguments of the transfer tool.
type transfer struct {
	AgentName string `json:"agent_name"`
}

// transferTool returns the transfer tool, and false if there is no target.
func (a *Agent) transferTool() (boundTool, bool) {
	targets := a.targets()
	if len(targets) == 0 {
		return boundTool{}, false
	}
	names := make([]string, 0, len(targets))
	for _, t := range targets {
		names = append(names, t.cfg.Name)
	}
	enum, _ := json.Marshal(names) // strings can always be encoded
	schema := `{"type":"object","properties":{"agent_name":{"type":"string","enum":` + string(enum) +
		`}},"required":["agent_name"],"additionalProperties":false}`
	t := NewTool(transferTool, "Hands the conversation over to another agent.",
		func(ctx context.Context, in transfer) (struct{}, error) {
			CallFrom(ctx).TransferTo(in.AgentName)
			return struct{}{}, nil
		}, Schema(json.RawMessage(schema)), Sequential(), Idempotent(), func(t *FuncTool) { t.inLoop = true })
	b, err := bind(t)
	return b, err == nil
}

// startAgent returns the agent that continues a session: the last author or its transfer
// target. If that agent, or one above it, cannot transfer, the root continues.
func (j *journal) startAgent() *Agent {
	root := j.runner.cfg.Agent
	for _, e := range slices.Backward(j.events) {
		if e.Author == AuthorUser || e.Author == authorRuntime || e.Branch != j.branch {
			continue
		}
		a := root.find(e.Author)
		if a != nil {
			if to := a.target(e.Actions.TransferToAgent); to != nil {
				a = to
			}
		}
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
