package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/pgstore"
)

// With these environment variables, the test binary is a replica: it runs an agent on many
// sessions until it is killed.
const (
	envDSN     = "PGSTORE_TEST_DSN"
	envWitness = "PGSTORE_TEST_WITNESS" // the folder in which the replicas log
	envKills   = "PGSTORE_KILLS"        // how long TestReplicasKilledAnywhere runs; 3s
)

const (
	replicas   = 20 // processes
	perReplica = 50 // workers of a process, each with one session at a time
	killLease  = 4 * time.Second
)

// killTime returns how long replicas are killed.
func killTime() time.Duration {
	if d, err := time.ParseDuration(os.Getenv(envKills)); err == nil {
		return d
	}
	return 3 * time.Second
}

// upTo returns a random duration.
func upTo(d time.Duration) time.Duration { return rand.N(d) }

// A witness is a folder outside the database, in which each replica logs its steps.
type witness struct{ dir string }

// note appends a line to a file in one write, which a kill cannot split.
func (w witness) note(file, format string, args ...any) {
	f, err := os.OpenFile(filepath.Join(w.dir, file), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = fmt.Fprintf(f, format+"\n", args...)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		panic(err)
	}
}

// lines returns the lines of all replicas in a file.
func (w witness) lines(t *testing.T, file string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(w.dir, file))
	if err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	return strings.Split(string(raw), "\n") // the last one is empty
}

// A watched store holds an operating system lock, which ends with its process, for each
// session that it has claimed.
type watched struct {
	*pgstore.Store
	witness witness
}

func (s watched) Claim(ctx context.Context, ref agent.SessionRef) (context.Context, func(), error) {
	held, release, err := s.Store.Claim(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(filepath.Join(s.witness.dir, "session-"+ref.ID), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		panic(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		s.witness.note("violations", "process %d claimed session %s, which another one has: %v", os.Getpid(), ref.ID, err)
	}
	return held, func() {
		if errors.Is(context.Cause(held), pgstore.ErrClaimLost) {
			s.witness.note("lost", "%s", ref.ID)
		}
		_ = f.Close()
		release()
	}, nil
}

// working returns an agent whose tools log their calls.
func (w witness) working() storecase.Worker {
	return storecase.Worker{Act: func(ctx context.Context, id string) error {
		if !pause(ctx, upTo(300*time.Millisecond)) {
			return ctx.Err()
		}
		w.note("acts", "%s", id)
		return nil
	}}
}

// round continues a session, and logs the events that it receives.
func (w witness) round(ctx context.Context, runner *agent.Runner, ref agent.SessionRef) error {
	return w.working().Round(ctx, runner, ref, func(e *agent.Event) {
		if e.ErrorCode == "" {
			w.note("told", "%s %s", ref.ID, e.ID)
		}
	})
}

func sessionOf(n int) agent.SessionRef {
	return agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint(n)}
}

// replica runs the agent on random sessions, many concurrently, until ctx ends.
func replica(ctx context.Context, dsn string) error {
	w := witness{os.Getenv(envWitness)}
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return err
	}
	defer pool.Close()
	store, err := pgstore.Open(ctx, pool, pgstore.WithLease(killLease))
	if err != nil {
		return err
	}
	runner, err := w.working().Runner(watched{store, w})
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	for range perReplica {
		group.Go(func() {
			for pause(ctx, upTo(killTime()/6)) {
				ref := sessionOf(rand.IntN(replicas * perReplica))
				err := w.round(ctx, runner, ref)
				switch {
				case err == nil, ctx.Err() != nil, errors.Is(err, agent.ErrSessionBusy):
				case errors.Is(err, agent.ErrAlreadyRun), errors.Is(err, agent.ErrInvalidInput), errors.Is(err, agent.ErrNotFound): // another replica approved the call
				case errors.Is(err, agent.ErrStaleSession):
					w.note("stale", "%s", ref.ID)
				default:
					w.note("failures", "%s: %v: %+v", ref.ID, err, causeOf(err))
				}
			}
		})
	}
	group.Wait()
	return nil
}

func causeOf(err error) error {
	if re, ok := errors.AsType[*agent.RunError](err); ok {
		return re.Cause()
	}
	return nil
}

// pause reports whether the time passed before the context ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// TestReplicasKilledAnywhere runs an agent in 20 processes on 1,000 sessions, 50
// concurrently in each, and repeatedly kills one process: no reported event is lost, no
// call is executed twice, and no two processes have a session at the same time.
func TestReplicasKilledAnywhere(t *testing.T) {
	dsn, w := database(t), witness{t.TempDir()}
	self, err := os.Executable()
	require.NoError(t, err)
	start := func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Env = append(os.Environ(), envDSN+"="+dsn, envWitness+"="+w.dir)
		cmd.Stderr = os.Stderr
		require.NoError(t, cmd.Start())
		return cmd
	}
	var running [replicas]*exec.Cmd
	for i := range running { // all of them create the tables
		running[i] = start()
	}
	open(t, dsn)
	ctx, stop := context.WithTimeout(t.Context(), killTime())
	defer stop()
	kills := 0
	for ; pause(ctx, upTo(600*time.Millisecond)); kills++ {
		i := rand.IntN(replicas)
		require.NoError(t, running[i].Process.Kill())
		require.Error(t, running[i].Wait())
		running[i] = start()
	}
	for _, cmd := range running {
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	}
	for _, cmd := range running {
		_ = cmd.Wait() // an error, if it had just started
	}
	checkReplicas(t, dsn, w, kills)
}

func checkReplicas(t *testing.T, dsn string, w witness, kills int) {
	t.Helper()
	assert.Equal(t, []string{""}, w.lines(t, "violations"))
	assert.Equal(t, []string{""}, w.lines(t, "failures"))
	store := open(t, dsn, pgstore.WithLease(killLease))
	runner, err := w.working().Runner(store)
	require.NoError(t, err)
	list, err := store.List(t.Context(), "app", "ada")
	require.NoError(t, err)
	var group sync.WaitGroup
	next := make(chan agent.SessionRef)
	for range 10 {
		group.Go(func() {
			for ref := range next { // each session can continue, a lease after the last kill
				err := w.round(t.Context(), runner, ref)
				for errors.Is(err, agent.ErrSessionBusy) && pause(t.Context(), 50*time.Millisecond) {
					err = w.round(t.Context(), runner, ref)
				}
				assert.NoError(t, err)
			}
		})
	}
	for _, session := range list {
		next <- session.Ref
	}
	close(next)
	group.Wait()
	acts := storecase.Acts(t, w.lines(t, "acts"))
	stored := map[string]bool{}
	var counted, interrupted int
	for _, session := range list {
		session = get(t, store, session.Ref)
		agenttest.AssertHistorySound(t, session.Events)
		for _, e := range session.Events {
			key := session.Ref.ID + " " + e.ID
			assert.False(t, stored[key], "event %s is stored twice", key)
			stored[key] = true
		}
		known, unknown := storecase.Check(t, session, acts)
		counted, interrupted = counted+int(known), interrupted+unknown
	}
	for _, key := range w.lines(t, "told") {
		assert.True(t, key == "" || stored[key], "event %s was yielded but is not stored", key)
	}
	// If a busy machine cannot renew a claim in time, the run ends and writes nothing.
	lost, stale := w.lines(t, "lost"), w.lines(t, "stale")
	for _, id := range stale {
		assert.Contains(t, lost, id, "a session changed during a run that had its claim")
	}
	assert.Positive(t, counted)
	t.Logf("%d kills; %d sessions with %d events; %d calls succeeded, %d calls of which nobody knows how they ended, %d claims lost",
		kills, len(list), len(stored), counted, interrupted, len(lost)-1)
}
