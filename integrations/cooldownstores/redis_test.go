package cooldownstores_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/integrations/cooldownstores/rediscooldown"
)

func newClient(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true})
}

// openRedis returns a store at the address, and its client.
func openRedis(t *testing.T, addr string) (*rediscooldown.Store, *redis.Client) {
	t.Helper()
	c := newClient(addr)
	t.Cleanup(func() { _ = c.Close() })
	s, err := rediscooldown.New(c, "test:")
	require.NoError(t, err)
	return s, c
}

func TestRedis(t *testing.T) {
	addr := startRedis(t)
	s, c := openRedis(t, addr)
	laws(t, s)
	t.Run("a value that another program made permanent", func(t *testing.T) {
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
	t.Run("replicas", func(t *testing.T) {
		shared(t, func(t *testing.T) adapter.CooldownStore {
			require.NoError(t, c.FlushAll(t.Context()).Err())
			s, _ := openRedis(t, addr)
			return s
		})
	})
}

func TestRedisThatDoesNotAnswer(t *testing.T) {
	unanswered(t, func(t *testing.T, addr string) (adapter.CooldownStore, func()) {
		s, c := openRedis(t, addr)
		return s, func() { _ = c.Close() }
	}, func(t *testing.T) adapter.CooldownStore {
		s, c := openRedis(t, startRedis(t))
		require.NoError(t, s.Set(t.Context(), "x", "v", time.Minute))
		info, err := c.Info(t.Context(), "server").Result()
		require.NoError(t, err)
		pid, err := strconv.Atoi(regexp.MustCompile(`process_id:(\d+)`).FindStringSubmatch(info)[1])
		require.NoError(t, err)
		suspend(t, pid)
		return s
	})
}

func TestRedisClients(t *testing.T) {
	for name, tt := range map[string]struct {
		client redis.UniversalClient
		ok     bool
	}{
		"a client":                     {newClient("127.0.0.1:1"), true},
		"a client without deadlines":   {redis.NewClient(&redis.Options{}), false},
		"a cluster":                    {redis.NewClusterClient(&redis.ClusterOptions{ContextTimeoutEnabled: true}), true},
		"a cluster without deadlines":  {redis.NewClusterClient(&redis.ClusterOptions{}), false},
		"a ring":                       {redis.NewRing(&redis.RingOptions{ContextTimeoutEnabled: true}), true},
		"a ring without deadlines":     {redis.NewRing(&redis.RingOptions{}), false},
		"a custom client":              {struct{ redis.UniversalClient }{}, false},
		"with failover, and deadlines": {redis.NewFailoverClient(&redis.FailoverOptions{ContextTimeoutEnabled: true}), true},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := rediscooldown.New(tt.client, "")
			require.Equal(t, tt.ok, err == nil, err)
		})
	}
}

// startRedis starts a server from Debian's package on the loopback, and returns its
// address.
func startRedis(t *testing.T) string {
	t.Helper()
	program, dir := testenv.Command(t, "redis-server", "redis-server"), t.TempDir()
	port := testenv.Server(t, func(port int) *exec.Cmd {
		return exec.Command(program, "--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir)
	}, "Ready to accept connections", syscall.SIGTERM)
	return fmt.Sprintf("127.0.0.1:%d", port)
}
