package agent_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
)

func mustAgent(t testing.TB, cfg agent.Config) *agent.Agent {
	t.Helper()
	a, err := agent.New(cfg)
	require.NoError(t, err)
	return a
}

func mustRunner(t testing.TB, cfg agent.RunnerConfig) *agent.Runner {
	t.Helper()
	r, err := agent.NewRunner(cfg)
	require.NoError(t, err)
	return r
}

// encoded returns a value as JSON.
func encoded(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

func sequence(t *testing.T, agents ...*agent.Agent) *agent.Agent {
	t.Helper()
	a, err := agent.NewSequential("seq", "", agents...)
	require.NoError(t, err)
	return a
}

func withAgent(a *agent.Agent) func(*agent.Config, *agent.RunnerConfig) {
	return func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Agent = a }
}

func TestNewReportsAllProblemsAtOnce(t *testing.T) {
	model := agenttest.NewModel()
	child := mustAgent(t, agent.Config{Name: "child", Model: model})
	mustAgent(t, agent.Config{Name: "parent", Model: model, SubAgents: []*agent.Agent{child}})
	type cyclic struct{ Next *cyclic }
	elsewhere := filepath.Join(t.TempDir(), "x.json")
	require.NoError(t, os.WriteFile(elsewhere, []byte(`{"type":"object"}`), 0o600))
	_, err := agent.New(agent.Config{
		Name: "user", Instruction: "x", InstructionFunc: func(context.Context) (string, error) { return "", nil },
		Tools: []agent.Tool{
			nil,
			agenttest.NewTool("same", agenttest.Return(1)), agenttest.NewTool("same", agenttest.Return(1)),
			agenttest.NewTool("bad name", agenttest.Return(1)),
			agent.NewTool("number", "", func(context.Context, int) (int, error) { return 0, nil }),
			agent.NewTool("cyclic", "", func(context.Context, cyclic) (int, error) { return 0, nil }),
			agenttest.NewTool("broken", agenttest.Return(1), agent.Schema(json.RawMessage(`{"type":12}`))),
			agenttest.NewTool("remote", agenttest.Return(1), agent.Schema(json.RawMessage(`{"$ref":"http://127.0.0.1/x.json"}`))),
			agenttest.NewTool("file", agenttest.Return(1), agent.Schema(json.RawMessage(`{"$ref":"file://`+filepath.ToSlash(elsewhere)+`"}`))),
			agenttest.NewTool("transfer_to_agent", agenttest.Return(1)),
		},
		OutputSchema: json.RawMessage(`{`), SubAgents: []*agent.Agent{nil, child}, Toolsets: []agent.Toolset{nil},
	})
	require.ErrorIs(t, err, agent.ErrConfig)
	require.ErrorIs(t, err, agent.ErrSchemaInvalid)
	joined, ok := err.(interface{ Unwrap() []error })
	require.True(t, ok)
	assert.Len(t, joined.Unwrap(), 16)

	_, err = agent.NewRunner(agent.RunnerConfig{})
	require.ErrorIs(t, err, agent.ErrConfig)
	_, err = agent.NewRunner(agent.RunnerConfig{Agent: child})
	require.ErrorIs(t, err, agent.ErrConfig)
	_, err = agent.NewSequential("s", "")
	require.ErrorIs(t, err, agent.ErrConfig)
}

func TestTransfer(t *testing.T) {
	model := agenttest.NewModel(
		agenttest.Call("transfer_to_agent", `{"agent_name":"billing"}`), agenttest.Say("I am billing"),
		agenttest.Say("still billing"),
		agenttest.Call("transfer_to_agent", `{"agent_name":"nobody"}`), agenttest.Call("transfer_to_agent", `{"agent_name":"root"}`), agenttest.Say("root again"),
	)
	billing := mustAgent(t, agent.Config{Name: "billing", Description: "Knows invoices.", Model: model})
	root := mustAgent(t, agent.Config{Name: "root", Model: model, SubAgents: []*agent.Agent{billing}})
	w := newWorld(t, model, nil, withAgent(root))
	o := w.mustSay("an invoice")
	assert.Equal(t, "billing", o.last().Author)
	assert.Equal(t, "billing", billing.Name())
	assert.Equal(t, "billing", o.events[1].Actions.TransferToAgent)
	assert.Contains(t, w.model.Requests()[0].Instruction, "- billing: Knows invoices.")
	second := w.model.Requests()[1]
	assert.Contains(t, second.Contents[1].Parts[0].Text, `[root] called transfer_to_agent {"agent_name":"billing"}`)
	assert.Empty(t, agenttest.RequestProblems(second.Contents))

	o = w.say("more")
	assert.Equal(t, "still billing", o.text())
	assert.Equal(t, "billing", o.last().Author, "the agent that spoke last goes on")
	o = w.mustSay("back")
	assert.Equal(t, "invalid_input", fields(t, o.responses()[0])["error_code"])
	assert.Equal(t, "root", o.last().Author)
	w.stored()
}

func TestDisableTransfer(t *testing.T) {
	model := agenttest.NewModel(agenttest.Call("transfer_to_agent", `{"agent_name":"leaf"}`), agenttest.Say("leaf"), agenttest.Say("root"))
	below := mustAgent(t, agent.Config{Name: "below", Model: model})
	leaf := mustAgent(t, agent.Config{Name: "leaf", Model: model, Instruction: "Help.", SubAgents: []*agent.Agent{below}, DisableTransfer: true})
	root := mustAgent(t, agent.Config{Name: "root", Model: model, SubAgents: []*agent.Agent{leaf}})
	w, _ := went(t, model, nil, withAgent(root))
	assert.Empty(t, w.model.Requests()[1].Tools)
	assert.Equal(t, "Help.", w.model.Requests()[1].Instruction, "it does not name the others")
	assert.Equal(t, "root", w.say("again").last().Author, "the conversation does not stay with an agent that cannot transfer back")
}

func TestSequentialAgent(t *testing.T) {
	model := agenttest.NewModel(agenttest.Say("a draft"), agenttest.Say("a review"))
	write := mustAgent(t, agent.Config{Name: "write", Model: model, OutputKey: "draft"})
	review := mustAgent(t, agent.Config{Name: "review", Model: model, Instruction: "Review: {draft}", OutputKey: "review"})
	seq := sequence(t, write, review)
	w, _ := went(t, model, nil, withAgent(seq))
	assert.Equal(t, "Review: a draft", w.model.Requests()[1].Instruction)
	assert.Equal(t, "a review", w.stateOf("review"))
	assert.Empty(t, agenttest.RequestProblems(w.model.Requests()[1].Contents))
	w.stored()
}

func TestSequenceEnds(t *testing.T) {
	tests := map[string]struct {
		turn agenttest.Turn
		left int // answers of the second agent
	}{
		"when an agent escalates":             {agenttest.Call("escalate", `{}`), 1},
		"at a soft condition":                 {agenttest.Stop(agent.FinishSafety, ""), 1},
		"not when an agent skips its summary": {agenttest.Call("skip", `{}`), 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			model := agenttest.NewModel(tt.turn, agenttest.Say("second"))
			escalate := agenttest.NewTool("escalate", func(ctx context.Context) (any, error) { agent.CallFrom(ctx).Escalate(); return 1, nil })
			skip := agenttest.NewTool("skip", func(ctx context.Context) (any, error) { agent.CallFrom(ctx).SkipSummarization(); return 1, nil })
			first := mustAgent(t, agent.Config{Name: "first", Model: model, Tools: []agent.Tool{escalate, skip}})
			second := mustAgent(t, agent.Config{Name: "second", Model: model})
			w, o := went(t, model, nil, withAgent(sequence(t, first, second)))
			assert.Equal(t, tt.left, w.model.Left())
			assert.Equal(t, tt.left == 0, o.text() == "second")
			w.stored()
		})
	}
}

func TestStructuredOutput(t *testing.T) {
	type answer struct {
		City string `json:"city"`
		N    int    `json:"n"`
	}
	schema, err := agent.SchemaFor[answer]()
	require.NoError(t, err)
	good := `{"city":"Oslo","n":12345678901}`
	tests := map[string]struct {
		turns   []agenttest.Turn
		repairs int
		want    any
		kind    agent.ErrorKind
	}{
		"at once":           {turns: []agenttest.Turn{agenttest.Say(good)}, want: map[string]any{"city": "Oslo", "n": int64(12345678901)}},
		"in a fence":        {turns: []agenttest.Turn{agenttest.Say("```json\n" + good + "\n```")}, want: map[string]any{"city": "Oslo", "n": int64(12345678901)}},
		"repaired":          {turns: []agenttest.Turn{agenttest.Say("Oslo!"), agenttest.Say(good)}, want: map[string]any{"city": "Oslo", "n": int64(12345678901)}},
		"never fits":        {turns: []agenttest.Turn{agenttest.Say(`{"n":"x"}`), agenttest.Say(good + good)}, kind: agent.ErrStructuredOutput},
		"no repair":         {turns: []agenttest.Turn{agenttest.Say("Oslo!")}, repairs: -1, kind: agent.ErrStructuredOutput},
		"cut off":           {turns: []agenttest.Turn{agenttest.Stop(agent.FinishMaxTokens, `{"city":`)}},
		"after a tool call": {turns: []agenttest.Turn{agenttest.Call("t", `{}`), agenttest.Say(good)}, want: map[string]any{"city": "Oslo", "n": int64(12345678901)}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w, o := trying(t, agenttest.NewModel(tt.turns...), []agent.Tool{agenttest.NewTool("t", agenttest.Return(1))},
				func(cfg *agent.Config, _ *agent.RunnerConfig) {
					cfg.OutputSchema, cfg.OutputKey, cfg.OutputRepairs = schema, "answer", tt.repairs
				})
			assert.Equal(t, tt.want, w.stateOf("answer"), "the key is written only for an answer that fits")
			if tt.kind != "" {
				require.ErrorIs(t, o.err, tt.kind)
				re, ok := go126.AsType[*agent.RunError](o.err)
				require.True(t, ok)
				assert.NotEmpty(t, re.Detail().Problems())
			} else {
				require.NoError(t, o.err)
			}
			assert.Equal(t, schema, w.model.Requests()[0].OutputSchema)
			if name == "repaired" {
				contents := w.model.Requests()[1].Contents
				assert.Contains(t, contents[len(contents)-1].Parts[0].Text, "is not valid JSON")
			}
			w.stored()
		})
	}
}

func TestLoopAgent(t *testing.T) {
	escalate := agenttest.NewTool("stop", func(ctx context.Context) (any, error) { agent.CallFrom(ctx).Escalate(); return 1, nil })
	tests := map[string]struct {
		turns []agenttest.Turn
		want  []string // the authors, without calls and results
	}{
		"until its limit":        {turns: []agenttest.Turn{agenttest.Say("a"), agenttest.Say("b"), agenttest.Say("c"), agenttest.Say("d")}, want: []string{"one", "two", "one", "two", "last"}},
		"until an agent is done": {turns: []agenttest.Turn{agenttest.Say("a"), agenttest.Say("b"), agenttest.Call("stop", `{}`)}, want: []string{"one", "two", "last"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			model := agenttest.NewModel(tt.turns...).Forever(agenttest.Say("end"))
			tools := []agent.Tool{escalate}
			one, two := mustAgent(t, agent.Config{Name: "one", Model: model, Tools: tools}), mustAgent(t, agent.Config{Name: "two", Model: model, Tools: tools})
			loop, err := agent.NewLoop("loop", "", 2, one, two)
			require.NoError(t, err)
			seq := sequence(t, loop, mustAgent(t, agent.Config{Name: "last", Model: model}))
			w := newWorld(t, model, nil, withAgent(seq))
			var got []string
			for _, e := range w.say("go").events {
				if e.Content.Text() != "" {
					got = append(got, e.Author)
				}
			}
			assert.Equal(t, tt.want, got)
			w.stored()
		})
	}
	_, err := agent.NewLoop("loop", "", 0)
	require.ErrorIs(t, err, agent.ErrConfig)
}
