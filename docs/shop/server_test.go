package shop

import (
	"context"
	"net"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
)

// Serve serves on ln until ctx ends. Then active runs are cancelled, and complete
// their history.
func Serve(ctx context.Context, ln net.Listener, runner *agent.Runner) error {
	h, err := agenthttp.New(agenthttp.Config{Apps: map[string]*agent.Runner{"shop": runner}})
	if err != nil {
		return err
	}
	return h.Serve(ctx, ln)
}
