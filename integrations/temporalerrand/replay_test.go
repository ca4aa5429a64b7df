package temporalerrand_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/api/temporalproto"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"google.golang.org/protobuf/proto"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

// kept are the scenes with histories in testdata.
var kept = []string{
	"an approval", "calls at once", "calls whose arguments do not fit", "failures", "a quick tool", "an agent that is a tool",
	"agents that are tools, at once", "an approval in an agent that is a tool", "state, a transfer and an output key",
}

var record = flag.String("record", "", "write histories of a server into this folder of testdata")

// durable returns the agent of a scene.
func (s scene) durable(t *testing.T) *temporalerrand.Agent {
	t.Helper()
	root := made(agent.New(s.config()))
	cfg := s.runner
	cfg.Agent, cfg.Limits.WallClock = root, wallClock
	s.options.Heartbeat = cmp.Or(s.options.Heartbeat, time.Minute) // a second attempt would take the next turn of a script
	a, err := temporalerrand.New(cfg, s.options)
	require.NoError(t, err)
	return a
}

// TestRecord runs the scenes on a server, and writes their histories.
func TestRecord(t *testing.T) {
	server := startServer(t)
	c := server.dial(t)
	for name, s := range scenes {
		t.Run(name, func(t *testing.T) {
			s.options.Idle = time.Hour
			events, _, failure := s.inProcess(t)
			history, result := s.onServer(t, c, name)
			if failure == nil {
				assert.Equal(t, told(t, events), told(t, result.Events))
				assert.Contains(t, strings.Join(told(t, result.Events), ""), s.shows)
			}
			for _, e := range history.Events {
				raw, err := proto.Marshal(e)
				require.NoError(t, err)
				assert.NotContains(t, string(raw), secret)
			}
			require.NoError(t, s.replay(t, history))
			if *record == "" || !slices.Contains(kept, name) {
				return
			}
			raw, err := temporalproto.CustomJSONMarshalOptions{}.Marshal(history)
			require.NoError(t, err)
			host, err := os.Hostname() // it is part of a queue's name
			require.NoError(t, err)
			raw = bytes.ReplaceAll(raw, []byte(host), []byte("host"))
			folder := filepath.Join("testdata", "histories", *record)
			require.NoError(t, os.MkdirAll(folder, 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(folder, fileOf(name)), append(raw, '\n'), 0o600))
		})
	}
}

func fileOf(scene string) string {
	return strings.NewReplacer(" ", "_", ",", "").Replace(scene) + ".json"
}

// onServer runs a scene with a worker of this process.
func (s scene) onServer(t *testing.T, c client.Client, name string) (*historypb.History, temporalerrand.Result) {
	t.Helper()
	queue := strings.TrimSuffix(fileOf(name), ".json")
	w := worker.New(c, queue, worker.Options{DeadlockDetectionTimeout: time.Minute})
	a := s.durable(t)
	a.Register(w)
	require.NoError(t, w.Start())
	defer w.Stop()
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: queue, TaskQueue: queue}, a.Name(), s.begin())
	require.NoError(t, err)
	for _, in := range s.inputs[1:] {
		h, err := c.UpdateWorkflow(t.Context(), client.UpdateWorkflowOptions{
			WorkflowID: queue, UpdateName: temporalerrand.UpdateInput, Args: []any{temporalerrand.Input(in)},
			WaitForStage: client.WorkflowUpdateStageCompleted,
		})
		require.NoError(t, err)
		var events []*agent.Event
		require.NoError(t, h.Get(t.Context(), &events))
		assert.NotEmpty(t, events)
	}
	if len(s.inputs) > 1 {
		require.NoError(t, c.SignalWorkflow(t.Context(), queue, "", temporalerrand.SignalClose, nil))
	}
	var result temporalerrand.Result
	_ = run.Get(t.Context(), &result) // some scenes fail
	return historyOf(t, c, run), result
}

func historyOf(t *testing.T, c client.Client, run client.WorkflowRun) *historypb.History {
	t.Helper()
	all := &historypb.History{}
	events := c.GetWorkflowHistory(t.Context(), run.GetID(), run.GetRunID(), false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		e, err := events.Next()
		require.NoError(t, err)
		all.Events = append(all.Events, e)
	}
	return all
}

// replay replays a history with the code of a scene.
func (s scene) replay(t *testing.T, history *historypb.History) error {
	t.Helper()
	r := worker.NewWorkflowReplayer()
	s.durable(t).RegisterWorkflow(r)
	return r.ReplayWorkflowHistory(quiet{}, history)
}

// replayFile replays a stored history.
func (s scene) replayFile(t *testing.T, version, scene string) error {
	t.Helper()
	r := worker.NewWorkflowReplayer()
	s.durable(t).RegisterWorkflow(r)
	return r.ReplayWorkflowHistoryFromJSONFile(quiet{}, filepath.Join("testdata", "histories", version, fileOf(scene)))
}

// TestHistoriesReplay replays histories of earlier versions of the workflow, from one
// folder each: a workflow that started before a change must continue after it.
func TestHistoriesReplay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "histories", "*", "*.json"))
	require.NoError(t, err)
	require.Len(t, files, len(kept)+1)
	for name, s := range scenes {
		s.options.Idle = time.Hour // v1 had no Idle
		for _, file := range files {
			if filepath.Base(file) != fileOf(name) {
				continue
			}
			t.Run(file, func(t *testing.T) {
				require.NoError(t, s.replayFile(t, filepath.Base(filepath.Dir(file)), name))
			})
		}
	}
}

// A replay fails if the workflow's steps differ from its history. These are the changes
// that docs/temporal.md lists.
func TestChanges(t *testing.T) {
	agents := func(change func(*agent.Config)) func(*scene) {
		return func(s *scene) {
			before := s.config
			s.config = func() agent.Config {
				cfg := before()
				change(&cfg)
				return cfg
			}
		}
	}
	limits := func(l agent.Limits) func(*scene) { return func(s *scene) { s.runner.Limits = l } }
	look := func(options ...agent.ToolOption) func(*scene) {
		return agents(func(c *agent.Config) {
			c.Tools = []agent.Tool{agenttest.NewTool("look", agenttest.Return(nil), options...)}
		})
	}
	for _, tt := range []struct {
		name    string
		version string
		scene   string
		change  func(*scene)
		breaks  bool
	}{
		{"another instruction", "v3", "calls at once", agents(func(c *agent.Config) { c.Instruction = "Be brief." }), false},
		{"another model", "v3", "calls at once", agents(func(c *agent.Config) { c.Model = cashier{} }), false},
		{"another description", "v3", "calls at once", look(agent.ReadOnly()), false},
		{"a new tool", "v3", "calls at once", agents(func(c *agent.Config) {
			c.Tools = append(c.Tools, agenttest.NewTool("more", agenttest.Return(nil)))
		}), false},
		{"a tool that needs an approval", "v3", "calls at once", look(agent.ReadOnly(), agent.Confirm()), false},
		{"other timeouts", "v3", "calls at once", func(s *scene) { s.options.Heartbeat, s.options.ModelTimeout = time.Minute, time.Hour }, false},
		{"other retries", "v3", "calls at once", limits(agent.Limits{ToolRetries: 7, ModelRetries: -1}), false},
		{"a session that waits longer", "v2", "an approval", func(s *scene) { s.options.Idle = 2 * time.Hour }, false},
		{"a session that had no limit of its wait", "v1", "an approval", func(s *scene) { s.options.Idle = time.Hour }, false},

		{"other limits of a run", "v3", "calls at once", limits(agent.Limits{ToolCalls: 1}), true},
		{"other iterations", "v3", "calls at once", agents(func(c *agent.Config) { c.MaxIterations = 1 }), true},
		{"calls one after the other", "v3", "calls at once", limits(agent.Limits{Parallel: 1}), true},
		{"a tool that is no longer read-only", "v3", "calls at once", look(), true},
		{"a tool that is gone", "v3", "calls at once", agents(func(c *agent.Config) { c.Tools = nil }), true},
		{"a schema that refuses more", "v3", "calls at once", agents(func(c *agent.Config) {
			c.Tools = []agent.Tool{agent.NewTool("look", "Looks.", func(context.Context, struct{}) (int, error) { return 0, nil }, agent.ReadOnly())}
		}), true},
		{"an output schema", "v3", "calls at once", agents(func(c *agent.Config) { c.OutputSchema = []byte(`{"type":"object"}`) }), true},
		{"an instruction that needs a key", "v3", "calls at once", agents(func(c *agent.Config) { c.Instruction = "Be {kind}." }), true},
		{"a compactor", "v3", "calls at once", func(s *scene) { s.runner.Compactor = placedCompactor{&places{}} }, true},
		{"a tool that becomes quick", "v3", "calls at once", func(s *scene) { s.options.Quick = []string{"look"} }, true},
		{"a tool that is no longer quick", "v1", "a quick tool", func(s *scene) { s.options.Quick = nil }, true},
		{"another name", "v1", "a quick tool", func(s *scene) { s.options.Name = "errand.clerk2" }, true},
		{"a session that waits without a limit", "v2", "an approval", func(s *scene) { s.options.Idle = 0 }, true},
		{"a shorter history", "v1", "an approval", func(s *scene) { s.options.HistoryEvents = 5 }, true},
		{"smaller payloads", "v3", "calls at once", func(s *scene) { s.options.PayloadBytes = 10 }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := scenes[tt.scene]
			s.options.Idle = time.Hour
			tt.change(&s)
			err := s.replayFile(t, tt.version, tt.scene)
			require.Equal(t, tt.breaks, err != nil, err)
		})
	}
}

// TestChangesAfterARetryOrALimit: some changes break only the replay of a workflow in which
// something happened that they change.
func TestChangesAfterARetryOrALimit(t *testing.T) {
	t.Parallel()
	c := startServer(t).dial(t)
	tool := func(options ...agent.ToolOption) func(*scene) {
		return func(s *scene) {
			nothing := toolerr.Retryable(toolerr.Message{}, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone), toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff))
			s.config = one(agenttest.NewTool("t", agenttest.Sequence(agenttest.ReturnError(nothing), agenttest.Return(map[string]string{"long": strings.Repeat("x", 3000)})),
				append(options, agent.HTTPOnly())...)).config
		}
	}
	retries := func(n int) func(*scene) { return func(s *scene) { s.runner.Limits.ToolRetries = n } }
	payloads := func(n int) func(*scene) { return func(s *scene) { s.options.PayloadBytes = n } }
	for name, tt := range map[string]struct {
		before, after func(*scene)
		breaks        bool
	}{
		"nothing":                          {retries(1), retries(1), false},
		"more retries":                     {retries(1), retries(9), false},
		"fewer retries":                    {retries(1), retries(-1), true},
		"a tool that becomes idempotent":   {tool(), tool(agent.Idempotent()), true},
		"larger payloads, reached":         {payloads(3000), payloads(-1), true},
		"larger payloads, not yet reached": {payloads(100_000), payloads(-1), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := scene{inputs: say("Go")}
			tool()(&s)
			tt.before(&s)
			history, _ := s.onServer(t, c, queueOf(t))
			tt.after(&s)
			err := s.replay(t, history)
			require.Equal(t, tt.breaks, err != nil, err)
		})
	}
}

// A replay writes nothing to the logger.
func TestAReplayIsSilent(t *testing.T) {
	logged := &bytes.Buffer{}
	s := scenes["failures"]
	s.runner.Logger = slog.New(slog.NewTextHandler(logged, nil))
	_, err := s.inWorkflow(t)
	require.NoError(t, err)
	require.Contains(t, logged.String(), "A call failed")
	logged.Reset()
	require.NoError(t, s.replayFile(t, "v1", "failures"))
	assert.Empty(t, logged.String())
}
