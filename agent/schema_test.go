package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

type everything struct {
	Raw   json.RawMessage `json:"raw,omitempty"`
	When  time.Time       `json:"when,omitzero"`
	For   time.Duration   `json:"for,omitempty"`
	Any   any             `json:"any,omitempty"`
	List  []string        `json:"list,omitempty"`
	Ptr   *report         `json:"ptr,omitempty"`
	Bytes []byte          `json:"bytes,omitempty"`
	Word  string          `json:"word" jsonschema:"a word"`
}

func TestSchemaFor(t *testing.T) {
	raw, err := agent.SchemaFor[everything]()
	require.NoError(t, err)
	assert.JSONEq(t, `{"type":"object","required":["word"],"additionalProperties":false,"properties":{
		"raw":{"description":"any JSON value"},"any":{"description":"any JSON value"},
		"when":{"type":"string","format":"date-time"},
		"for":{"type":"integer","description":"a duration in nanoseconds"},
		"list":{"type":"array","items":{"type":"string"}},
		"ptr":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},
		"bytes":{"type":"string","contentEncoding":"base64"},
		"word":{"type":"string","description":"a word"}}}`, string(raw))
}

func TestArgumentsReachTheFunction(t *testing.T) {
	var got everything
	tool := agent.NewTool("t", "", func(_ context.Context, in everything) (int, error) { got = in; return 1, nil })
	_, o := calling(t, `{"word":"w","raw":{"a":[1]},"when":"2026-01-02T03:04:05Z","for":5.0,
		"any":12345678901234567890,"list":null,"ptr":{"text":"x"},"bytes":"aGk="}`, tool)
	require.False(t, o.responses()[0].IsError, string(o.responses()[0].Response))
	assert.Equal(t, everything{
		Raw: json.RawMessage(`{"a":[1]}`), When: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), For: 5,
		Any: json.Number("12345678901234567890"), Ptr: &report{"x"}, Bytes: []byte("hi"), Word: "w",
	}, got)
	assert.Equal(t, float64(1), fields(t, o.responses()[0])["data"])
}

func TestManyProblemsAreCounted(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{"l":[`+`"",`+`"","","","","","","","","","","","","","","","","","",""]}`), agenttest.Say("ok")),
		[]agent.Tool{agent.NewTool("t", "", func(context.Context, struct {
			L []int `json:"l"`
		},
		) (int, error) {
			return 0, nil
		})})
	problems := fields(t, w.say("go").responses()[0])["problems"].([]any)
	require.Len(t, problems, 17)
	assert.Equal(t, "and 4 more problems", problems[16].(map[string]any)["problem"])
}

func TestStateDecodesWholeNumbersWhole(t *testing.T) {
	var s agent.State
	require.NoError(t, json.Unmarshal([]byte(`{"n":9007199254740993,"f":1.5,"l":[1],"m":{"x":2}}`), &s))
	assert.Equal(t, agent.State{"n": int64(9007199254740993), "f": 1.5, "l": []any{int64(1)}, "m": map[string]any{"x": int64(2)}}, s)
	require.Error(t, json.Unmarshal([]byte(`[]`), &s))
}

// Checks that take long run on another goroutine, with the same result.
func TestLargeChecksAreTheSame(t *testing.T) {
	const schema = `{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}}`
	list := `{"l":[` + strings.Repeat("1,", 20_000)
	for last, want := range map[string]int{`2]}`: 1, `"x"]}`: 0} {
		tool := agenttest.NewTool("t", agenttest.Return(1), agent.Schema(json.RawMessage(schema)))
		_, o := trying(t, agenttest.NewModel(agenttest.Call("t", list+last), agenttest.Say(list+last)), []agent.Tool{tool},
			func(cfg *agent.Config, _ *agent.RunnerConfig) {
				cfg.OutputSchema, cfg.OutputRepairs = json.RawMessage(schema), -1
			})
		assert.Equal(t, want, tool.Count())
		if want == 1 {
			require.NoError(t, o.err)
			continue
		}
		require.ErrorIs(t, o.err, agent.ErrStructuredOutput)
		assert.Equal(t, []any{map[string]any{"path": "/l/20000", "problem": "has the wrong type; it must be integer, not string"}}, fields(t, o.responses()[0])["problems"])
	}
}

// Providers refuse a history with a number outside the range of a float64.
func TestNumbersOutOfRangeAreNotStored(t *testing.T) {
	called := false
	tool := agent.NewTool("t", "", func(context.Context, struct {
		N []float64 `json:"n"`
	},
	) (int, error) {
		called = true
		return 0, nil
	})
	for _, args := range []string{`{"n":[1,1e999999]}`, `{"n":[1,` + strings.Repeat("7", 400) + `]}`} {
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", args), agenttest.Say("ok")), []agent.Tool{tool})
		result := w.say("go")
		problem := fields(t, result.responses()[0])["problems"].([]any)[0].(map[string]any)
		assert.Equal(t, "/n/1", problem["path"])
		assert.Equal(t, "is a number out of range", problem["problem"])
		for _, e := range w.stored() {
			for _, call := range e.FunctionCalls() {
				assert.JSONEq(t, `{}`, string(call.Args))
				assert.Equal(t, args, call.Malformed)
			}
		}
	}
	assert.False(t, called)
}
