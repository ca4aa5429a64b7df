// Package stores_test has the proof that a payment whose outcome is not known is made once, or
// said to be unknown, on every store of this module.
package stores_test

import (
	"context"
	"fmt"
	"math/rand/v2"
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

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/pgstore"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/internal/outcomelaw"
)

// With these environment variables, the test binary is a worker: it runs the agent on sessions
// until it is killed.
const (
	envStore = "OUTCOMES_STORE" // a file or the URL of a database
	envBank  = "OUTCOMES_BANK"  // the URL of the bank
	envMode  = "OUTCOMES_MODE"
	envFrom  = "OUTCOMES_FROM" // the first session
	envTo    = "OUTCOMES_TO"   // the session after the last
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
	a, err := outcomelaw.Payer(os.Getenv(envBank), mode)
	if err != nil {
		return err
	}
	r, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: store, CreateSessions: true, Limits: agent.Limits{ToolRetries: retries}})
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
	total, err := strconv.Atoi(os.Getenv("ERRAND_OUTCOMES"))
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
					b := outcomelaw.NewBank(outcomelaw.Faults...)
					web := httptest.NewServer(b)
					defer web.Close()
					const batch = 50
					for from := 0; from < total; from += batch {
						pays(t, at, web.URL, mode, from, min(from+batch, total))
					}
					time.Sleep(time.Second) //nolint:forbidigo // a payment may be late
					counts := map[string]int{}
					for n := range total {
						session, err := s.Get(t.Context(), refOf(mode, n))
						require.NoError(t, err)
						counts[judge(t, b, session, mode)]++
					}
					t.Logf("%v", counts)
					if mode == "keys-find" {
						assert.Zero(t, counts["unknown"])
					}
				})
			}
		})
	}
}

// judge compares what the model read with the ledger.
func judge(t *testing.T, b *outcomelaw.Bank, s *agent.Session, mode string) string {
	t.Helper()
	var read agent.FunctionResponse
	sent := false
	for _, e := range s.Events {
		sent = sent || e.Actions.Sent != nil
		for _, r := range e.FunctionResponses() {
			read = *r
		}
	}
	said := b.Judge(t, s.Ref.ID, string(read.Response), read.IsError)
	if said != "paid" && mode == "keys" {
		// A failure is stored, or the key has expired, or there were no retries left, or the process
		// was killed before it used the key.
		assert.True(t, b.Count(s.Ref.ID+"failure") > 0 || strings.HasSuffix(s.Ref.ID, "0") || read.Attempts > retries || !sent, "%s: %s", s.Ref.ID, read.Response)
	}
	return said
}
