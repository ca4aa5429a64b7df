package temporalerrand_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	updatepb "go.temporal.io/api/update/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

// A repeated input, or one about a call that does not wait, changes nothing: the session
// continues and ends as without it.
func TestInputsForNoPendingCall(t *testing.T) {
	for _, tt := range []struct {
		name   string
		scene  string
		inputs []agent.Input
	}{
		{"an approval that comes twice", "an approval", []agent.Input{agent.Approve("a"), agent.Approve("a")}},
		{"a refusal after the approval", "an approval", []agent.Input{agent.Approve("a"), agent.Deny("a", "no")}},
		{"an approval of another call", "an approval", []agent.Input{agent.Approve("b"), agent.Approve("a")}},
		{"a result in place of an approval", "an approval", []agent.Input{agent.Deliver("a", 7, nil), agent.Approve("a")}},
		{"a sign-in in place of an approval", "an approval", []agent.Input{agent.SignedIn("a"), agent.Approve("a")}},
		{"a result that comes twice", "a result that comes later", []agent.Input{agent.Deliver("a", map[string]int{"rows": 3}, nil), agent.Deliver("a", 7, nil)}},
		{"an empty input", "an approval", []agent.Input{{}, agent.Approve("a")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := scenes[tt.scene]
			events, _, _ := s.inProcess(t)
			env, durable := s.environment(t)
			env.RegisterDelayedCallback(func() {
				for _, in := range tt.inputs {
					env.SignalWorkflow(temporalerrand.SignalInput, temporalerrand.Input(in))
				}
			}, time.Hour)
			start := s.begin()
			start.KeepOpen = false
			env.ExecuteWorkflow(durable.Name(), start)
			require.True(t, env.IsWorkflowCompleted())
			var result temporalerrand.Result
			require.NoError(t, env.GetWorkflowResult(&result))
			assert.Equal(t, told(t, events), told(t, result.Events))
		})
	}
}

// A workflow that starts with an approval has no call to continue.
func TestAnApprovalOfAnUnknownCall(t *testing.T) {
	env, durable := scenes["an approval"].environment(t)
	env.ExecuteWorkflow(durable.Name(), temporalerrand.Start{Session: ref, Input: temporalerrand.Input(agent.Approve("a"))})
	failedAs(t, env.GetWorkflowError(), agent.ErrNotFound)
}

func TestAnUpdateForNoPendingCall(t *testing.T) {
	s := scenes["an approval"]
	env, durable := s.environment(t)
	var refused []error
	var failed error
	update := func(id string, in agent.Input) {
		env.UpdateWorkflow(temporalerrand.UpdateInput, id, &testsuite.TestUpdateCallback{
			OnReject: func(err error) { refused = append(refused, err) }, OnAccept: func() {}, OnComplete: func(_ any, err error) { failed = err },
		}, temporalerrand.Input(in))
	}
	env.RegisterDelayedCallback(func() {
		update("1", agent.Input{})
		update("2", agent.Approve("b"))
	}, time.Hour)
	env.RegisterDelayedCallback(func() { env.SignalWorkflow(temporalerrand.SignalInput, temporalerrand.Input(agent.Approve("a"))) }, 2*time.Hour)
	start := s.begin()
	start.KeepOpen = false
	env.ExecuteWorkflow(durable.Name(), start)
	require.NoError(t, env.GetWorkflowError())
	require.Len(t, refused, 1)
	require.EqualError(t, refused[0], "the input is empty")
	failedAs(t, failed, agent.ErrNotFound)
}

// A twoWorkers session has its workflow on one worker and its activities on another, so
// that each can be stopped separately.
type twoWorkers struct {
	client client.Client
	queue  string
	agent  *temporalerrand.Agent
	run    client.WorkflowRun
}

// begun starts the workflow of a scene, and returns when its first activity waits for a
// worker. The workflow then has none.
func begun(t *testing.T, c client.Client, s scene, start temporalerrand.Start) *twoWorkers {
	t.Helper()
	x := &twoWorkers{client: c, queue: queueOf(t), agent: s.durable(t)}
	var err error
	x.run, err = c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: x.queue, TaskQueue: x.queue}, x.agent.Name(), start)
	require.NoError(t, err)
	stop := x.workflows(t)
	x.pending(t, 1)
	stop()
	return x
}

// served starts the workflow of a scene, with one worker for everything.
func served(t *testing.T, c client.Client, s scene, start temporalerrand.Start) *twoWorkers {
	t.Helper()
	x := &twoWorkers{client: c, queue: queueOf(t), agent: s.durable(t)}
	t.Cleanup(x.worker(t, worker.Options{}, func(w worker.Worker) { x.agent.Register(w) }))
	var err error
	x.run, err = c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: x.queue, TaskQueue: x.queue}, x.agent.Name(), start)
	require.NoError(t, err)
	return x
}

func (x *twoWorkers) worker(t *testing.T, options worker.Options, register func(worker.Worker)) (stop func()) {
	t.Helper()
	options.DeadlockDetectionTimeout = time.Minute // of a busy machine
	w := worker.New(x.client, x.queue, options)
	register(w)
	require.NoError(t, w.Start())
	return w.Stop
}

func (x *twoWorkers) workflows(t *testing.T) (stop func()) {
	t.Helper()
	return x.worker(t, worker.Options{LocalActivityWorkerOnly: true}, func(w worker.Worker) { x.agent.RegisterWorkflow(w) })
}

func (x *twoWorkers) activities(t *testing.T) (stop func()) {
	t.Helper()
	return x.worker(t, worker.Options{DisableWorkflowWorker: true}, func(w worker.Worker) { x.agent.RegisterActivities(w) })
}

// pending waits until n activities run or wait for a worker.
func (x *twoWorkers) pending(t *testing.T, n int) {
	t.Helper()
	require.Eventually(t, func() bool {
		d, err := x.client.DescribeWorkflowExecution(t.Context(), x.queue, "")
		return err == nil && len(d.GetPendingActivities()) == n
	}, time.Minute, 10*time.Millisecond)
}

// A signal that arrives together with the end of a run is not lost, whatever the workflow
// does at the end of that run.
func TestASignalAtTheEndOfARun(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	for _, tt := range []struct {
		name    string
		options temporalerrand.Options
		open    bool
		close   bool
	}{
		{name: "the workflow goes on as a new one", options: temporalerrand.Options{HistoryEvents: 1}, open: true, close: true},
		{name: "the workflow ends"},
		{name: "the workflow is closed", open: true, close: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := agenttest.NewModel(agenttest.Say("One."), agenttest.Say("Two."))
			s := scene{options: tt.options, config: func() agent.Config { return config(model) }}
			x := begun(t, c, s, temporalerrand.Start{Session: ref, Input: temporalerrand.Input(agent.Say("1")), KeepOpen: tt.open})
			defer x.activities(t)()
			x.pending(t, 0)
			require.NoError(t, c.SignalWorkflow(t.Context(), x.queue, "", temporalerrand.SignalInput, temporalerrand.Input(agent.Say("2"))))
			if tt.close {
				require.NoError(t, c.SignalWorkflow(t.Context(), x.queue, "", temporalerrand.SignalClose, nil))
			}
			defer x.workflows(t)()
			var result temporalerrand.Result
			require.NoError(t, x.run.Get(t.Context(), &result))
			assert.Equal(t, "Two.", result.Text())
			assert.Len(t, result.Events, 4)
		})
	}
}

// An input that arrives when Idle has just passed is run before the session ends.
func TestASignalAtTheEndOfTheWait(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	model := agenttest.NewModel(agenttest.Say("One."))
	s := scene{options: temporalerrand.Options{Idle: time.Second}, config: func() agent.Config { return config(model) }}
	x := &twoWorkers{client: c, queue: queueOf(t), agent: s.durable(t)}
	var err error
	x.run, err = c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: x.queue, TaskQueue: x.queue}, x.agent.Name(), temporalerrand.Start{KeepOpen: true})
	require.NoError(t, err)
	has := func(what enumspb.EventType) func() bool {
		return func() bool {
			return slices.ContainsFunc(historyOf(t, c, x.run).Events, func(e *historypb.HistoryEvent) bool { return e.EventType == what })
		}
	}
	stop := x.workflows(t)
	require.Eventually(t, has(enumspb.EVENT_TYPE_TIMER_STARTED), time.Minute, 10*time.Millisecond)
	stop()
	require.Eventually(t, has(enumspb.EVENT_TYPE_TIMER_FIRED), time.Minute, 10*time.Millisecond)
	require.NoError(t, c.SignalWorkflow(t.Context(), x.queue, "", temporalerrand.SignalInput, temporalerrand.Input(agent.Say("1"))))
	defer x.activities(t)()
	defer x.workflows(t)()
	var result temporalerrand.Result
	require.NoError(t, x.run.Get(t.Context(), &result))
	assert.Equal(t, "One.", result.Text())
}

// An update that arrives together with the end of a run is run too.
func TestAnUpdateAtTheEndOfARun(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	model := agenttest.NewModel(agenttest.Say("One."), agenttest.Say("Two."))
	x := begun(t, c, scene{config: func() agent.Config { return config(model) }}, temporalerrand.Start{Session: ref, Input: temporalerrand.Input(agent.Say("1"))})
	defer x.activities(t)()
	x.pending(t, 0)
	sent := make(chan error, 1)
	go func() { sent <- x.update(t.Context(), "2", agent.Say("2")) }()
	require.Eventually(t, func() bool { // the server has received it
		_, err := c.WorkflowService().PollWorkflowExecutionUpdate(t.Context(), &workflowservice.PollWorkflowExecutionUpdateRequest{
			Namespace:  client.DefaultNamespace,
			UpdateRef:  &updatepb.UpdateRef{WorkflowExecution: &commonpb.WorkflowExecution{WorkflowId: x.queue}, UpdateId: "2"},
			WaitPolicy: &updatepb.WaitPolicy{LifecycleStage: enumspb.UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_ADMITTED},
		})
		return err == nil
	}, time.Minute, 10*time.Millisecond)
	defer x.workflows(t)()
	require.NoError(t, <-sent)
	var result temporalerrand.Result
	require.NoError(t, x.run.Get(t.Context(), &result))
	assert.Equal(t, "Two.", result.Text())
}

// update sends an input to the session, and waits for its run, longer than the SDK does. The
// id makes what is sent again the same update.
func (x *twoWorkers) update(ctx context.Context, id string, in agent.Input) error {
	h, err := x.client.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		WorkflowID: x.queue, UpdateID: id, UpdateName: temporalerrand.UpdateInput, Args: []any{temporalerrand.Input(in)},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if late := new(client.WorkflowUpdateServiceTimeoutOrCanceledError); errors.As(err, &late) && ctx.Err() == nil {
		return x.update(ctx, id, in)
	}
	if err != nil {
		return err
	}
	return h.Get(ctx, nil)
}

// A client that does not receive the response of an update sends it again. The server
// detects duplicate ids within one workflow, but not across a continue-as-new.
func TestAnUpdateIsSentAgain(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	for name, events := range map[string]int{"to the same workflow": 1000, "to a new one": 1} {
		t.Run(name, func(t *testing.T) {
			model := agenttest.NewModel().Forever(agenttest.Say("Paid."))
			s := scene{options: temporalerrand.Options{HistoryEvents: events}, config: func() agent.Config { return config(model) }}
			x := served(t, c, s, temporalerrand.Start{KeepOpen: true})
			require.NoError(t, x.update(t.Context(), "pay", agent.Say("Pay")))
			for n, id := range []string{"thank", "thank again", "leave"} { // each in a workflow of its own
				if err := x.update(t.Context(), "pay", agent.Say("Pay")); events == 1 {
					require.ErrorContains(t, err, "had an update with this id")
				} else {
					require.NoError(t, err)
				}
				assert.Len(t, model.Requests(), n+1)
				require.NoError(t, x.update(t.Context(), id, agent.Say("Thanks")))
				assert.Len(t, model.Requests(), n+2)
			}
		})
	}
}

// A session with updates continues as a new workflow when they have their responses.
func TestASessionOfUpdatesGoesOn(t *testing.T) {
	s := scene{options: temporalerrand.Options{HistoryEvents: 1}, config: with(nil, agenttest.Say("One."), agenttest.Say("Two."))}
	env, durable := s.environment(t)
	env.SetCurrentHistoryLength(10)
	answers := 0
	env.RegisterDelayedCallback(func() {
		for _, id := range []string{"1", "2"} {
			env.UpdateWorkflow(temporalerrand.UpdateInput, id, &testsuite.TestUpdateCallback{
				OnReject: func(err error) { assert.NoError(t, err) }, OnAccept: func() {},
				OnComplete: func(_ any, err error) {
					assert.NoError(t, err)
					answers++
				},
			}, temporalerrand.Input(agent.Say(id)))
		}
	}, time.Hour)
	var earlier []string
	for n := range 1000 {
		earlier = append(earlier, fmt.Sprintf("old %d", n))
	}
	env.ExecuteWorkflow(durable.Name(), temporalerrand.Start{Session: ref, KeepOpen: true, Answered: earlier})
	var again *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &again)
	assert.Equal(t, 2, answers)
	var next temporalerrand.Start
	require.NoError(t, converter.GetDefaultDataConverter().FromPayloads(again.Input, &next))
	require.Len(t, next.Answered, 1000)
	assert.Equal(t, []string{"old 2", "1", "2"}, append(next.Answered[:1:1], next.Answered[998:]...))
	assert.Len(t, next.Events, 4)
	assert.Empty(t, next.Next)
}

// A workflow that its retry policy restarts would repeat the session.
func TestAWorkflowIsNotRetried(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	pay := agenttest.NewTool("pay", agenttest.Return(map[string]bool{"paid": true}))
	wait := agenttest.NewTool("wait", agenttest.WaitForCancel(), agent.Timeout(-1))
	model := agenttest.NewModel(agenttest.Calls(call("a", "pay", `{}`)), agenttest.Calls(call("b", "wait", `{}`))).Forever(agenttest.Calls(call("c", "pay", `{}`)))
	s := scene{inputs: say("Go"), config: func() agent.Config { return config(model, pay, wait) }}
	x := &twoWorkers{client: c, queue: queueOf(t), agent: s.durable(t)}
	defer x.worker(t, worker.Options{}, func(w worker.Worker) { x.agent.Register(w) })()
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{
		ID: x.queue, TaskQueue: x.queue, WorkflowRunTimeout: 30 * time.Second, RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 2},
	}, x.agent.Name(), s.begin())
	require.NoError(t, err)
	failedAs(t, run.Get(t.Context(), nil), agent.ErrConfig)
	assert.Equal(t, 1, pay.Count())
	assert.Len(t, model.Requests(), 2)
}

// A reset restarts after a workflow task. Later steps are repeated, with the same ids.
func TestAReset(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	pay := agenttest.NewTool("pay", agenttest.Return(map[string]bool{"paid": true}))
	model := agenttest.NewModel(agenttest.Calls(call("a", "pay", `{}`)), agenttest.Say("Paid."), agenttest.Calls(call("a", "pay", `{}`)), agenttest.Say("Paid again."))
	s := scene{inputs: say("Pay"), config: func() agent.Config { return config(model, pay) }}
	x := served(t, c, s, s.begin())
	var before, after temporalerrand.Result
	require.NoError(t, x.run.Get(t.Context(), &before))
	history := historyOf(t, c, x.run).Events
	first := slices.IndexFunc(history, func(e *historypb.HistoryEvent) bool { return e.EventType == enumspb.EVENT_TYPE_WORKFLOW_TASK_COMPLETED })
	again, err := c.ResetWorkflowExecution(t.Context(), &workflowservice.ResetWorkflowExecutionRequest{
		Namespace: client.DefaultNamespace, WorkflowExecution: &commonpb.WorkflowExecution{WorkflowId: x.queue, RunId: x.run.GetRunID()},
		RequestId: "again", WorkflowTaskFinishEventId: history[first].EventId,
	})
	require.NoError(t, err)
	require.NoError(t, c.GetWorkflow(t.Context(), x.queue, again.RunId).Get(t.Context(), &after))
	assert.Equal(t, "Paid again.", after.Text())
	assert.Equal(t, 2, pay.Count())
	require.Len(t, after.Events, len(before.Events))
	for i, e := range before.Events {
		assert.Equal(t, e.ID, after.Events[i].ID)
	}
}

// Without a limit, a payload that is too large would end the workflow and lose its results.
func TestPayloadsThatAreTooLarge(t *testing.T) {
	const limit = 3000
	long := func(n int) string { return string(make([]rune, n/6)) } // a NUL has six bytes in JSON
	s := func(model agent.Model, tools ...agent.Tool) scene {
		return scene{options: temporalerrand.Options{PayloadBytes: limit}, inputs: say("Go"), config: func() agent.Config { return config(model, tools...) }}
	}
	t.Run("a request", func(t *testing.T) {
		model := agenttest.NewModel(agenttest.Calls(call("a", "t", `{}`)), agenttest.Say("Done."))
		result, err := s(model, agenttest.NewTool("t", agenttest.Return(long(limit)))).inWorkflow(t)
		failedAs(t, err, agent.ErrBackend)
		assert.Len(t, model.Requests(), 1)
		agenttest.AssertHistorySound(t, result.Events)
	})
	t.Run("a call", func(t *testing.T) {
		tool := agenttest.NewTool("t", agenttest.Return(nil))
		model := agenttest.NewModel(agenttest.Calls(call("a", "t", `{"a":"`+strings.Repeat("a", limit)+`"}`)))
		_, err := s(model, tool).inWorkflow(t)
		failedAs(t, err, agent.ErrBackend) // the next request contains the call
		assert.Zero(t, tool.Count())
	})
	t.Run("the result", func(t *testing.T) {
		result, err := s(agenttest.NewModel(agenttest.Say(long(limit)))).inWorkflow(t)
		require.NoError(t, err)
		assert.Empty(t, result.Events)
		assert.Equal(t, ref, result.Session)
	})
	t.Run("the answer of an update", func(t *testing.T) {
		env, durable := s(agenttest.NewModel(agenttest.Say(long(limit)))).environment(t)
		var failed error
		env.RegisterDelayedCallback(func() {
			env.UpdateWorkflow(temporalerrand.UpdateInput, "1", &testsuite.TestUpdateCallback{
				OnReject: func(error) {}, OnAccept: func() {}, OnComplete: func(_ any, err error) { failed = err },
			}, temporalerrand.Input(agent.Say("Go")))
		}, time.Hour)
		env.ExecuteWorkflow(durable.Name(), temporalerrand.Start{Session: ref})
		require.NoError(t, env.GetWorkflowError())
		failedAs(t, failed, agent.ErrBackend)
	})
	t.Run("a session that would go on as a new one", func(t *testing.T) {
		x := s(agenttest.NewModel(agenttest.Say(long(limit))))
		x.options.HistoryEvents = 1
		result, err := renewing(t, x.durable(t), temporalerrand.Start{Session: ref, Input: temporalerrand.Input(agent.Say("Go")), KeepOpen: true, Closed: true})
		require.NoError(t, err)
		assert.Equal(t, ref, result.Session)
	})
	t.Run("a codec that compresses", func(t *testing.T) {
		x := s(agenttest.NewModel(agenttest.Say(long(limit))))
		x.options.PayloadBytes = -1
		result, err := x.inWorkflow(t)
		require.NoError(t, err)
		assert.Len(t, result.Events, 2)
	})
}

// With the default limit, no payload is so large that the server ends the workflow.
func TestPayloadsWithinTheLimitOfTheServer(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	big := string(make([]byte, 180_000)) // 1.08 MB in JSON
	model := agenttest.NewModel().Forever(agenttest.Say("Seen."))
	s := scene{config: func() agent.Config { return config(model) }}
	x := served(t, c, s, temporalerrand.Start{Session: ref, KeepOpen: true})
	require.NoError(t, x.update(t.Context(), "1", agent.Say(big)))
	failedAs(t, x.update(t.Context(), "2", agent.Say(big)), agent.ErrBackend)
	require.NoError(t, c.SignalWorkflow(t.Context(), x.queue, "", temporalerrand.SignalClose, nil))
	var result temporalerrand.Result
	require.NoError(t, x.run.Get(t.Context(), &result))
	assert.Empty(t, result.Events)
	assert.Len(t, model.Requests(), 1)
}

// failedAs requires that a run has failed with an error of the kind.
func failedAs(t *testing.T, err error, kind agent.ErrorKind) {
	t.Helper()
	require.Error(t, err)
	require.ErrorIs(t, temporalerrand.RunError(err), kind)
}

// queueOf returns the name of the queue and the workflow of a test.
func queueOf(t *testing.T) string {
	t.Helper()
	return strings.NewReplacer("/", "_").Replace(t.Name())
}

// An auth that has no credentials while it is away.
type awayAuth struct{ away *atomic.Bool }

func (a awayAuth) Resolve(context.Context, *agent.Call) (agent.AuthStatus, error) {
	if a.away.Load() {
		return agent.AuthStatus{}, nil
	}
	return agent.AuthStatus{State: agent.AuthReady}, nil
}
func (awayAuth) Refresh(context.Context, *agent.Call, toolerr.Access) error { return nil }

// An approved call that cannot run yet waits on, with its approval unused, also after its
// session has gone on as a new workflow.
func TestAnApprovedCallKeepsWaiting(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	for name, events := range map[string]int{"in the same workflow": 1000, "in a new one": 1} {
		t.Run(name, func(t *testing.T) {
			away := &atomic.Bool{}
			tool := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm(), agent.Auth(awayAuth{away}))
			model := agenttest.NewModel(agenttest.Calls(call("a", "pay", `{}`)), agenttest.Say("It waits."), agenttest.Say("Paid."))
			s := scene{options: temporalerrand.Options{HistoryEvents: events}, config: func() agent.Config { return config(model, tool) }}
			x := served(t, c, s, temporalerrand.Start{Session: ref, KeepOpen: true})
			require.NoError(t, x.update(t.Context(), "pay", agent.Say("Pay")))

			away.Store(true)
			require.NoError(t, x.update(t.Context(), "too early", agent.Approve("a")))
			assert.Zero(t, tool.Count())
			away.Store(false)
			require.NoError(t, x.update(t.Context(), "again", agent.Approve("a")))
			assert.Equal(t, 1, tool.Count())

			require.NoError(t, c.SignalWorkflow(t.Context(), x.queue, "", temporalerrand.SignalClose, nil))
			var result temporalerrand.Result
			require.NoError(t, x.run.Get(t.Context(), &result))
			var outcomes []agent.Outcome
			for _, e := range result.Events {
				for _, r := range e.FunctionResponses() {
					outcomes = append(outcomes, r.Outcome)
				}
			}
			assert.Equal(t, []agent.Outcome{agent.OutcomePending, agent.OutcomePending, agent.OutcomeOK}, outcomes)
		})
	}
}
