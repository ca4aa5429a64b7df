package agent_test

import (
	"context"
	"testing"

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

// The next Ask continues a call that waits.
func TestAskAgain(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return(report{"paid"}), agent.Confirm())
	a, _ := asked(t, agent.Config{Tools: []agent.Tool{pay}}, agenttest.Call("pay", `{}`), agenttest.Say("Paid."))
	r := mustRunner(t, agent.RunnerConfig{Agent: a, CreateSessions: true})
	_, err := r.Ask(t.Context(), session, agent.Say("Pay."))
	require.ErrorIs(t, err, agent.ErrNoAnswer)
	waiting, err := r.Pending(t.Context(), session)
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	text, err := r.Ask(t.Context(), session, agent.Approve(waiting[0].CallID))
	require.NoError(t, err)
	assert.Equal(t, "Paid.", text)
	assert.Equal(t, 1, pay.Count())
}
