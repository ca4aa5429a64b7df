package temporalerrand_test

import (
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/internal/outcomelaw"
)

const (
	workerBank = "ERRAND_TEMPORAL_BANK" // the URL of the bank of a worker of payments
	workerMode = "ERRAND_TEMPORAL_MODE"
)

// payingAgent returns the agent of the workers of payments.
func payingAgent(bankURL, mode string) (*temporalerrand.Agent, error) {
	root, err := outcomelaw.Payer(bankURL, mode)
	if err != nil {
		return nil, err
	}
	return temporalerrand.New(agent.RunnerConfig{Agent: root}, temporalerrand.Options{Name: "pay-" + mode, Heartbeat: time.Second})
}

// Payments under failures of client, network, worker and service: as in agent/stores.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	total, err := strconv.Atoi(os.Getenv("ERRAND_OUTCOMES"))
	if err != nil {
		total = 6
	}
	s := startServer(t)
	c := s.dial(t)
	for _, mode := range []string{"keys", "find", "keys-find", "neither"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			b := outcomelaw.NewBank(outcomelaw.Faults...)
			web := httptest.NewServer(b)
			defer web.Close()
			counts := map[string]int{}
			const batch = 125
			for from := 0; from < total; from += batch {
				for _, result := range paid(t, s, c, web.URL, mode, from, min(from+batch, total)) {
					var read agent.FunctionResponse
					for _, e := range result.Events {
						for _, r := range e.FunctionResponses() {
							read = *r
						}
					}
					counts[b.Judge(t, result.Session.ID, string(read.Response), read.IsError)]++
				}
			}
			t.Logf("%v", counts)
			if mode == "keys-find" {
				assert.Zero(t, counts["unknown"])
			}
		})
	}
}

// paid runs workflows that pay, with a worker that is killed twice.
func paid(t *testing.T, s *devServer, c client.Client, bankURL, mode string, from, to int) (all []temporalerrand.Result) {
	t.Helper()
	queue := "pay-" + mode
	start := func() *exec.Cmd {
		cmd := exec.Command(os.Args[0]) //nolint:gosec // this program
		cmd.Env = append(os.Environ(), workerQueue+"="+queue, workerServer+"="+s.address, workerBank+"="+bankURL, workerMode+"="+mode)
		cmd.Stderr = os.Stderr
		require.NoError(t, cmd.Start())
		return cmd
	}
	worker := start()
	var runs []client.WorkflowRun
	for n := from; n < to; n++ {
		id := fmt.Sprintf("%s-%d", mode, n)
		run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: queue}, "pay-"+mode,
			temporalerrand.Start{Session: agent.SessionRef{App: "app", User: "ada", ID: id}, Input: temporalerrand.Input(agent.Say("Pay."))})
		require.NoError(t, err)
		runs = append(runs, run)
	}
	for range 2 {
		time.Sleep(500*time.Millisecond + rand.N(1500*time.Millisecond)) //nolint:gosec,forbidigo // a kill at a random time
		_ = worker.Process.Kill()
		_ = worker.Wait()
		worker = start()
	}
	defer func() {
		_ = worker.Process.Kill()
		_ = worker.Wait()
	}()
	for _, run := range runs {
		var result temporalerrand.Result
		require.NoError(t, run.Get(t.Context(), &result))
		all = append(all, result)
	}
	time.Sleep(time.Second) //nolint:forbidigo // a payment may be late
	return all
}
