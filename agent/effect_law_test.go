package agent_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/effectlaw"
	"github.com/errand-go/errand/toolerr"
)

// A path runs a tool, and returns its error and the payload that a model reads.
type path func(t *testing.T, declared bool, tool func(context.Context) error) (*toolerr.ToolRuntimeError, map[string]any)

// registryFor has the tool, and declares it or not.
func registryFor(declared bool) adapter.Registry {
	r := adapter.NewRegistry(httpadapter.Adapter{})
	if declared {
		r = r.WithRepeatable("send")
	}
	return r
}

var paths = map[string]path{
	"Do": func(t *testing.T, declared bool, tool func(context.Context) error) (*toolerr.ToolRuntimeError, map[string]any) {
		t.Helper()
		_, err := adapter.Do(t.Context(), registryFor(declared).For("send"), func(ctx context.Context) (any, error) { return nil, tool(ctx) })
		te, _ := toolerr.Find(err)
		return te, toolerr.Result(nil, err).Map()
	},
	"the loop": func(t *testing.T, declared bool, tool func(context.Context) error) (*toolerr.ToolRuntimeError, map[string]any) {
		t.Helper()
		var opts []agent.ToolOption
		if declared {
			opts = append(opts, agent.Idempotent())
		}
		send := agenttest.NewTool("send", func(ctx context.Context) (any, error) { return nil, tool(ctx) }, opts...)
		_, o := calling(t, `{}`, send, limits(agent.Limits{ToolRetries: -1, WallClock: 48 * time.Hour}),
			func(c *agent.Config, _ *agent.RunnerConfig) { c.Adapters = registryFor(false) })
		resp := o.responses()[0]
		return resp.Failure(), fields(t, resp)
	},
}

// Over all faults and paths, a model is never invited to send a request again that may have
// been carried out, unless that does no harm. Otherwise it reads what Go's CanRetry returns.
func TestNoInvitationToRepeat(t *testing.T) {
	server, err := faults.Start()
	require.NoError(t, err)
	t.Cleanup(server.Close)
	for _, f := range faults.All() {
		if len(f.Missing(faults.NeedBody, faults.NeedJSON)) > 0 {
			continue
		}
		for name, path := range paths {
			for _, method := range []string{http.MethodPost, http.MethodGet} {
				for _, mode := range []string{"recorded", "plain", "declared"} {
					t.Run(fmt.Sprintf("%s/%s/%s/%s", f.Name, name, method, mode), func(t *testing.T) {
						t.Parallel()
						to := server.Target(f)
						te, payload := path(t, mode == "declared", func(ctx context.Context) error {
							return effectlaw.Request(ctx, to, method, mode == "recorded")
						})
						if te == nil {
							return // the client does not notice the fault
						}
						again := payload["can_retry"] == true
						if mode != "declared" && method == http.MethodPost {
							effectlaw.Judge(t, f, payload)
						}
						if mode == "declared" || method == http.MethodGet && f.Want.Effect != toolerr.EffectUnknown {
							assert.Equal(t, te.CanRetry(), again, payload)
						}
						if te.CanRetry() && !again {
							assert.NotEmpty(t, payload["hint"])
							assert.NotContains(t, payload, "retry_after_ms")
							assert.NotContains(t, payload["error"], "etry ")
						}
					})
				}
			}
		}
	}
}
