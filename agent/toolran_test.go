package agent_test

import (
	"context"
	"errors"
	"sync"
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

// ToolRan gets the end of every tool run. The agent's observer gets every error, including
// those that the loop creates for a tool.
func TestToolRanIsCalledForEveryRun(t *testing.T) {
	for name, tt := range map[string]struct {
		does agenttest.Behavior
		want []toolerr.Kind // "" for success
	}{
		"success":      {agenttest.Return(1), []toolerr.Kind{""}},
		"failure":      {agenttest.ReturnError(errors.New(canary)), []toolerr.Kind{toolerr.KindToolFatal}},
		"panic":        {agenttest.Panic(canary), []toolerr.Kind{toolerr.KindToolFatal}},
		"Goexit":       {agenttest.Goexit(), []toolerr.Kind{toolerr.KindToolFatal}},
		"not JSON":     {agenttest.NaN(), []toolerr.Kind{toolerr.KindToolBadOutputValue}},
		"left running": {nil, []toolerr.Kind{toolerr.KindToolTimeout}},
		"twice": {
			agenttest.Sequence(
				agenttest.ReturnError(toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))), agenttest.Return(1)),
			[]toolerr.Kind{toolerr.KindUpstreamServerError, ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var told, observed []toolerr.Kind
				does := tt.does
				if name == "left running" {
					release := make(chan struct{})
					defer synctest.Wait()
					defer close(release)
					does = agenttest.Hang(release)
				}
				w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")),
					[]agent.Tool{agenttest.NewTool("t", does, agent.ReadOnly(), agent.Timeout(time.Second))},
					func(cfg *agent.Config, rc *agent.RunnerConfig) {
						cfg.Adapters = adapter.NewRegistry().WithObserver(observer(func(o adapter.Observation) {
							mu.Lock()
							defer mu.Unlock()
							if o.Tool == "t" { // not those of the callback below
								observed = append(observed, o.Err.Kind())
							}
						}))
						rc.Plugins = []agent.Plugin{{Name: "p", ToolRan: []func(context.Context, *agent.Call, *toolerr.ToolRuntimeError) error{
							func(_ context.Context, call *agent.Call, te *toolerr.ToolRuntimeError) error {
								kind := toolerr.Kind("")
								if te != nil {
									kind = te.Kind()
								}
								told = append(told, kind)
								assert.Equal(t, len(told), call.Attempt)
								panic(canary)
							},
						}}}
					})
				o := w.say("go")
				require.NoError(t, o.err)
				assert.Equal(t, tt.want, told)
				assert.Equal(t, len(tt.want), o.diagnosed(agent.DiagCallback), "its panic changes nothing")
				var errs []toolerr.Kind
				for _, kind := range tt.want {
					if kind != "" {
						errs = append(errs, kind)
					}
				}
				assert.Equal(t, errs, observed)
			})
		})
	}
}
