package shop

import (
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
)

// NewRunner returns a runner for an agent with the given model and tools.
func NewRunner(model agent.Model, tools []agent.Tool, cfg agent.RunnerConfig) (*agent.Runner, error) {
	helper, err := agent.New(agent.Config{
		Name:        "helper",
		Model:       model,
		Instruction: "You help the customers of a shop. This one is called {user:name?}.",
		Tools:       tools,
		Adapters:    adapters.Default(), // HTTP, files, programs and the vendors of docs/vendors.md
	})
	if err != nil {
		return nil, err // it lists every mistake in the configuration
	}
	cfg.App, cfg.Agent, cfg.CreateSessions = "shop", helper, true
	return agent.NewRunner(cfg)
}
