package shop

import (
	"context"
	"log/slog"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// Audit returns a plugin that logs failed tools, and refuses refunds while the
// shop is closed.
func Audit(log *slog.Logger, open func() bool) agent.Plugin {
	return agent.Plugin{
		Callbacks: agent.Callbacks{
			BeforeTool: []func(context.Context, *agent.Call) (any, error){
				func(_ context.Context, call *agent.Call) (any, error) {
					if call.Tool == "refund" && !open() {
						return nil, toolerr.Fatal(toolerr.Msg("The till is closed until tomorrow."))
					}
					return nil, nil // go on
				},
			},
			OnToolError: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) (any, error){
				func(_ context.Context, call *agent.Call, err *toolerr.ToolRuntimeError) (any, error) {
					log.Warn("a tool failed", "tool", call.Tool, "err", err) // redacted
					return nil, nil
				},
			},
		},
	}
}
