package temporalerrand_test

import (
	"bytes"
	"flag"
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
	"github.com/errand-go/errand/integrations/temporalerrand"
)

// kept are the scenes whose histories are in testdata.
var kept = []string{
	"an approval", "calls at once", "failures", "a quick tool", "an agent that is a tool", "state, a transfer and an output key",
}

var record = flag.String("record", "", "write histories of a server into this folder of testdata")

// durable makes the agent of a scene.
func (s scene) durable(t *testing.T) *temporalerrand.Agent {
	t.Helper()
	root, err := agent.New(s.config())
	require.NoError(t, err)
	cfg := s.runner
	cfg.Agent, cfg.Limits.WallClock = root, wallClock
	a, err := temporalerrand.New(cfg, s.options)
	require.NoError(t, err)
	return a
}

// TestRecord runs the scenes on a server, and keeps their histories.
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
			}
			for _, e := range history.Events {
				raw, err := proto.Marshal(e)
				require.NoError(t, err)
				assert.NotContains(t, string(raw), secret)
			}
			replay(t, s, history)
			if *record == "" || !slices.Contains(kept, name) {
				return
			}
			raw, err := temporalproto.CustomJSONMarshalOptions{}.Marshal(history)
			require.NoError(t, err)
			host, err := os.Hostname() // it is part of the name of a queue
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
	w := worker.New(c, queue, worker.Options{})
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
	_ = run.Get(t.Context(), &result) // a scene may fail
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

func replay(t *testing.T, s scene, history *historypb.History) {
	t.Helper()
	r := worker.NewWorkflowReplayer()
	s.durable(t).RegisterWorkflow(r)
	require.NoError(t, r.ReplayWorkflowHistory(quiet{}, history))
}

// TestHistoriesReplay replays histories of earlier versions of the workflow, which are in a
// folder each: a workflow that was begun before a change goes on after it.
func TestHistoriesReplay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "histories", "*", "*.json"))
	require.NoError(t, err)
	require.Len(t, files, len(kept)+1)
	for name, s := range scenes {
		s.options.Idle = time.Hour // which v1 did not have
		for _, file := range files {
			if filepath.Base(file) != fileOf(name) {
				continue
			}
			t.Run(file, func(t *testing.T) {
				r := worker.NewWorkflowReplayer()
				s.durable(t).RegisterWorkflow(r)
				require.NoError(t, r.ReplayWorkflowHistoryFromJSONFile(quiet{}, file))
			})
		}
	}
}

// TestAChangeIsFound: a replay fails if the workflow does other things than its history says.
func TestAChangeIsFound(t *testing.T) {
	for name, change := range map[string]func(*scene){
		"a tool that is quick no longer": func(s *scene) { s.options.Quick = nil },
		"the workflow has no model":      func(s *scene) { s.options.Name = "errand.clerk2" },
	} {
		t.Run(name, func(t *testing.T) {
			s := scenes["a quick tool"]
			change(&s)
			r := worker.NewWorkflowReplayer()
			s.durable(t).RegisterWorkflow(r)
			require.Error(t, r.ReplayWorkflowHistoryFromJSONFile(quiet{}, filepath.Join("testdata", "histories", "v1", fileOf("a quick tool"))))
		})
	}
}
