package shop

import (
	"context"

	"github.com/errand-go/errand/agent"
)

// Export returns a tool whose result comes later. start begins the work, and
// keeps the id of the call for the delivery of the result.
func Export(start func(ctx context.Context, callID string) error) agent.Tool {
	type receipt struct {
		Status string `json:"status"`
	}
	return agent.NewTool("export", "Exports all orders. Takes hours.",
		func(ctx context.Context, _ struct{}) (receipt, error) {
			return receipt{"started"}, start(ctx, agent.CallFrom(ctx).ID)
		}, agent.LongRunning())
}
