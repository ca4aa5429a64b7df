package asynqueue_test

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/examples/queues/asynqueue"
	"github.com/errand-go/errand/examples/queues/internal/service"
)

// startRedis starts a server from Debian's package on the loopback, and returns its
// address.
func startRedis(t *testing.T) string {
	t.Helper()
	program, dir := testenv.Command(t, "redis-server", "redis-server"), t.TempDir()
	port := testenv.Server(t, func(port int) *exec.Cmd {
		return exec.Command(program, "--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--dir", dir)
	}, "Ready to accept connections", syscall.SIGTERM)
	return fmt.Sprintf("127.0.0.1:%d", port)
}

func TestAsynq(t *testing.T) {
	addr := startRedis(t)
	api := service.New()
	defer api.Close()
	opt := asynq.RedisClientOpt{Addr: addr}

	config := asynqueue.Config()
	config.Concurrency, config.LogLevel, config.TaskCheckInterval = 4, asynq.FatalLevel, 50*time.Millisecond
	server, mux := asynq.NewServer(opt, config), asynq.NewServeMux()
	mux.Use(asynqueue.Adapt(service.Chain()))
	mux.HandleFunc("order", func(ctx context.Context, task *asynq.Task) error { return api.Order(ctx, string(task.Payload())) })
	require.NoError(t, server.Start(mux))
	defer server.Shutdown()

	client, inspector := asynq.NewClient(opt), asynq.NewInspector(opt)
	defer func() { _, _ = client.Close(), inspector.Close() }()
	tests := map[string]struct {
		state  asynq.TaskState
		stored string
	}{
		"fine":    {asynq.TaskStateCompleted, ""},
		"limited": {asynq.TaskStateRetry, "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 90 seconds."},
		"refused": {asynq.TaskStateArchived, "Upstream HTTP request failed with status code 422 (Unprocessable Content).: skip retry for the task"},
		"broken":  {asynq.TaskStateArchived, "Upstream HTTP request failed with status code 502 (Bad Gateway).: skip retry for the task"},
		"panics":  {asynq.TaskStateArchived, "The tool stopped unexpectedly.: skip retry for the task"},
		"slow":    {asynq.TaskStateArchived, "The upstream service did not answer in time.: skip retry for the task"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			options := []asynq.Option{asynq.Retention(time.Hour)}
			if name == "slow" {
				options = append(options, asynq.Timeout(10*time.Second))
			}
			added, err := client.Enqueue(asynq.NewTask("order", []byte(name)), options...)
			require.NoError(t, err)
			var task *asynq.TaskInfo
			require.Eventually(t, func() bool {
				task, err = inspector.GetTaskInfo("default", added.ID)
				return err == nil && task.State == tt.state
			}, 20*time.Second, 20*time.Millisecond)
			assert.Equal(t, tt.stored, task.LastErr)
			if tt.state == asynq.TaskStateRetry {
				assert.Zero(t, task.Retried, "a wait uses up no retry")
				assert.GreaterOrEqual(t, task.NextProcessAt.Sub(start), service.Wait-time.Second, "asynq stores whole seconds")
				assert.Less(t, task.NextProcessAt.Sub(start), service.Wait+20*time.Second)
			}
			if name != "panics" {
				assert.Equal(t, 1, api.Asked(name))
			}
		})
	}
	db := redis.NewClient(&redis.Options{Addr: addr})
	defer func() { _ = db.Close() }()
	found := 0
	for keys := db.Scan(t.Context(), 0, "asynq:*", 100).Iterator(); keys.Next(t.Context()); {
		if kind, err := db.Type(t.Context(), keys.Val()).Result(); err != nil || kind != "hash" {
			continue
		}
		all, err := db.HGetAll(t.Context(), keys.Val()).Result()
		require.NoError(t, err)
		assert.NotContains(t, fmt.Sprint(all), service.Secret)
		found++
	}
	assert.GreaterOrEqual(t, found, len(tests))
}
