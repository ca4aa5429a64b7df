package shop

import (
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

func Example_softAndHard() {
	model := agenttest.NewModel(
		agenttest.Stop(agent.FinishMaxTokens, "Once upon a"),
		agenttest.Status(401), // what a provider answers to a wrong key
	)
	runner := must(NewRunner(model, nil, agent.RunnerConfig{}))
	talk(runner, agent.Say("Tell me a story."))
	talk(runner, agent.Say("Go on."))
	// Output:
	// ended:  MAX_TOKENS The model's answer was cut off at its length limit.
	// failed: provider_auth refresh_auth_then_retry
	// The model's provider refused the credentials.
}
