package shop

import (
	"errors"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
)

// Desk returns an agent that can transfer the conversation to the agent for money.
func Desk(model agent.Model, tools []agent.Tool) (*agent.Agent, error) {
	money, err := agent.New(agent.Config{
		Name: "money", Description: "Refunds and invoices.",
		Model: model, Tools: tools, Adapters: adapters.Default(),
	})
	if err != nil {
		return nil, err
	}
	return agent.New(agent.Config{
		Name: "desk", Model: model, Instruction: "Find out what the customer wants.",
		SubAgents: []*agent.Agent{money}, Adapters: adapters.Default(),
	})
}

// Newsletter returns an agent that writes a newsletter and then corrects it. The
// writer can ask an expert, which is a tool.
func Newsletter(model agent.Model) (*agent.Agent, error) {
	expert, err1 := agent.New(agent.Config{Name: "expert", Description: "Knows everything about mugs.", Model: model})
	writer, err2 := agent.New(agent.Config{
		Name: "writer", Model: model, Instruction: "Write a newsletter.",
		Tools: []agent.Tool{agent.AgentTool(expert)}, OutputKey: "draft",
	})
	editor, err3 := agent.New(agent.Config{
		Name: "editor", Model: model, Instruction: "Correct this text: {draft}",
		IncludeContents: agent.IncludeNone,
	})
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	return agent.NewSequential("newsletter", "Writes the newsletter.", writer, editor)
}
