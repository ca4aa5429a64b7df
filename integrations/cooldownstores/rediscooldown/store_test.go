package rediscooldown_test

import (
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/cooldownstores/internal/storeproof"
	"github.com/errand-go/errand/integrations/cooldownstores/rediscooldown"
)

func TestMain(m *testing.M) {
	storeproof.Main(m, func(addr string) (adapter.CooldownStore, error) { return rediscooldown.New(client(addr), "test:") })
}

func client(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true})
}

// open returns a store at the address, and its client.
func open(t testing.TB, addr string) (*rediscooldown.Store, *redis.Client) {
	t.Helper()
	c := client(addr)
	t.Cleanup(func() { _ = c.Close() })
	s, err := rediscooldown.New(c, "test:")
	require.NoError(t, err)
	return s, c
}

func TestStore(t *testing.T) {
	addr := storeproof.Redis(t)
	s, c := open(t, addr)
	storeproof.Laws(t, s)
	t.Run("a value that others made permanent", func(t *testing.T) {
		require.NoError(t, c.Set(t.Context(), "test:x", "v", 0).Err())
		_, left, err := s.Get(t.Context(), "x")
		require.NoError(t, err)
		require.Zero(t, left)
		require.NoError(t, s.Set(t.Context(), "x", "w", time.Minute))
		value, left, err := s.Get(t.Context(), "x")
		require.NoError(t, err)
		require.Equal(t, "w", value)
		require.Positive(t, left)
	})
	t.Run("processes", func(t *testing.T) { storeproof.Processes(t, addr) })
}

func TestStoreThatDoesNotAnswer(t *testing.T) {
	t.Run("a closed port", func(t *testing.T) {
		s, _ := open(t, faults.ClosedPort(t))
		storeproof.CostsNoCall(t, s)
	})
	t.Run("a listener that never answers", func(t *testing.T) {
		check := storeproof.NothingLeft(t)
		addr, stop := storeproof.Silent(t)
		s, c := open(t, addr)
		storeproof.CostsNoCall(t, s)
		require.NoError(t, c.Close())
		stop()
		check()
	})
	t.Run("a server that stopped", func(t *testing.T) {
		s, c := open(t, storeproof.Redis(t))
		require.NoError(t, s.Set(t.Context(), "x", "v", time.Minute))
		info, err := c.Info(t.Context(), "server").Result()
		require.NoError(t, err)
		pid, err := strconv.Atoi(regexp.MustCompile(`process_id:(\d+)`).FindStringSubmatch(info)[1])
		require.NoError(t, err)
		require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
		t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
		storeproof.CostsNoCall(t, s)
	})
}

func TestNew(t *testing.T) {
	for name, tt := range map[string]struct {
		client redis.UniversalClient
		ok     bool
	}{
		"a client":                     {client("127.0.0.1:1"), true},
		"a client without deadlines":   {redis.NewClient(&redis.Options{}), false},
		"a cluster":                    {redis.NewClusterClient(&redis.ClusterOptions{ContextTimeoutEnabled: true}), true},
		"a cluster without deadlines":  {redis.NewClusterClient(&redis.ClusterOptions{}), false},
		"a ring":                       {redis.NewRing(&redis.RingOptions{ContextTimeoutEnabled: true}), true},
		"a ring without deadlines":     {redis.NewRing(&redis.RingOptions{}), false},
		"a client of somebody's own":   {struct{ redis.UniversalClient }{}, false},
		"with failover, and deadlines": {redis.NewFailoverClient(&redis.FailoverOptions{ContextTimeoutEnabled: true}), true},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := rediscooldown.New(tt.client, "")
			require.Equal(t, tt.ok, err == nil, err)
		})
	}
}

func BenchmarkStore(b *testing.B) {
	s, _ := open(b, storeproof.Redis(b))
	storeproof.Bench(b, s)
}
