package agent_test

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// asked returns an agent with a scripted model.
func asked(t *testing.T, cfg agent.Config, turns ...agenttest.Turn) (*agent.Agent, *agenttest.Model) {
	t.Helper()
	model := agenttest.NewModel(turns...)
	cfg.Name, cfg.Model = "helper", model
	a := mustAgent(t, cfg)
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
			opts: []agent.RunOption{agent.WithConfirmer(agent.Confirmer(func(context.Context, agent.ConfirmationRequest) (agent.Decision, error) {
				return agent.Decision{Approved: true}, nil
			}))},
		},
		"a call that waits for an approval": {
			turns: []agenttest.Turn{agenttest.Call("pay", `{}`)}, kind: agent.ErrNoAnswer,
			says: "The run waits for calls that need a decision or a result.",
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

// Without a session, each Ask of an agent uses a new one.
func TestAskGoesOnWithASession(t *testing.T) {
	a, model := asked(t, agent.Config{}, agenttest.Say("1"), agenttest.Say("2"), agenttest.Say("3"), agenttest.Say("4"))
	r := mustRunner(t, agent.RunnerConfig{Agent: a, CreateSessions: true})
	for range 2 {
		_, err := a.Ask(t.Context(), "Hi")
		require.NoError(t, err)
	}
	for range 2 {
		_, err := r.Ask(t.Context(), session, agent.Say("Hi"))
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
	r := mustRunner(t, agent.RunnerConfig{Agent: a})
	_, err := r.Ask(t.Context(), session, agent.Say("Hi"))
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
	a, _ = asked(t, agent.Config{}, agenttest.Stream("It", " is"), agenttest.Say("It is."))
	_, err = a.Ask(t.Context(), "Hi", agent.StreamTo(failingWriter{full}))
	require.ErrorIs(t, err, full)
	got, err = a.Ask(t.Context(), "Hi", agent.StreamTo(nil))
	require.NoError(t, err)
	assert.Equal(t, "It is.", got)
}

// TestStreamToAfterThoughts: deltas of thoughts are none of the answer, which arrives whole.
func TestStreamToAfterThoughts(t *testing.T) {
	var b bytes.Buffer
	a, _ := asked(t, agent.Config{}, func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		thought := agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{Text: "Hm.", Thought: true}}}
		yield(&agent.ModelResponse{Content: &thought, Partial: true}, nil)
		c := agent.TextContent(agent.RoleModel, "It is x.")
		yield(&agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}, nil)
	})
	_, err := a.Ask(t.Context(), "Hi", agent.StreamTo(&b))
	require.NoError(t, err)
	assert.Equal(t, "It is x.", b.String())
}

// The next Ask continues a call that waits, with streaming and decoding.
func TestAskAgain(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return(report{"paid"}), agent.Confirm())
	a, _ := asked(t, agent.Config{Tools: []agent.Tool{pay}}, agenttest.Call("pay", `{}`), agenttest.Stream(`{"city":"Oslo",`, `"celsius":21}`))
	r := mustRunner(t, agent.RunnerConfig{Agent: a, CreateSessions: true})
	_, err := r.Ask(t.Context(), session, agent.Say("Pay."))
	require.ErrorIs(t, err, agent.ErrNoAnswer)
	waiting, err := r.Pending(t.Context(), session)
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	var b bytes.Buffer
	var got warmth
	text, err := r.Ask(t.Context(), session, agent.Approve(waiting[0].CallID), agent.StreamTo(&b), agent.AnswerTo(&got))
	require.NoError(t, err)
	assert.Equal(t, warmth{"Oslo", 21}, got)
	assert.Equal(t, text, b.String())
	assert.Equal(t, 1, pay.Count())
}

type warmth struct {
	City    string `json:"city"`
	Celsius int    `json:"celsius"`
}

// place has JSON methods.
type place struct{ Name string }

func (p *place) UnmarshalJSON(raw []byte) error {
	switch {
	case bytes.Contains(raw, []byte("panic")):
		panic("no")
	case bytes.Contains(raw, []byte("exit")):
		runtime.Goexit()
	case bytes.Contains(raw, []byte("hang")):
		<-time.After(10 * time.Minute)
	case bytes.Contains(raw, []byte("fail")):
		return errors.New("no such place")
	}
	p.Name = "a place"
	return nil
}

type where struct{ At place }

type (
	part struct {
		Code int `json:"code"`
	}
	whole struct {
		part
		Inner *part          `json:"inner,omitempty"`
		Each  map[string]int `json:"each"`
		Any   any            `json:"any"`
	}
	chain struct{ Next *chain }
)

// answered asks for a T, with scripted answers, and returns the number of requests.
func answered[T any](t *testing.T, into *T, answers ...string) (requests int, err error) {
	t.Helper()
	var turns []agenttest.Turn
	for _, text := range answers {
		turns = append(turns, agenttest.Say(text))
	}
	a, model := asked(t, agent.Config{}, turns...)
	_, err = a.Ask(t.Context(), "?", agent.AnswerTo(into))
	return len(model.Requests()), err
}

func TestAnswerTo(t *testing.T) {
	t.Run("an answer that fits", func(t *testing.T) {
		a, model := asked(t, agent.Config{}, agenttest.Say("```json\n{\"city\":\"Oslo\",\"celsius\":21}\n```"))
		var got warmth
		_, err := a.Ask(t.Context(), "How warm is it?", agent.AnswerTo(&got))
		require.NoError(t, err)
		assert.Equal(t, warmth{"Oslo", 21}, got)
		schema, err := agent.SchemaFor[warmth]()
		require.NoError(t, err)
		assert.JSONEq(t, string(schema), string(model.Requests()[0].OutputSchema))
	})
	for name, tt := range map[string]struct {
		answers []string
		kind    agent.ErrorKind
	}{
		"an answer that is sent back":                         {answers: []string{`{"city":"Oslo"}`, `{"city":"Oslo","celsius":21}`}},
		"an answer that fits the schema but not the type":     {answers: []string{`{"city":"Oslo","celsius":21.0}`, `{"city":"Oslo","celsius":21}`}},
		"answers that do not fit, which leave what there was": {[]string{`warm`, `{"city":"Oslo","celsius":1e400}`}, agent.ErrStructuredOutput},
	} {
		t.Run(name, func(t *testing.T) {
			want := warmth{"Oslo", 21}
			got := warmth{City: "Bergen", Celsius: 4}
			n, err := answered(t, &got, tt.answers...)
			assert.Equal(t, 2, n)
			if tt.kind != "" {
				require.ErrorIs(t, err, tt.kind)
				want = warmth{City: "Bergen", Celsius: 4}
			} else {
				require.NoError(t, err)
			}
			assert.Equal(t, want, got)
		})
	}
	for _, how := range []string{"panic", "exit", "fail"} {
		t.Run("a type whose method does not return: "+how, func(t *testing.T) {
			var got where
			n, err := answered(t, &got, `{"At":{"Name":"`+how+`"}}`, `{"At":{"Name":"x"}}`)
			require.NoError(t, err)
			assert.Equal(t, 2, n)
			assert.Equal(t, where{place{"a place"}}, got)
		})
	}
	t.Run("embedded structs, pointers, maps and any", func(t *testing.T) {
		var got *whole
		_, err := answered(t, &got, `{"code":1,"inner":{"code":2},"each":{"a":3},"any":[4]}`)
		require.NoError(t, err)
		assert.Equal(t, &whole{part{1}, &part{2}, map[string]int{"a": 3}, []any{4.0}}, got)
		var each map[string]int
		_, err = answered(t, &each, `{"a":1}`)
		require.NoError(t, err)
		assert.Equal(t, map[string]int{"a": 1}, each)
	})
	t.Run("no answer", func(t *testing.T) {
		a, _ := asked(t, agent.Config{}, agenttest.Stop(agent.FinishMaxTokens, `{"city":`))
		_, err := a.Ask(t.Context(), "How warm is it?", agent.AnswerTo(new(warmth)))
		require.ErrorIs(t, err, agent.ErrNoAnswer)
	})
	t.Run("an answer of a callback", func(t *testing.T) {
		canned := agent.TextContent(agent.RoleModel, `{"city":"Oslo","celsius":21}`)
		a, _ := asked(t, agent.Config{Callbacks: agent.Callbacks{
			BeforeAgent: []func(context.Context) (*agent.Content, error){func(context.Context) (*agent.Content, error) { return &canned, nil }},
		}})
		var got warmth
		_, err := a.Ask(t.Context(), "How warm is it?", agent.AnswerTo(&got))
		require.ErrorIs(t, err, agent.ErrStructuredOutput)
		assert.Zero(t, got)
	})
	t.Run("only the last agent of a sequence has the schema, agents that are tools do not", func(t *testing.T) {
		model := agenttest.NewModel(agenttest.Say("Cloudy."), agenttest.Call("oracle", `{"request":"?"}`), agenttest.Say("Warm."),
			agenttest.Say(`{"city":"Oslo","celsius":21}`))
		oracle := mustAgent(t, agent.Config{Name: "oracle", Model: model})
		first := mustAgent(t, agent.Config{Name: "first", Model: model})
		last := mustAgent(t, agent.Config{Name: "last", Model: model, Tools: []agent.Tool{agent.AgentTool(oracle)}})
		a, err := agent.NewSequential("both", "", first, last)
		require.NoError(t, err)
		var got warmth
		_, err = a.Ask(t.Context(), "How warm is it?", agent.AnswerTo(&got))
		require.NoError(t, err)
		assert.Equal(t, 21, got.Celsius)
		var typed []bool
		for _, req := range model.Requests() {
			typed = append(typed, req.OutputSchema != nil)
		}
		assert.Equal(t, []bool{false, true, false, true}, typed)
	})
}

// The error names the type, and no model is called.
func TestAnswerToWithoutASchema(t *testing.T) {
	refused := func(opt agent.RunOption) error {
		a, model := asked(t, agent.Config{})
		_, err := a.Ask(t.Context(), "?", opt)
		assert.Empty(t, model.Requests())
		require.ErrorIs(t, err, agent.ErrSchemaInvalid)
		return err
	}
	require.ErrorContains(t, refused(agent.AnswerTo(new(chain))), "agent_test.chain")
	for _, opt := range []agent.RunOption{
		agent.AnswerTo(new(chan int)), agent.AnswerTo(new([]string)), agent.AnswerTo(new(string)), agent.AnswerTo(new(any)),
		agent.AnswerTo(new(map[int]string)), agent.AnswerTo[warmth](nil),
	} {
		require.ErrorContains(t, refused(opt), "AnswerTo takes a pointer to a struct")
	}
}
