package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// selfEncoded encodes itself once, and panics from then on.
type selfEncoded struct{ times *int }

func (s selfEncoded) MarshalJSON() ([]byte, error) {
	if *s.times++; *s.times > 1 {
		panic(canary)
	}
	return []byte(`{"data":1}`), nil
}

func TestAfterToolSeesWhatTheToolReturned(t *testing.T) {
	times := 0
	object := map[string]any{"a": float64(1)}
	tests := map[string]struct{ out, want any }{
		"an object":               {map[string]any{"a": 1, "b": "x"}, map[string]any{"a": float64(1), "b": "x"}},
		"an object of data":       {map[string]any{"data": map[string]any{"a": 1}}, map[string]any{"data": object}},
		"a list of data":          {map[string]any{"data": []int{1}}, map[string]any{"data": []any{float64(1)}}},
		"data and more":           {map[string]any{"data": 1, "n": 2}, map[string]any{"data": float64(1), "n": float64(2)}},
		"raw data":                {json.RawMessage(`{ "data" : {"a":1} }`), map[string]any{"data": object}},
		"a list":                  {[]int{1}, []any{float64(1)}},
		"a number":                {1, float64(1)},
		"nothing":                 {nil, map[string]any{}},
		"an empty object":         {struct{}{}, map[string]any{}},
		"a key of ours":           {map[string]any{"error": "x"}, map[string]any{"error": "x"}},
		"data within ours":        {map[string]any{"error": "x", "data": 1}, map[string]any{"error": "x", "data": float64(1)}},
		"what encodes itself":     {selfEncoded{&times}, float64(1)}, // and will not do so twice
		"data that was shortened": {map[string]any{"data": strings.Repeat("x", 100_000)}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var seen any
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")),
				[]agent.Tool{agenttest.NewTool("t", agenttest.Return(tt.out))}, func(cfg *agent.Config, _ *agent.RunnerConfig) {
					cfg.Callbacks.AfterTool = append(cfg.Callbacks.AfterTool, func(_ context.Context, _ *agent.Call, result any) (any, error) {
						seen = result
						return nil, nil
					})
				})
			o := w.say("go")
			require.NoError(t, o.err)
			assert.Equal(t, agent.OutcomeOK, o.responses()[0].Outcome)
			if tt.want == nil {
				assert.Equal(t, true, seen.(map[string]any)["truncated"])
				return
			}
			assert.Equal(t, tt.want, seen)
		})
	}
}
