package temporalerrand_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/proto"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

// TestMain runs a worker in place of the tests if a test has started this program.
func TestMain(m *testing.M) {
	if queue := os.Getenv(workerQueue); queue != "" {
		if err := runWorker(os.Getenv(workerServer), queue, os.Getenv(workerFolder)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	_ = flag.Set("test.parallel", "4") // the tests wait for servers, not for processors
	os.Exit(m.Run())
}

const (
	workerQueue  = "ERRAND_TEMPORAL_QUEUE"
	workerServer = "ERRAND_TEMPORAL_SERVER"
	workerFolder = "ERRAND_TEMPORAL_FOLDER"
	// crashRuns names the variable with the number of crashes per test; 1 if it is not set.
	crashRuns = "ERRAND_TEMPORAL_RUNS"
)

// asked is the wait that the service of tool limited requests.
const asked = 20 * time.Second

// A journal is a file of a run in which workers log each step.
type journal string

func (j journal) add(what string) {
	f, err := os.OpenFile(string(j), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer func() { _ = f.Close() }()
	if _, err := fmt.Fprintf(f, "%s %d\n", what, time.Now().UnixNano()); err != nil {
		panic(err)
	}
}

// times returns the times of each step.
func (j journal) times() map[string][]time.Time {
	raw, _ := os.ReadFile(string(j)) // the file may not exist yet
	all := map[string][]time.Time{}
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); {
		what, at, _ := strings.Cut(lines.Text(), " ")
		ns, _ := strconv.ParseInt(at, 10, 64)
		all[what] = append(all[what], time.Unix(0, ns))
	}
	return all
}

func journalOf(folder string, ref agent.SessionRef) journal {
	return journal(filepath.Join(folder, ref.ID))
}

// A cashier is a model. It calls the tools that the user names, one in each turn, and waits
// before a call of a name with a question mark.
type cashier struct{ folder string }

func (cashier) Name() string { return "cashier" }

func (c cashier) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		turn := 0
		for _, content := range req.Contents {
			for _, p := range content.Parts {
				if p.FunctionResponse != nil {
					turn++
				}
			}
		}
		journalOf(c.folder, agent.RunFrom(ctx).Session).add(fmt.Sprintf("turn%d", turn))
		tools := strings.Fields(req.Contents[0].Text())
		resp := &agent.ModelResponse{FinishReason: agent.FinishStop}
		content := agent.TextContent(agent.RoleModel, "Done.")
		if turn < len(tools) {
			name, thinks := strings.CutSuffix(tools[turn], "?")
			if thinks {
				select {
				case <-time.After(2 * time.Second):
				case <-ctx.Done():
				}
			}
			resp.FinishReason = agent.FinishToolCalls
			content = agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: &agent.FunctionCall{
				ID: fmt.Sprintf("call_%d", turn), Name: name, Args: json.RawMessage(`{}`),
			}}}}
		}
		resp.Content = &content
		yield(resp, nil)
	}
}

// crashAgent returns the agent of the workers.
func crashAgent(folder string) (*temporalerrand.Agent, error) {
	noted := func(ctx context.Context) journal { return journalOf(folder, agent.CallFrom(ctx).Session) }
	slow := func(name string, d time.Duration) func(context.Context, struct{}) (map[string]bool, error) {
		return func(ctx context.Context, _ struct{}) (map[string]bool, error) {
			noted(ctx).add(name)
			select {
			case <-time.After(d):
				return map[string]bool{"done": true}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	}
	root, err := agent.New(agent.Config{
		Name: "cashier", Model: cashier{folder}, Adapters: adapters.Default(),
		Tools: []agent.Tool{
			agent.NewTool("pay", "Acts.", slow("pay", 2*time.Second)),
			agent.NewTool("look", "Reads.", slow("look", 2*time.Second), agent.ReadOnly()),
			agent.NewTool("peek", "Reads, and is quick.", slow("peek", 2*time.Second), agent.ReadOnly()),
			agent.NewTool("note", "Acts at once.", slow("note", 0)),
			agent.NewTool("fail", "Fails.", func(ctx context.Context, _ struct{}) (struct{}, error) {
				noted(ctx).add("fail")
				return struct{}{}, errors.New(secret)
			}),
			agent.NewTool("limited", "Is limited once.", func(ctx context.Context, _ struct{}) (struct{}, error) {
				j := noted(ctx)
				first := len(j.times()["limited"]) == 0
				j.add("limited")
				if first {
					return struct{}{}, toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(asked),
						toolerr.WithDeveloperMessage(secret), toolerr.WithCause(errors.New(secret)))
				}
				return struct{}{}, nil
			}, agent.Idempotent()),
		},
	})
	if err != nil {
		return nil, err
	}
	return temporalerrand.New(agent.RunnerConfig{Agent: root}, temporalerrand.Options{Heartbeat: time.Second, Quick: []string{"peek"}})
}

// quiet discards the SDK's logs.
type quiet struct{}

func (quiet) Debug(string, ...any) {}
func (quiet) Info(string, ...any)  {}
func (quiet) Warn(string, ...any)  {}
func (quiet) Error(string, ...any) {}

var _ log.Logger = quiet{}

func runWorker(server, queue, folder string) error {
	c, err := client.Dial(client.Options{HostPort: server, Logger: quiet{}})
	if err != nil {
		return err
	}
	defer c.Close()
	w := worker.New(c, queue, worker.Options{
		DeadlockDetectionTimeout: time.Minute, // of a busy machine
		Interceptors:             []interceptor.WorkerInterceptor{temporalerrand.Guard(adapters.Default())},
	})
	a, err := crashAgent(folder)
	if bank := os.Getenv(workerBank); bank != "" {
		a, err = payingAgent(bank, os.Getenv(workerMode))
	}
	if err != nil {
		return err
	}
	a.Register(w)
	return w.Run(worker.InterruptCh())
}

// A devServer is Temporal's development server, with a file as its database.
type devServer struct {
	program, address, file string
	cmd                    *exec.Cmd
}

func startServer(t testing.TB) *devServer {
	t.Helper()
	program, err := exec.LookPath("temporal")
	if err != nil {
		testenv.Missing(t, "temporal", "go install github.com/temporalio/cli/cmd/temporal@v1.5.1")
	}
	s := &devServer{program: program, address: net.JoinHostPort("127.0.0.1", strconv.Itoa(testenv.Port(t))), file: filepath.Join(t.TempDir(), "f.db")}
	s.start(t)
	t.Cleanup(func() { s.kill() })
	return s
}

func (s *devServer) start(t testing.TB) {
	t.Helper()
	_, port, err := net.SplitHostPort(s.address)
	require.NoError(t, err)
	s.cmd = exec.Command(s.program, "server", "start-dev", "--headless",
		"--ip", "127.0.0.1", "--port", port, "--db-filename", s.file, "--log-level", "never")
	require.NoError(t, s.cmd.Start())
}

// kill ends the server without a shutdown, like the loss of its machine.
func (s *devServer) kill() {
	_ = s.cmd.Process.Kill() // it may have ended
	_ = s.cmd.Wait()
}

// dial waits until the server responds.
func (s *devServer) dial(t testing.TB) client.Client {
	t.Helper()
	var c client.Client
	require.Eventually(t, func() (ready bool) {
		var err error
		if c, err = client.Dial(client.Options{HostPort: s.address, Logger: quiet{}, Identity: "test"}); err != nil {
			return false
		}
		_, err = c.CheckHealth(t.Context(), nil)
		return err == nil
	}, 2*time.Minute, 20*time.Millisecond)
	t.Cleanup(c.Close)
	return c
}

// A crash is one run of the workflow in which the worker or the server is killed.
type crash struct {
	server  *devServer
	client  client.Client
	queue   string
	folder  string
	journal journal
	run     client.WorkflowRun
	agent   *temporalerrand.Agent
	again   map[int]int // number of additional model calls, by turn
}

// begin starts a workflow whose model calls the given tools.
func begin(t *testing.T, s *devServer, c client.Client, tools string) *crash {
	t.Helper()
	x := &crash{server: s, client: c, folder: t.TempDir()}
	x.queue = queueOf(t)
	ref := agent.SessionRef{App: "app", User: "user", ID: x.queue}
	x.journal = journalOf(x.folder, ref)
	var err error
	x.agent, err = crashAgent(x.folder)
	require.NoError(t, err)
	x.run, err = c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: x.queue, TaskQueue: x.queue}, x.agent.Name(),
		temporalerrand.Start{Session: ref, Input: temporalerrand.Input(agent.Say(tools))})
	require.NoError(t, err)
	return x
}

// worker starts a worker process.
func (x *crash) worker(t *testing.T) (kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0]) //nolint:gosec // this program
	cmd.Env = append(os.Environ(), workerQueue+"="+x.queue, workerServer+"="+x.server.address, workerFolder+"="+x.folder)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	kill = func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	}
	t.Cleanup(kill)
	return kill
}

// until waits until a step was logged n times.
func (x *crash) until(t *testing.T, what string, n int) {
	t.Helper()
	require.Eventually(t, func() bool { return len(x.journal.times()[what]) >= n }, time.Minute, 10*time.Millisecond)
}

// end waits for the workflow, and checks the invariants: the model was called once in each
// turn, except for those of again, and the history has no secret.
func (x *crash) end(t *testing.T) (results map[string]string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var result temporalerrand.Result
	require.NoError(t, x.run.Get(ctx, &result))
	assert.Equal(t, "Done.", result.Text())
	results = map[string]string{}
	turns := 1
	for _, e := range result.Events {
		for _, r := range e.FunctionResponses() {
			results[r.Name] = string(r.Response)
			turns++
		}
	}
	for turn := range turns {
		assert.Len(t, x.journal.times()[fmt.Sprintf("turn%d", turn)], 1+x.again[turn], "turn %d", turn)
	}
	for _, e := range historyOf(t, x.client, x.run).Events {
		raw, err := proto.Marshal(e)
		require.NoError(t, err)
		assert.NotContains(t, string(raw), secret)
	}
	return results
}

func (x *crash) ran(what string) int { return len(x.journal.times()[what]) }

// runs calls crash as often as crashRuns requests.
func runs(t *testing.T, crash func(t *testing.T)) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv(crashRuns))
	if err != nil {
		n = 1
	}
	for i := range n {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			crash(t)
		})
	}
}

// A model call, and a tool that only reads, run again. A tool with side effects does not,
// because it may have had them.
func TestAWorkerIsLost(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := s.dial(t)
	const succeeded = `"success":true`
	for name, tt := range map[string]struct {
		tools string
		kills []string // the steps at whose beginning a worker is killed
		again map[int]int
		ran   map[string]int
		reads map[string]string
	}{
		"in the middle of a tool": {
			"fail pay look note",
			[]string{"pay", "look"},
			nil,
			map[string]int{"fail": 1, "pay": 1, "look": 2, "note": 1},
			map[string]string{"pay": `"effect":"unknown"`, "look": succeeded},
		},
		"during a model call": {
			"note look? note",
			[]string{"turn1"},
			map[int]int{1: 1},
			map[string]int{"note": 2, "look": 1},
			map[string]string{"look": succeeded},
		},
		"during a quick tool": {
			"note peek note",
			[]string{"peek"},
			nil,
			map[string]int{"note": 2, "peek": 2},
			map[string]string{"peek": succeeded},
		},
	} {
		t.Run(name, func(t *testing.T) {
			runs(t, func(t *testing.T) {
				x := begin(t, s, c, tt.tools)
				x.again = tt.again
				kill := x.worker(t)
				for _, step := range tt.kills {
					x.until(t, step, 1)
					kill()
					kill = x.worker(t)
				}
				results := x.end(t)
				for tool, n := range tt.ran {
					assert.Equal(t, n, x.ran(tool), tool)
				}
				for tool, reads := range tt.reads {
					assert.Contains(t, results[tool], reads)
				}
			})
		})
	}
}

func TestAWorkerIsLostDuringAWait(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := s.dial(t)
	runs(t, func(t *testing.T) {
		x := begin(t, s, c, "note limited")
		kill := x.worker(t)
		x.until(t, "limited", 1)
		require.Eventually(t, func() bool { // the server has received it
			d, err := c.DescribeWorkflowExecution(t.Context(), x.run.GetID(), "")
			return err == nil && len(d.GetPendingActivities()) == 1 && d.GetPendingActivities()[0].GetLastFailure() != nil
		}, asked/2, 10*time.Millisecond)
		kill()
		x.worker(t)
		results := x.end(t)
		assert.Equal(t, 1, x.ran("note"))
		assert.Contains(t, results["limited"], `"success":true`)
		at := x.journal.times()["limited"]
		require.Len(t, at, 2)
		waited := at[1].Sub(at[0])
		assert.InDelta(t, asked, waited, float64(asked)/10, "waited %s", waited)
	})
}

func TestTheServerIsLost(t *testing.T) {
	t.Parallel()
	runs(t, func(t *testing.T) {
		s := startServer(t)
		x := begin(t, s, s.dial(t), "note pay fail look")
		x.worker(t)
		x.until(t, "pay", 1)
		s.kill()
		s.start(t)
		x.client = s.dial(t)
		x.run = x.client.GetWorkflow(t.Context(), x.run.GetID(), x.run.GetRunID())
		x.end(t)
		assert.Equal(t, 1, x.ran("note"))
		assert.Equal(t, 1, x.ran("pay"))
		assert.Equal(t, 1, x.ran("fail"))
	})
}

func TestTheExampleRuns(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	s.dial(t)
	out, err := exec.CommandContext(t.Context(), "go", "run", "./example", s.address).Output() //nolint:gosec // of this module
	require.NoError(t, err)
	assert.Equal(t, "approving call_1\nPaid. The receipt is R-250.\n", string(out))
}

// When a worker stops, it ends the contexts of its activities. The server treats what they
// return as their errors.
func TestAWorkerIsStopped(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := s.dial(t)
	begun := make(chan string, 10)
	var mu sync.Mutex
	runs := map[string]int{}
	tool := func(name string, options ...agent.ToolOption) agent.Tool {
		return agent.NewTool(name, "Waits.", func(ctx context.Context, _ struct{}) (struct{}, error) {
			mu.Lock()
			runs[name]++
			again := runs[name] > 1
			mu.Unlock()
			if again {
				return struct{}{}, nil
			}
			begun <- name
			<-ctx.Done()
			return struct{}{}, ctx.Err()
		}, options...)
	}
	model := agenttest.NewModel(agenttest.Calls(call("a", "pay", `{}`)), agenttest.Calls(call("b", "look", `{}`)), agenttest.Say("Done."))
	sc := scene{inputs: say("Go"), config: func() agent.Config { return config(model, tool("pay"), tool("look", agent.ReadOnly())) }}
	durable := sc.durable(t)
	start := func() worker.Worker {
		w := worker.New(c, "stopped", worker.Options{})
		durable.Register(w)
		require.NoError(t, w.Start())
		return w
	}
	w := start()
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "stopped", TaskQueue: "stopped"}, durable.Name(), sc.begin())
	require.NoError(t, err)
	for _, name := range []string{"pay", "look"} {
		require.Equal(t, name, <-begun)
		w.Stop()
		w = start()
	}
	defer w.Stop()
	var result temporalerrand.Result
	require.NoError(t, run.Get(t.Context(), &result))
	assert.Equal(t, map[string]int{"pay": 1, "look": 2}, runs)
	got := map[string]string{}
	for _, e := range result.Events {
		for _, r := range e.FunctionResponses() {
			got[r.Name] = string(r.Response)
		}
	}
	assert.Contains(t, got["pay"], `"effect":"unknown"`)
	assert.Contains(t, got["look"], `"success":true`)
}

func TestACancellationPassesTheGuard(t *testing.T) {
	s := startServer(t)
	c := s.dial(t)
	begun := make(chan struct{})
	w := worker.New(c, "canceled", guarded(temporalerrand.Idempotent("act")))
	w.RegisterActivityWithOptions(func(ctx context.Context) error {
		close(begun)
		for beat := time.NewTicker(50 * time.Millisecond); ctx.Err() == nil; { // a heartbeat reports the cancellation
			select {
			case <-beat.C:
				activity.RecordHeartbeat(ctx)
			case <-ctx.Done():
				beat.Stop()
			}
		}
		return fmt.Errorf("%s: %w", secret, ctx.Err())
	}, activity.RegisterOptions{Name: "act"})
	w.RegisterWorkflowWithOptions(func(ctx workflow.Context) error {
		ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
			StartToCloseTimeout: time.Minute, HeartbeatTimeout: time.Second, WaitForCancellation: true,
		})
		return workflow.ExecuteActivity(ctx, "act").Get(ctx, nil)
	}, workflow.RegisterOptions{Name: "flow"})
	require.NoError(t, w.Start())
	defer w.Stop()
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "canceled", TaskQueue: "canceled"}, "flow")
	require.NoError(t, err)
	<-begun
	require.NoError(t, c.CancelWorkflow(t.Context(), "canceled", ""))
	require.Error(t, run.Get(t.Context(), nil))
	canceled := 0
	for _, e := range historyOf(t, c, run).Events {
		if e.EventType == enumspb.EVENT_TYPE_ACTIVITY_TASK_CANCELED {
			canceled++
		}
		raw, err := proto.Marshal(e)
		require.NoError(t, err)
		assert.NotContains(t, string(raw), secret)
	}
	assert.Equal(t, 1, canceled)
}
