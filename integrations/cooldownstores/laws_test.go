package cooldownstores_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

// patience is how long a test waits for an expected event.
const patience = time.Minute

// laws checks the contract of [adapter.CooldownStore].
func laws(t *testing.T, s adapter.CooldownStore) {
	ctx := t.Context()
	get := func(key string) (string, time.Duration) {
		value, left, err := s.Get(ctx, key)
		require.NoError(t, err)
		return value, left
	}
	t.Run("no value", func(t *testing.T) {
		_, left := get("none")
		assert.LessOrEqual(t, left, time.Duration(0))
	})
	t.Run("a value", func(t *testing.T) {
		require.NoError(t, s.Set(ctx, "key 'a' \\ ü", "v 1", time.Minute))
		value, left := get("key 'a' \\ ü")
		assert.Equal(t, "v 1", value)
		assert.Greater(t, left, 30*time.Second)
		assert.LessOrEqual(t, left, time.Minute)
	})
	t.Run("a long key", func(t *testing.T) {
		keys := []string{strings.Repeat("ü", 150), strings.Repeat("ü", 149) + "ux"}
		for _, key := range keys {
			require.NoError(t, s.Set(ctx, key, key, time.Minute))
		}
		for _, key := range keys {
			value, _ := get(key)
			assert.Equal(t, key, value)
		}
	})
	t.Run("never shorter", func(t *testing.T) {
		require.NoError(t, s.Set(ctx, "b", "long", time.Hour))
		require.NoError(t, s.Set(ctx, "b", "short", time.Minute))
		value, left := get("b")
		assert.Equal(t, "long", value)
		assert.Greater(t, left, 30*time.Minute)
		require.NoError(t, s.Set(ctx, "b", "longer", 2*time.Hour))
		value, left = get("b")
		assert.Equal(t, "longer", value)
		assert.Greater(t, left, time.Hour)
	})
	t.Run("the longest of many concurrent waits", func(t *testing.T) {
		var group sync.WaitGroup
		for i := range 32 {
			group.Go(func() { assert.NoError(t, s.Set(ctx, "c", fmt.Sprint(i), time.Duration(i+1)*time.Minute)) })
		}
		group.Wait()
		value, left := get("c")
		assert.Equal(t, "31", value)
		assert.Greater(t, left, 31*time.Minute)
	})
	t.Run("expires", func(t *testing.T) {
		start := time.Now()
		require.NoError(t, s.Set(ctx, "d", "v", 300*time.Millisecond))
		gone := func() bool {
			_, left := get("d")
			return left <= 0
		}
		assert.Eventually(t, gone, patience, 5*time.Millisecond)
		assert.GreaterOrEqual(t, time.Since(start), 300*time.Millisecond)
		require.NoError(t, s.Set(ctx, "d", "again", time.Minute))
		value, _ := get("d")
		assert.Equal(t, "again", value)
	})
}

// costsNoCall checks that a store that does not respond delays one call, by much less than
// its client's own timeouts, fails no call, and is logged once.
func costsNoCall(t *testing.T, s adapter.CooldownStore) {
	t.Helper()
	var log bytes.Buffer
	registry := adapter.NewRegistry().WithLogger(slog.New(slog.NewTextHandler(&log, nil))).WithCooldown(
		&adapter.Cooldown{Store: s, Key: func(context.Context, string) string { return "acme" }})
	call := func(answer error) error {
		_, err := adapter.Do(t.Context(), registry.For("search"), func(context.Context) (int, error) { return 1, answer })
		return err
	}
	start := time.Now()
	for range 100 {
		require.NoError(t, call(nil))
	}
	assert.Less(t, time.Since(start), time.Second)
	assert.Equal(t, 1, bytes.Count(log.Bytes(), []byte("the cooldown's store failed")), log.String())
	require.Error(t, call(toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Minute))))
	assert.True(t, adapter.HeldBack(call(nil)), "the process has the wait in memory")
	assert.Less(t, time.Since(start), time.Second)
}

// unanswered checks that servers which do not answer cost no call. open returns a store at
// an address and a function that closes it; suspended returns a store whose server is suspended.
func unanswered(t *testing.T, open func(t *testing.T, addr string) (adapter.CooldownStore, func()), suspended func(t *testing.T) adapter.CooldownStore) {
	t.Run("a closed port", func(t *testing.T) {
		s, stop := open(t, faults.ClosedPort(t))
		defer stop()
		costsNoCall(t, s)
	})
	t.Run("a listener that never answers", func(t *testing.T) {
		before := runtime.NumGoroutine() + 1 // Eventually uses a goroutine
		silent := &loopback.Server{}
		defer silent.Close()
		s, stop := open(t, silent.Serve(func(conn *net.TCPConn) { _, _ = io.Copy(io.Discard, conn) }))
		costsNoCall(t, s)
		stop()
		silent.Close()
		assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before }, patience, 10*time.Millisecond, "goroutines are left over")
	})
	t.Run("a server that stopped", func(t *testing.T) { costsNoCall(t, suspended(t)) })
}

// suspend stops a process until the end of the test.
func suspend(t *testing.T, pid int) {
	t.Helper()
	require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
}
