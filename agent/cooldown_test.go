package agent_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// The loop waits for a cooldown like after a refusal of the service. It then calls even a
// tool with side effects, because the tool has not run before.
func TestCooldown(t *testing.T) {
	for name, plugins := range map[string][]agent.Plugin{
		"":               nil,
		", with plugins": {around("p", new([]string))},
	} {
		t.Run("a call"+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Key: func(context.Context, string) string { return "acme" }})
				_ = registry.For("another").Adapt(t.Context(), toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(10*time.Second)))
				start := time.Now()
				var ran []time.Duration
				pay := agenttest.NewTool("pay", func(context.Context) (any, error) {
					ran = append(ran, time.Since(start))
					return "paid", nil
				})
				w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")), []agent.Tool{pay},
					func(c *agent.Config, rc *agent.RunnerConfig) { c.Adapters, rc.Plugins = registry, plugins })
				o := w.say("go")
				require.NoError(t, o.err)
				assert.Equal(t, "paid", fields(t, o.responses()[0])["data"])
				assert.Equal(t, 1, o.diagnosed(agent.DiagToolRetry))
				require.Len(t, ran, 1)
				assert.InDelta(t, 10*time.Second, ran[0], float64(time.Second))
				assert.GreaterOrEqual(t, ran[0], 10*time.Second)
			})
		})
		t.Run("a wait that is too long"+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Key: func(context.Context, string) string { return "acme" }})
				_ = registry.For("another").Adapt(t.Context(), toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(2*time.Minute)))
				pay := agenttest.NewTool("pay", func(context.Context) (any, error) { panic("ran") })
				w := newWorld(t, agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")), []agent.Tool{pay},
					func(c *agent.Config, rc *agent.RunnerConfig) { c.Adapters, rc.Plugins = registry, plugins })
				o := w.say("go")
				require.NoError(t, o.err)
				assert.Equal(t, `{"success":false,"error":"The service asked callers to wait, so the call was not executed.",`+
					`"error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":120000}`,
					string(o.responses()[0].Response), "without an unknown effect")
			})
		})
	}
}

// askedOnce is a store that no agent and model may use, because an engine replays the code
// that calls them.
type askedOnce struct{ keys []string }

func (a *askedOnce) Get(_ context.Context, key string) (string, time.Duration, error) {
	a.keys = append(a.keys, key)
	return "", 0, nil
}

func (a *askedOnce) Set(_ context.Context, key, _ string, _ time.Duration) error {
	a.keys = append(a.keys, key)
	return nil
}

func TestCooldownIsForTools(t *testing.T) {
	store := &askedOnce{}
	registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Store: store, Key: func(_ context.Context, tool string) string { return tool }})
	limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Hour))
	look := agenttest.NewTool("look", agenttest.ReturnError(limited))
	clerk, err := agent.New(agent.Config{
		Name: "clerk", Model: agenttest.NewModel(agenttest.Call("look", `{}`), agenttest.Fail(limited)), Tools: []agent.Tool{look}, Adapters: registry,
	})
	require.NoError(t, err)
	w := newWorld(t, agenttest.NewModel(agenttest.Call("clerk", `{"request":"look"}`), agenttest.Say("done")), []agent.Tool{agent.AgentTool(clerk)},
		func(c *agent.Config, _ *agent.RunnerConfig) { c.Adapters = registry })
	o := w.say("go")
	require.NoError(t, o.err)
	assert.Equal(t, []string{"key look", "key look"}, store.keys, "the tool is looked up, and its wait is stored")
}
