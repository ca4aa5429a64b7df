// Package stores_test has the proof that a payment whose outcome is not known is made once, or
// said to be unknown, on every store of this module.
package stores_test

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
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/pgstore"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
	"github.com/errand-go/errand/conformance/testenv"
)

// With these environment variables, the test binary is a worker: it runs the agent on sessions
// until it is killed.
const (
	envStore = "OUTCOMES_STORE" // a file or the URL of a database
	envBank  = "OUTCOMES_BANK"  // the URL of the bank
	envMode  = "OUTCOMES_MODE"
	envFrom  = "OUTCOMES_FROM" // the first session
	envTo    = "OUTCOMES_TO"   // the session after the last
	// outcomes is the number of payments of each kind of tool; 12.
	outcomes = "ERRAND_OUTCOMES"
)

func TestMain(m *testing.M) {
	if os.Getenv(envStore) == "" {
		os.Exit(m.Run())
	}
	if err := work(context.Background()); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

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
	made   map[string]int // payments by order
	stored map[string]answer
	failed map[string]bool // orders whose stored answer is a failure
	faults int
	of     map[string]int // faults by order; at most two
}

// The service keeps the keys of some orders for a short time.
const (
	short = time.Second
	long  = time.Minute
)

// pathOf returns the path of an order, and how long its key is kept.
func pathOf(order string) (string, time.Duration) {
	if strings.HasSuffix(order, "0") {
		return "/short", short
	}
	return "/long", long
}

type answer struct {
	status int
	at     time.Time
}

// take makes the payment of a request, unless its key has an answer.
func (b *bank) take(order, key, expires string, fails bool) (status int, again bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, kept := pathOf(order)
	if a, ok := b.stored[key]; ok && key != "" && time.Since(a.at) < kept {
		return a.status, true
	}
	if until, err := strconv.ParseInt(expires, 10, 64); err != nil || time.Now().UnixMilli() >= until {
		return http.StatusGone, false
	}
	status = http.StatusOK
	if fails {
		status, b.failed[order] = http.StatusInternalServerError, true
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
		if b.of[order]++; b.of[order] > 2 {
			fault = 8
		} else {
			b.faults++
		}
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
func payTool(bankURL, mode string) agent.Tool {
	host := strings.TrimPrefix(bankURL, "http://")
	base := httpadapter.NewTransport(&http.Transport{ResponseHeaderTimeout: 500 * time.Millisecond})
	opts := []agent.ToolOption{agent.HTTPOnly()}
	if strings.Contains(mode, "keys") {
		base.Keys = httpadapter.NewKeys(httpadapter.KeyRule{Host: host, Path: "/short", Header: "Idempotency-Key", Valid: short},
			httpadapter.KeyRule{Host: host, Header: "Idempotency-Key", Valid: long})
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
		order := agent.CallFrom(ctx).Session.ID
		path, _ := pathOf(order)
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, bankURL+path+"?order="+order, nil)
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

// openStore opens the store at a place.
func openStore(ctx context.Context, place string) (agent.Store, error) {
	if !strings.HasPrefix(place, "postgres") {
		return sqlitestore.Open(ctx, place)
	}
	pool, err := pgxpool.New(ctx, place)
	if err != nil {
		return nil, err
	}
	return pgstore.Open(ctx, pool, pgstore.WithLease(2*time.Second))
}

func runner(store agent.Store, bankURL, mode string) (*agent.Runner, error) {
	a, err := agent.New(agent.Config{Name: "payer", Model: payer{}, Tools: []agent.Tool{payTool(bankURL, mode)}})
	if err != nil {
		return nil, err
	}
	return agent.NewRunner(agent.RunnerConfig{Agent: a, Store: store, CreateSessions: true, Limits: agent.Limits{ToolRetries: retries}})
}

// retries are more than the faults of a payment.
const retries = 6

func refOf(mode string, n int) agent.SessionRef {
	return agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprintf("%s-%d", mode, n)}
}

// work pays in each session, and goes on where a worker before it was killed.
func work(ctx context.Context) error {
	store, err := openStore(ctx, os.Getenv(envStore))
	if err != nil {
		return err
	}
	mode := os.Getenv(envMode)
	r, err := runner(store, os.Getenv(envBank), mode)
	if err != nil {
		return err
	}
	from, _ := strconv.Atoi(os.Getenv(envFrom))
	to, _ := strconv.Atoi(os.Getenv(envTo))
	var group sync.WaitGroup
	for n := from; n < to; n++ {
		group.Go(func() {
			for ctx.Err() == nil {
				for _, err = range r.Run(ctx, refOf(mode, n), agent.Say("Pay.")) {
					if err != nil {
						break
					}
				}
				if s, err := store.Get(ctx, refOf(mode, n)); err == nil && over(s) {
					return
				}
				time.Sleep(50 * time.Millisecond) //nolint:forbidigo // the service takes its time
			}
		})
	}
	group.Wait()
	return nil
}

// over reports whether a session has ended with an answer.
func over(s *agent.Session) bool {
	for _, e := range s.Events {
		if e.Content.Text() == "Done." {
			return true
		}
	}
	return false
}

// pays runs workers on sessions until all have ended, and kills them now and then.
func pays(t *testing.T, place, bankURL, mode string, from, to int) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	for kills := 0; ; kills++ {
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Env = append(os.Environ(), envStore+"="+place, envBank+"="+bankURL, envMode+"="+mode,
			envFrom+"="+strconv.Itoa(from), envTo+"="+strconv.Itoa(to))
		cmd.Stderr = os.Stderr
		require.NoError(t, cmd.Start())
		if kills < 2 {
			time.Sleep(100*time.Millisecond + rand.N(time.Second)) //nolint:gosec,forbidigo // a kill at a random time
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			continue
		}
		require.NoError(t, cmd.Wait())
		return
	}
}

// Payments under failures of client, network, process and service: with keys or without, none
// exists twice. With keys, each exists once but those that the model reads to be unknown, or
// not to be made. With reconcile and keys, none is unknown.
func TestOutcomes(t *testing.T) {
	total, err := strconv.Atoi(os.Getenv(outcomes))
	if err != nil {
		total = 12
	}
	for store, place := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "s.db") },
		"postgres": func(t *testing.T) string { return testenv.Postgres(t) },
	} {
		t.Run(store, func(t *testing.T) {
			at := place(t)
			s, err := openStore(t.Context(), at)
			require.NoError(t, err)
			for _, mode := range []string{"keys", "find", "keys-find", "neither"} {
				t.Run(mode, func(t *testing.T) {
					t.Parallel()
					b := &bank{random: rand.New(rand.NewPCG(1, 2)), made: map[string]int{}, stored: map[string]answer{}, failed: map[string]bool{}, of: map[string]int{}} //nolint:gosec // a test
					web := httptest.NewServer(b)
					defer web.Close()
					const batch = 50
					for from := 0; from < total; from += batch {
						pays(t, at, web.URL, mode, from, min(from+batch, total))
					}
					time.Sleep(settled) //nolint:forbidigo // the service takes its time
					counts := map[string]int{}
					for n := range total {
						session, err := s.Get(t.Context(), refOf(mode, n))
						require.NoError(t, err)
						counts[judge(t, b, session, mode)]++
					}
					t.Logf("%d faults: %v", b.faults, counts)
					if mode == "keys-find" {
						assert.Zero(t, counts["unknown"])
					}
				})
			}
		})
	}
}

// judge compares what the model read with the ledger.
func judge(t *testing.T, b *bank, s *agent.Session, mode string) string {
	t.Helper()
	said, attempts, sent := "nothing", 0, false
	for _, e := range s.Events {
		sent = sent || e.Actions.Sent != nil
		for _, r := range e.FunctionResponses() {
			attempts = r.Attempts
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
	made, failed := b.made[s.Ref.ID], b.failed[s.Ref.ID]
	b.mu.Unlock()
	_, kept := pathOf(s.Ref.ID)
	switch said {
	case "paid", "reconciled":
		assert.Equal(t, 1, made, s.Ref.ID)
	case "unknown":
		assert.LessOrEqual(t, made, 1, s.Ref.ID)
		// With keys, a failure is stored, or the key has expired, or there were no retries left, or
		// the process was killed before it used the key.
		assert.True(t, mode != "keys" || failed || kept == short || attempts > retries || !sent, s.Ref.ID)
	default:
		assert.Zero(t, made, s.Ref.ID)
	}
	return said
}
