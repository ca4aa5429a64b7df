package riverqueue_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/examples/queues/internal/service"
	"github.com/errand-go/errand/examples/queues/riverqueue"
)

// migrated returns a pool on a server with River's tables.
func migrated(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), testenv.Postgres(t))
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	_, err = migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil)
	require.NoError(t, err)
	return pool
}

// newClient returns a client whose worker runs the tool.
func newClient(t *testing.T, pool *pgxpool.Pool, tool func(context.Context, string) error) *river.Client[pgx.Tx] {
	t.Helper()
	workers := river.NewWorkers()
	river.AddWorker(workers, &riverqueue.Worker{Chain: service.Chain(), Tool: tool})
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}}, Workers: workers, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	return client
}

func TestRiver(t *testing.T) {
	pool := migrated(t)
	api := service.New()
	defer api.Close()
	client := newClient(t, pool, api.Order)
	require.NoError(t, client.Start(t.Context()))
	defer func() { assert.NoError(t, client.Stop(t.Context())) }()

	tests := map[string]struct {
		state  rivertype.JobState
		stored string
	}{
		"fine":    {rivertype.JobStateCompleted, ""},
		"limited": {rivertype.JobStateScheduled, ""},
		"refused": {rivertype.JobStateCancelled, "Upstream HTTP request failed with status code 422 (Unprocessable Content)."},
		"broken":  {rivertype.JobStateCancelled, "Upstream HTTP request failed with status code 502 (Bad Gateway)."},
		"panics":  {rivertype.JobStateCancelled, "The tool stopped unexpectedly."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			added, err := client.Insert(t.Context(), riverqueue.Order{Name: name}, nil)
			require.NoError(t, err)
			var job *rivertype.JobRow
			require.Eventually(t, func() bool {
				job, err = client.JobGet(t.Context(), added.Job.ID)
				return err == nil && job.State == tt.state
			}, 20*time.Second, 20*time.Millisecond)
			if tt.stored != "" {
				require.Len(t, job.Errors, 1)
				assert.Equal(t, "JobCancelError: "+tt.stored, job.Errors[0].Error)
				assert.Empty(t, job.Errors[0].Trace)
			} else {
				assert.Empty(t, job.Errors)
			}
			if tt.state == rivertype.JobStateScheduled {
				assert.InDelta(t, service.Wait, job.ScheduledAt.Sub(*job.AttemptedAt), float64(20*time.Second))
				assert.GreaterOrEqual(t, job.ScheduledAt.Sub(*job.AttemptedAt), service.Wait)
			}
			if name != "panics" {
				assert.Equal(t, 1, api.Asked(name))
			}
		})
	}
	rows, err := pool.Query(t.Context(), `SELECT row_to_json(river_job)::text FROM river_job`)
	require.NoError(t, err)
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Len(t, stored, len(tests))
	for _, row := range stored {
		assert.NotContains(t, row, service.Secret)
	}
}

// Another worker runs a job that was not carried out, but not one that may have been.
func TestRiverStops(t *testing.T) {
	pool := migrated(t)
	for name, stop := range map[string]func(client *river.Client[pgx.Tx], cancel context.CancelFunc) error{
		"StopAndCancel": func(client *river.Client[pgx.Tx], _ context.CancelFunc) error {
			return client.StopAndCancel(t.Context())
		},
		"the context of Start": func(client *river.Client[pgx.Tx], cancel context.CancelFunc) error {
			cancel()
			<-client.Stopped()
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			api := service.New()
			defer api.Close()
			started := make(chan struct{}, 2)
			client := newClient(t, pool, func(ctx context.Context, name string) error {
				if name == "early" {
					started <- struct{}{}
					<-ctx.Done()
				}
				return api.Order(ctx, name)
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			require.NoError(t, client.Start(ctx))
			ids := map[string]int64{}
			for _, name := range []string{"early", "slow"} {
				added, err := client.Insert(t.Context(), riverqueue.Order{Name: name}, nil)
				require.NoError(t, err)
				ids[name] = added.Job.ID
			}
			<-started
			require.Eventually(t, func() bool { return api.Asked("slow") == 1 }, 20*time.Second, 5*time.Millisecond)
			require.NoError(t, stop(client, cancel))
			for name, states := range map[string][]rivertype.JobState{
				"early": {rivertype.JobStateAvailable, rivertype.JobStateRetryable},
				"slow":  {rivertype.JobStateCancelled},
			} {
				job, err := client.JobGet(t.Context(), ids[name])
				require.NoError(t, err)
				assert.Contains(t, states, job.State, name)
				_, err = client.JobDelete(t.Context(), ids[name])
				require.NoError(t, err)
			}
			assert.Zero(t, api.Asked("early"))
		})
	}
}
