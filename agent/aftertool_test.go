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
	"github.com/errand-go/errand/toolerr"
)

// selfEncoded encodes itself once, and panics the second time.
type selfEncoded struct{ times *int }

func (s selfEncoded) MarshalJSON() ([]byte, error) {
	if *s.times++; *s.times > 1 {
		panic(canary)
	}
	return []byte(`{"data":1}`), nil
}

func TestAfterToolSeesWhatTheToolReturned(t *testing.T) {
	times := 0
	object := map[string]any{"a": int64(1)}
	tests := map[string]struct{ out, want any }{
		"an object":                        {map[string]any{"a": 1, "b": "x"}, map[string]any{"a": int64(1), "b": "x"}},
		"an object under data":             {map[string]any{"data": map[string]any{"a": 1}}, map[string]any{"data": object}},
		"a list under data":                {map[string]any{"data": []int{1}}, map[string]any{"data": []any{int64(1)}}},
		"data and another key":             {map[string]any{"data": 1, "n": 2}, map[string]any{"data": int64(1), "n": int64(2)}},
		"raw data":                         {json.RawMessage(`{ "data" : {"a":1} }`), map[string]any{"data": object}},
		"many digits":                      {json.RawMessage(`[9007199254740993,1.00000000000000000001,1e400]`), []any{int64(9007199254740993), json.Number("1.00000000000000000001"), json.Number("1e400")}},
		"a list":                           {[]int{1}, []any{int64(1)}},
		"a number":                         {1, int64(1)},
		"nothing":                          {nil, map[string]any{}},
		"an empty object":                  {struct{}{}, map[string]any{}},
		"a key of the payload":             {map[string]any{"error": "x"}, map[string]any{"error": "x"}},
		"data beside a key of the payload": {map[string]any{"error": "x", "data": 1}, map[string]any{"error": "x", "data": int64(1)}},
		"a json.Marshaler":                 {selfEncoded{&times}, map[string]any{"data": int64(1)}}, // encoded once
		"data that was shortened":          {map[string]any{"data": strings.Repeat("x", 100_000)}, nil},
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

// The loop adds its advice to the failure. The output beside it stays as it was encoded.
func TestAFailureKeepsItsOutputWhenTheLoopChangesTheError(t *testing.T) {
	failure := toolerr.Upstream(500, toolerr.Message{})
	long := toolerr.InvalidInput(toolerr.Message{}, []toolerr.Problem{{Path: "/" + strings.Repeat("p", 200), Problem: toolerr.Msg("is required")}})
	tests := map[string]struct {
		out  any
		err  *toolerr.ToolRuntimeError
		want map[string]any // of the tool itself
	}{
		"an object":                    {map[string]any{"n": 1}, failure, map[string]any{"n": 1.0}},
		"a list":                       {[]int{1}, failure, map[string]any{"data": []any{1.0}}},
		"an object under data":         {map[string]any{"data": map[string]any{"n": 1}}, failure, map[string]any{"data": map[string]any{"n": 1.0}}},
		"a key of the payload":         {map[string]any{"kind": 1}, failure, map[string]any{"data": map[string]any{"kind": 1.0}}},
		"nothing":                      {nil, failure, map[string]any{}},
		"nothing, with a long message": {nil, long, map[string]any{}},
		"output that was shortened": {strings.Repeat("x", 1000), failure, map[string]any{
			"truncated": true, "total_bytes": 1243.0, "data": strings.Repeat("x", 145) + "…",
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tool := agenttest.NewTool("t", func(context.Context) (any, error) { return tt.out, tt.err })
			w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{}`), agenttest.Say("ok")),
				[]agent.Tool{tool}, func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Limits.ResultBytes = 300 })
			o := w.say("go")
			require.NoError(t, o.err)
			resp := o.responses()[0]
			got := fields(t, resp)
			assert.Equal(t, resp.Failure().Payload().Map()["hint"], got["hint"])
			assert.Equal(t, tt.err.CanRetry(), got["hint"] != nil, "the loop adds a hint to a failure that is not safe to retry")
			for _, key := range toolerr.ReservedKeys() {
				delete(got, key)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}
