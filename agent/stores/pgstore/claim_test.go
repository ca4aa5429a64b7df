package pgstore_test

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/pgstore"
)

// claim claims an unclaimed session.
func claim(t *testing.T, s *pgstore.Store) (held context.Context, release func()) {
	t.Helper()
	held, release, err := s.Claim(t.Context(), ada)
	require.NoError(t, err)
	require.NoError(t, held.Err())
	return held, release
}

func busy(t *testing.T, s *pgstore.Store) {
	t.Helper()
	_, release, err := s.Claim(t.Context(), ada)
	require.ErrorIs(t, err, agent.ErrSessionBusy)
	require.Nil(t, release)
}

// claims reports whether a store can claim the session, and releases it.
func claims(t *testing.T, s *pgstore.Store) bool {
	t.Helper()
	_, release, err := s.Claim(t.Context(), ada)
	if err != nil {
		assert.ErrorIs(t, err, agent.ErrSessionBusy)
		return false
	}
	release()
	return true
}

// lostBy waits until a claim is lost.
func lostBy(t *testing.T, held context.Context) { //nolint:revive // t first, as everywhere
	t.Helper()
	<-held.Done()
	require.ErrorIs(t, context.Cause(held), pgstore.ErrClaimLost)
}

// testLease is long enough that a busy machine renews a claim in time.
const testLease = 5 * time.Second

// outlasts requires that no other store gets a claimed session until the time is over that the
// claim has now, by the server's clock, and calls during in between.
func outlasts(t *testing.T, dsn string, other *pgstore.Store, during func()) {
	t.Helper()
	pool := connect(t, dsn)
	var until time.Time
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT until FROM errand_claims`).Scan(&until))
	for over := false; !over; {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT clock_timestamp() > $1`, until).Scan(&over))
		require.False(t, claims(t, other))
		during()
		require.True(t, pause(t.Context(), testLease/20))
	}
}

// The run ends, and the store rejects its writes, whatever their version is.
func TestAClaimThatAnotherStoreTook(t *testing.T) {
	dsn := database(t)
	a, b := open(t, dsn, pgstore.WithLease(300*time.Millisecond)), open(t, dsn)
	create(t, a, ada, nil)
	held, release := claim(t, a)
	_, err := connect(t, dsn).Exec(t.Context(), `UPDATE errand_claims SET holder = 'somebody else', until = until + interval '1 hour', lease = interval '1 hour'`)
	require.NoError(t, err)
	lostBy(t, held)
	_, err = a.Append(t.Context(), ada, get(t, a, ada).Version, text("e", "i", nil))
	require.ErrorIs(t, err, agent.ErrStaleSession)
	_, err = a.Rollback(t.Context(), ada, get(t, a, ada).Version, "i")
	require.ErrorIs(t, err, agent.ErrStaleSession)
	busy(t, a) // the run has not ended yet
	release()
	busy(t, a) // another store still has it
	busy(t, b)
	_, err = a.Append(t.Context(), ada, get(t, a, ada).Version, text("e", "i", nil))
	require.NoError(t, err, "an append outside of a run needs no claim")
}

// A claim of a process that has died expires even if the server's clock was set back.
func TestAClaimExpiresIfTheClockIsSetBack(t *testing.T) {
	dsn := database(t)
	a, b := open(t, dsn), open(t, dsn)
	create(t, a, ada, nil)
	for ahead, free := range map[string]bool{"20 seconds": false, "1 hour": true} {
		_, err := connect(t, dsn).Exec(t.Context(), `INSERT INTO errand_claims (app, user_name, name, holder, until)
			VALUES ($1, $2, $3, 'a process that has died', now() + $4::interval)`, ada.App, ada.User, ada.ID, ahead)
		require.NoError(t, err)
		assert.Equal(t, free, claims(t, b), ahead)
		_, err = connect(t, dsn).Exec(t.Context(), `DELETE FROM errand_claims`)
		require.NoError(t, err)
	}
}

// A suspended run still believes in its claim, but another store has it. The run's writes
// are rejected, even with the version of the new claim, which the run reads when it checks
// whether a write arrived.
func TestWritesWithoutTheClaimAreRejected(t *testing.T) {
	dsn := database(t)
	a, b := open(t, dsn), open(t, dsn)
	create(t, a, ada, nil)
	_, earlier := claim(t, a)
	earlier()
	held, release := claim(t, a)
	earlier() // a second time, like a deferred call
	_, err := a.Append(t.Context(), ada, get(t, a, ada).Version, text("e", "i", nil))
	require.NoError(t, err)
	_, err = connect(t, dsn).Exec(t.Context(), `UPDATE errand_claims SET until = now() - interval '1 second'`) // as if time had passed on the server
	require.NoError(t, err)
	_, err = a.Append(t.Context(), ada, get(t, a, ada).Version, text("e", "i", nil))
	require.NoError(t, err, "no other store has the claim yet")
	_, theirs := claim(t, b)
	defer theirs()
	require.NoError(t, held.Err(), "the context of the claim has not ended")
	_, err = a.Append(t.Context(), ada, get(t, a, ada).Version, text("e", "i", nil))
	require.ErrorIs(t, err, agent.ErrStaleSession)
	_, err = a.Rollback(t.Context(), ada, get(t, a, ada).Version, "i")
	require.ErrorIs(t, err, agent.ErrStaleSession)
	_, err = b.Append(t.Context(), ada, get(t, a, ada).Version, text("e", "i", nil))
	require.NoError(t, err)
	release()
	busy(t, a)
}

// A run whose caller has left still stores its end.
func TestAClaimLastsUntilItsRelease(t *testing.T) {
	t.Parallel()
	dsn := database(t)
	a, b := open(t, dsn, pgstore.WithLease(testLease)), open(t, dsn)
	create(t, a, ada, nil)
	ctx, cancel := context.WithCancel(t.Context())
	held, release, err := a.Claim(ctx, ada)
	require.NoError(t, err)
	cancel()
	require.ErrorIs(t, held.Err(), context.Canceled)
	outlasts(t, dsn, b, func() {})
	_, err = a.Append(t.Context(), ada, get(t, a, ada).Version, text("e", "i", nil))
	require.NoError(t, err)
	release()
	require.True(t, claims(t, b))
}

// Claim neither waits longer for a connection of the pool nor to release a claim that it
// did not get.
func TestClaimWaitsNoLongerThanItsContext(t *testing.T) {
	pool := connect(t, database(t), func(cfg *pgxpool.Config) { cfg.MaxConns = 1 })
	s, err := pgstore.Open(t.Context(), pool, pgstore.WithLease(time.Hour))
	require.NoError(t, err)
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, _, err = s.Claim(ctx, ada) // with this lease it would wait for hours
	require.Equal(t, context.DeadlineExceeded, err)
	conn.Release()
	_, release := claim(t, s)
	release()
}

// A cable connects a pool to the server until it is cut.
type cable struct {
	mu    sync.Mutex
	cut   bool
	conns []net.Conn

	writes atomic.Int64
	mute   atomic.Bool // the next connection with a write no longer transfers data
	lose   atomic.Bool // the next response is lost, and its connection is closed
}

// A wire is one connection of a cable.
type wire struct {
	net.Conn
	cable *cable
	dead  atomic.Bool
}

func (w *wire) Write(p []byte) (int, error) {
	w.cable.writes.Add(1)
	if w.cable.mute.CompareAndSwap(true, false) {
		w.dead.Store(true)
	}
	if w.dead.Load() {
		return len(p), nil
	}
	return w.Conn.Write(p)
}

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if err == nil && w.cable.lose.CompareAndSwap(true, false) {
		_ = w.Close()
		return 0, &net.OpError{Op: "read", Net: "unix", Err: syscall.ECONNRESET}
	}
	return n, err
}

func (c *cable) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut {
		return nil, errors.New("the cable is cut")
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c.conns = append(c.conns, conn)
	return &wire{Conn: conn, cable: c}, nil
}

func (c *cable) set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	c.cut, c.conns = cut, nil
}

// If a run's process loses the database, the run ends before another process can claim the
// session, and it writes nothing when the database is back.
func TestTheDatabaseIsGone(t *testing.T) {
	t.Parallel()
	dsn, c := database(t), &cable{}
	pool := connect(t, dsn, func(cfg *pgxpool.Config) { cfg.ConnConfig.DialFunc = c.dial })
	a, err := pgstore.Open(t.Context(), pool, pgstore.WithLease(testLease))
	require.NoError(t, err)
	b := open(t, dsn)
	create(t, a, ada, nil)

	held, release := claim(t, a)
	ended := make(chan time.Time, 1)
	context.AfterFunc(held, func() { ended <- time.Now() })
	version := get(t, a, ada).Version
	c.set(true)
	_, err = a.Append(t.Context(), ada, version, text("e", "i", nil))
	require.ErrorIs(t, err, agent.ErrBackend)
	lostBy(t, held)
	var until time.Time // by the clock of the same machine
	require.NoError(t, connect(t, dsn).QueryRow(t.Context(), `SELECT until FROM errand_claims`).Scan(&until))
	require.True(t, (<-ended).Before(until), "another store could have the claim before the run ended")

	require.Eventually(t, func() bool { return claims(t, b) }, 10*testLease, testLease/50, "the claim ends by itself")
	_, theirs := claim(t, b)
	c.set(false)
	_, err = a.Append(t.Context(), ada, version, text("e", "i", nil))
	require.ErrorIs(t, err, agent.ErrStaleSession)
	release()
	_, err = a.Append(t.Context(), ada, version, text("e", "i", nil))
	require.ErrorIs(t, err, agent.ErrStaleSession)
	busy(t, a) // the late release deleted nothing
	theirs()
	assert.Empty(t, get(t, a, ada).Events)
}

// A claim survives a short loss of the database, and a dead connection: the renewal uses the
// next one.
func TestAClaimOutlivesItsConnection(t *testing.T) {
	t.Parallel()
	for name, breaks := range map[string]func(c *cable, n int){
		"closed, again and again": func(c *cable, n int) {
			if n%4 == 0 {
				c.set(false) // every connection is closed
			}
		},
		"dead": func(c *cable, n int) {
			if n == 1 {
				c.mute.Store(true)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn, c := database(t), &cable{}
			pool := connect(t, dsn, func(cfg *pgxpool.Config) { cfg.ConnConfig.DialFunc = c.dial })
			a, err := pgstore.Open(t.Context(), pool, pgstore.WithLease(testLease))
			require.NoError(t, err)
			b := open(t, dsn)
			held, release := claim(t, a)
			n := 0
			outlasts(t, dsn, b, func() { n++; breaks(c, n) })
			require.False(t, c.mute.Load(), "the connection was used")
			require.NoError(t, held.Err())
			release()
			c.set(true) // otherwise the pool waits for the dead one
		})
	}
}

func TestApprovalsAtTheSameTime(t *testing.T) {
	dsn := database(t)
	storecase.Race(t, [2]agent.Store{open(t, dsn), open(t, dsn)}, 25)
}
