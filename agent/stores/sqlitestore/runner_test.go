package sqlitestore_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

type payment struct {
	Amount int    `json:"amount"`
	To     string `json:"to"`
}

// A call that waits for approval is stored completely: after a restart of the program, the
// decision is made and the tool runs once.
func TestApprovalAfterReopening(t *testing.T) {
	path, ran := file(t), 0
	pay := agent.NewTool("pay", "Pays.", func(_ context.Context, in payment) (string, error) {
		ran++
		assert.Equal(t, payment{Amount: 5, To: "<Århus & Co>"}, in)
		return "paid", nil
	}, agent.Confirm())
	model := agenttest.NewModel(
		agenttest.Call("pay", `{ "to": "<Århus & Co>",  "amount": 5 }`),
		agenttest.Say("Paid."),
	)
	run := func(in agent.Input) (pending string, failed error) {
		s, err := sqlitestore.Open(t.Context(), path)
		require.NoError(t, err)
		a, err := agent.New(agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{pay}, OutputKey: "answer"})
		require.NoError(t, err)
		runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: s, CreateSessions: true})
		require.NoError(t, err)
		for e, err := range runner.Run(t.Context(), ada, in) {
			if err != nil {
				failed = err
				continue // no event has it
			}
			for id := range e.Actions.RequestedToolConfirmations {
				pending = id
			}
		}
		require.NoError(t, s.Close())
		return pending, failed
	}
	id, err := run(agent.Say("Pay them."))
	require.NoError(t, err)
	require.NotEmpty(t, id)
	require.Zero(t, ran)
	_, err = run(agent.Approve(id))
	require.NoError(t, err)
	assert.Equal(t, 1, ran)
	_, err = run(agent.Approve(id))
	assert.Error(t, err, "no call is pending")
	assert.Equal(t, 1, ran)

	session := get(t, open(t, path), ada)
	agenttest.AssertHistorySound(t, session.Events)
	assert.Equal(t, "Paid.", session.State["answer"])
}

// If the store fails, a run ends with one error that is safe to show.
func TestRunOnABrokenStore(t *testing.T) {
	path := file(t)
	s := open(t, path)
	model := agenttest.NewModel().Forever(agenttest.Say("Hello."))
	a, err := agent.New(agent.Config{Name: "helper", Model: model})
	require.NoError(t, err)
	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: s, CreateSessions: true})
	require.NoError(t, err)
	_, err = s.Writer().ExecContext(t.Context(), `CREATE TRIGGER boom BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'canary'); END`)
	require.NoError(t, err)
	var last error
	for _, err := range runner.Run(t.Context(), ada, agent.Say("Hello!")) {
		last = err
	}
	backend(t, last, path, "The session could not be read or written.", "canary")
	assert.Empty(t, model.Requests(), "the model is not called if the input cannot be stored")
}
