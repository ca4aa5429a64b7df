package agent

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

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
func (a *Agent) target(name string) *Agent { return agentNamed(name, a.targets()) }

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

// roster returns the part of the instruction that lists the agents for a transfer.
func (a *Agent) roster() string {
	targets := a.targets()
	if len(targets) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(toolerr.Msg("You can hand the conversation over to another agent with the tool transfer_to_agent, " +
		"if it is better placed to answer. The agents:").String())
	for _, t := range targets {
		b.WriteString("\n- ")
		b.WriteString(t.cfg.Name)
		if t.cfg.Description != "" {
			b.WriteString(": ")
			b.WriteString(t.cfg.Description)
		}
	}
	return b.String()
}
