package temporalerrand_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/integrations/temporalerrand"
)

const (
	workerBank = "ERRAND_TEMPORAL_BANK" // the URL of the bank of a worker of payments
	workerMode = "ERRAND_TEMPORAL_MODE"
	// outcomes is the number of payments of each kind of tool; 6.
	outcomes = "ERRAND_OUTCOMES"
)

// settled is how long after a request the bank may still make its payment: it refuses a request
// that arrives later.
const settled = time.Second

// expiry is a parameter of a request, the time from which on it is refused.
func expiry() string { return strconv.FormatInt(time.Now().Add(settled).UnixMilli(), 10) }

// A bank is a payment service with keys as Stripe documents them. It drops, delays, fails and
// duplicates on purpose, as a seed decides. Its ledger is the judge.
type bank struct {
	mu     sync.Mutex
	random *rand.Rand
	kept   time.Duration  // how long a key is kept
	made   map[string]int // payments by order
	stored map[string]answer
	faults int
}

type answer struct {
	status int
	at     time.Time
}

// take makes the payment of a request, unless its key has an answer.
func (b *bank) take(order, key, expires string, fails bool) (status int, again bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a, ok := b.stored[key]; ok && key != "" && time.Since(a.at) < b.kept {
		return a.status, true
	}
	if until, err := strconv.ParseInt(expires, 10, 64); err != nil || time.Now().UnixMilli() >= until {
		return http.StatusGone, false
	}
	status = http.StatusOK
	if fails {
		status = http.StatusInternalServerError
	} else {
		b.made[order]++
	}
	if key != "" {
		b.stored[key] = answer{status, time.Now()}
	}
	return status, false
}

func (b *bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	order, key, expires := r.URL.Query().Get("order"), r.Header.Get("Idempotency-Key"), r.Header.Get("Expires")
	b.mu.Lock()
	fault := b.random.IntN(12)
	n := b.made[order]
	if r.Method != http.MethodGet && fault < 8 {
		b.faults++
	}
	b.mu.Unlock()
	if r.Method == http.MethodGet {
		_, _ = fmt.Fprint(w, n)
		return
	}
	switch fault {
	case 0: // lost on the way
		panic(http.ErrAbortHandler)
	case 1: // a payment that is made later than the connection was lost
		go func() {
			time.Sleep(settled / 10) //nolint:forbidigo // the service takes its time
			b.take(order, key, expires, false)
		}()
		panic(http.ErrAbortHandler)
	case 2:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	status, again := b.take(order, key, expires, fault == 3)
	switch fault {
	case 4, 5: // the answer is lost
		panic(http.ErrAbortHandler)
	case 6: // the answer is late
		select {
		case <-r.Context().Done():
		case <-time.After(2 * time.Second):
		}
	case 7:
		if key != "" { // the network delivers it twice
			b.take(order, key, expires, false)
		}
	}
	if again {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	w.WriteHeader(status)
	_, _ = fmt.Fprint(w, "{}")
}

// A payer is a model that calls the tool pay once.
type payer struct{}

func (payer) Name() string { return "payer" }

func (payer) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		content := agent.TextContent(agent.RoleModel, "Done.")
		if raw, _ := json.Marshal(req.Contents); !strings.Contains(string(raw), `"functionResponse"`) {
			content.Parts = []agent.Part{{FunctionCall: &agent.FunctionCall{Name: "pay", Args: []byte(`{}`)}}}
		}
		yield(&agent.ModelResponse{Content: &content, FinishReason: agent.FinishStop}, nil)
	}
}

// payTool returns a tool that pays for the order that is the id of the session. mode has the
// words keys and find, or not.
func payTool(bankURL, mode string, kept time.Duration) agent.Tool {
	host := strings.TrimPrefix(bankURL, "http://")
	base := httpadapter.NewTransport(&http.Transport{ResponseHeaderTimeout: 500 * time.Millisecond})
	opts := []agent.ToolOption{agent.HTTPOnly()}
	if strings.Contains(mode, "keys") {
		base.Keys = httpadapter.NewKeys(httpadapter.KeyRule{Host: host, Header: "Idempotency-Key", Valid: kept})
	}
	client := &http.Client{Transport: base}
	made := func(ctx context.Context) (n int, err error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, bankURL+"?order="+agent.RunFrom(ctx).Session.ID, nil)
		if err != nil {
			return 0, err
		}
		resp, err := client.Do(req)
		if err != nil {
			return 0, err
		}
		defer func() { _ = resp.Body.Close() }()
		_, err = fmt.Fscan(resp.Body, &n)
		return n, err
	}
	if strings.Contains(mode, "find") {
		opts = append(opts, agent.Reconcile(func(ctx context.Context, _ struct{}, _ string) (string, adapter.Outcome, error) {
			for {
				old := adapter.CallAge(ctx) > settled // before it looks
				switch n, err := made(ctx); {
				case err != nil:
					return "", adapter.OutcomeUnknown, err
				case n > 0:
					return "paid", adapter.OutcomeDone, nil
				case old:
					return "", adapter.OutcomeNever, nil
				}
				time.Sleep(settled / 10) //nolint:forbidigo // the service takes its time
			}
		}))
	}
	return agent.NewTool("pay", "Pays.", func(ctx context.Context, _ struct{}) (string, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, bankURL+"?order="+agent.CallFrom(ctx).Session.ID, nil)
		if err != nil {
			return "", err
		}
		req.Header.Set("Expires", expiry())
		resp, err := client.Do(req)
		if err != nil {
			return "", err
		}
		defer func() { _ = resp.Body.Close() }()
		return "paid", httpadapter.CheckResponse(resp)
	}, opts...)
}

// payingAgent returns the agent of the workers of payments.
func payingAgent(bankURL, mode string) (*temporalerrand.Agent, error) {
	root, err := agent.New(agent.Config{Name: "payer", Model: payer{}, Tools: []agent.Tool{payTool(bankURL, mode, 4*time.Second)}})
	if err != nil {
		return nil, err
	}
	return temporalerrand.New(agent.RunnerConfig{Agent: root}, temporalerrand.Options{Name: "pay-" + mode, Heartbeat: time.Second})
}

// Payments under failures of client, network, worker and service: as in agent/stores.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	total, err := strconv.Atoi(os.Getenv(outcomes))
	if err != nil {
		total = 6
	}
	s := startServer(t)
	c := s.dial(t)
	for _, mode := range []string{"keys", "find", "keys-find", "neither"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			b := &bank{random: rand.New(rand.NewPCG(1, 2)), kept: 4 * time.Second, made: map[string]int{}, stored: map[string]answer{}} //nolint:gosec // a test
			web := httptest.NewServer(b)
			defer web.Close()
			counts := map[string]int{}
			const batch = 125
			for from := 0; from < total; from += batch {
				for _, result := range paid(t, s, c, web.URL, mode, from, min(from+batch, total)) {
					counts[judge(t, b, result)]++
				}
			}
			t.Logf("%d faults: %v", b.faults, counts)
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
	time.Sleep(settled) //nolint:forbidigo // the service takes its time
	return all
}

// judge compares what the model read with the ledger.
func judge(t *testing.T, b *bank, s temporalerrand.Result) string {
	t.Helper()
	said := "nothing"
	for _, e := range s.Events {
		for _, r := range e.FunctionResponses() {
			switch text := string(r.Response); {
			case !r.IsError && r.Reconciled != "":
				said = "reconciled"
			case !r.IsError:
				said = "paid"
			case strings.Contains(text, `"effect":"unknown"`):
				said = "unknown"
			default:
				said = "not paid"
			}
		}
	}
	b.mu.Lock()
	made := b.made[s.Session.ID]
	b.mu.Unlock()
	switch said {
	case "paid", "reconciled":
		assert.Equal(t, 1, made, s.Session.ID)
	case "unknown":
		assert.LessOrEqual(t, made, 1, s.Session.ID)
	default:
		assert.Zero(t, made, s.Session.ID)
	}
	return said
}
