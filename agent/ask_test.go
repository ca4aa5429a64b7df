package agent_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// asked is an agent that answers by a script.
func asked(t *testing.T, cfg agent.Config, turns ...agenttest.Turn) (*agent.Agent, *agenttest.Model) {
	t.Helper()
	model := agenttest.NewModel(turns...)
	cfg.Name, cfg.Model = "helper", model
	a, err := agent.New(cfg)
	require.NoError(t, err)
	return a, model
}

func TestAsk(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return(report{"paid"}), agent.Confirm())
	silent := agenttest.NewTool("silent", func(ctx context.Context) (any, error) {
		agent.CallFrom(ctx).SkipSummarization()
		return report{"shown as it is"}, nil
	})
	for name, tt := range map[string]struct {
		turns []agenttest.Turn
		opts  []agent.RunOption
		want  string
		kind  agent.ErrorKind
		says  string
	}{
		"an answer":           {turns: []agenttest.Turn{agenttest.Say("Hello!")}, want: "Hello!"},
		"a result, unchanged": {turns: []agenttest.Turn{agenttest.Call("silent", `{}`)}, want: `{"success":true,"error":null,"text":"shown as it is"}`},
		"after calls": {
			turns: []agenttest.Turn{agenttest.Call("pay", `{}`), agenttest.Say("Paid.")}, want: "Paid.",
			opts: []agent.RunOption{agent.WithConfirmer(agent.ConfirmerFunc(func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
				return agent.Decision{Approved: true}, nil
			}))},
		},
		"nobody approves": {
			turns: []agenttest.Turn{agenttest.Call("pay", `{}`)}, kind: agent.ErrNoAnswer,
			says: "The run waits for calls that somebody has to decide about or deliver results of.",
		},
		"cut off": {
			turns: []agenttest.Turn{agenttest.Stop(agent.FinishMaxTokens, "The first h")}, want: "The first h",
			kind: agent.ErrNoAnswer, says: agent.CodeMaxTokens.Message().String(),
		},
		"blocked": {
			turns: []agenttest.Turn{agenttest.Stop(agent.FinishSafety, "")}, kind: agent.ErrNoAnswer, says: agent.CodeSafety.Message().String(),
		},
		"a failure": {
			turns: []agenttest.Turn{agenttest.Fail(toolerr.Upstream(401, toolerr.Message{}))}, kind: agent.ErrProviderAuth,
			says: "The model's provider refused the credentials.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, model := asked(t, agent.Config{Tools: []agent.Tool{pay, silent}}, tt.turns...)
			got, err := a.Ask(t.Context(), "Hi", tt.opts...)
			assert.Equal(t, tt.want, got)
			assert.Zero(t, model.Left())
			if tt.kind == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, tt.kind)
			require.EqualError(t, err, tt.says)
			_, ok := go126.AsType[*agent.RunError](err)
			assert.True(t, ok)
		})
	}
}

func TestAskEndsWithItsContext(t *testing.T) {
	a, _ := asked(t, agent.Config{}, agenttest.Silence())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := a.Ask(ctx, "Hi")
	require.ErrorIs(t, err, agent.ErrCanceled)
	require.ErrorIs(t, err, context.Canceled)
}

// TestAskGoesOnWithASession: that of an agent alone is new each time.
func TestAskGoesOnWithASession(t *testing.T) {
	a, model := asked(t, agent.Config{}, agenttest.Say("1"), agenttest.Say("2"), agenttest.Say("3"), agenttest.Say("4"))
	r, err := agent.NewRunner(agent.RunnerConfig{Agent: a, CreateSessions: true})
	require.NoError(t, err)
	for range 2 {
		_, err := a.Ask(t.Context(), "Hi")
		require.NoError(t, err)
	}
	for range 2 {
		_, err := r.Ask(t.Context(), session, "Hi")
		require.NoError(t, err)
	}
	var sizes []int
	for _, req := range model.Requests() {
		sizes = append(sizes, len(req.Contents))
	}
	assert.Equal(t, []int{1, 1, 1, 3}, sizes)
}

func TestAskWithoutASession(t *testing.T) {
	a, _ := asked(t, agent.Config{})
	r, err := agent.NewRunner(agent.RunnerConfig{Agent: a})
	require.NoError(t, err)
	_, err = r.Ask(t.Context(), session, "Hi")
	require.ErrorIs(t, err, agent.ErrSessionNotFound)
	require.ErrorContains(t, err, "Set RunnerConfig.CreateSessions")
	_, err = (*agent.Agent)(nil).Ask(t.Context(), "Hi")
	require.ErrorIs(t, err, agent.ErrConfig)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestStreamTo(t *testing.T) {
	var b bytes.Buffer
	a, model := asked(t, agent.Config{Tools: []agent.Tool{agenttest.NewTool("look", agenttest.Return(report{"x"}))}},
		agenttest.Stop(agent.FinishToolCalls, "I look. ", call("c1", "look", `{}`)), agenttest.Stream("It", " is", " x."))
	got, err := a.Ask(t.Context(), "Hi", agent.StreamTo(&b))
	require.NoError(t, err)
	assert.Equal(t, "It is x.", got)
	assert.Equal(t, "I look. It is x.", b.String())
	assert.True(t, model.Requests()[0].Stream)

	full := errors.New("the disk is full")
	a, _ = asked(t, agent.Config{}, agenttest.Stream("It", " is"))
	_, err = a.Ask(t.Context(), "Hi", agent.StreamTo(failingWriter{full}))
	require.ErrorIs(t, err, full)
}

type warmth struct {
	City    string `json:"city"`
	Celsius int    `json:"celsius"`
}

func TestAskAs(t *testing.T) {
	t.Run("an answer that fits", func(t *testing.T) {
		a, model := asked(t, agent.Config{}, agenttest.Say("```json\n{\"city\":\"Oslo\",\"celsius\":21}\n```"))
		got, err := agent.AskAs[warmth](t.Context(), a, "How warm is it?")
		require.NoError(t, err)
		assert.Equal(t, warmth{"Oslo", 21}, got)
		schema, err := agent.SchemaFor[warmth]()
		require.NoError(t, err)
		assert.JSONEq(t, string(schema), string(model.Requests()[0].OutputSchema))
	})
	t.Run("one that is sent back", func(t *testing.T) {
		a, model := asked(t, agent.Config{}, agenttest.Say(`{"city":"Oslo"}`), agenttest.Say(`{"city":"Oslo","celsius":21}`))
		got, err := agent.AskAs[warmth](t.Context(), a, "How warm is it?")
		require.NoError(t, err)
		assert.Equal(t, warmth{"Oslo", 21}, got)
		assert.Len(t, model.Requests(), 2)
	})
	t.Run("one that does not fit", func(t *testing.T) {
		a, _ := asked(t, agent.Config{OutputRepairs: -1}, agenttest.Say(`warm`))
		_, err := agent.AskAs[warmth](t.Context(), a, "How warm is it?")
		require.ErrorIs(t, err, agent.ErrStructuredOutput)
	})
	t.Run("no answer", func(t *testing.T) {
		a, _ := asked(t, agent.Config{}, agenttest.Stop(agent.FinishMaxTokens, `{"city":`))
		_, err := agent.AskAs[warmth](t.Context(), a, "How warm is it?")
		require.ErrorIs(t, err, agent.ErrNoAnswer)
	})
	t.Run("a type without a schema", func(t *testing.T) {
		a, _ := asked(t, agent.Config{})
		_, err := agent.AskAs[chan int](t.Context(), a, "How warm is it?")
		require.ErrorIs(t, err, agent.ErrSchemaInvalid)
	})
	t.Run("only the last of a sequence answers so, and no agent that is a tool", func(t *testing.T) {
		model := agenttest.NewModel(agenttest.Say("Cloudy."), agenttest.Call("oracle", `{"request":"?"}`), agenttest.Say("Warm."),
			agenttest.Say(`{"city":"Oslo","celsius":21}`))
		oracle, err := agent.New(agent.Config{Name: "oracle", Model: model})
		require.NoError(t, err)
		first, err := agent.New(agent.Config{Name: "first", Model: model})
		require.NoError(t, err)
		last, err := agent.New(agent.Config{Name: "last", Model: model, Tools: []agent.Tool{agent.AgentTool(oracle)}})
		require.NoError(t, err)
		a, err := agent.NewSequential("both", "", first, last)
		require.NoError(t, err)
		got, err := agent.AskAs[warmth](t.Context(), a, "How warm is it?")
		require.NoError(t, err)
		assert.Equal(t, 21, got.Celsius)
		var typed []bool
		for _, req := range model.Requests() {
			typed = append(typed, req.OutputSchema != nil)
		}
		assert.Equal(t, []bool{false, true, false, true}, typed)
	})
}
