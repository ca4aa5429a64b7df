package riverqueue_test

import (
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

func TestRiver(t *testing.T) {
	pool, err := pgxpool.New(t.Context(), testenv.Postgres(t))
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	driver := riverpgxv5.New(pool)
	quiet := slog.New(slog.DiscardHandler)
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: quiet})
	require.NoError(t, err)
	_, err = migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil)
	require.NoError(t, err)

	api := service.New()
	defer api.Close()
	workers := river.NewWorkers()
	river.AddWorker(workers, &riverqueue.Worker{Chain: service.Chain(), Tool: api.Order})
	client, err := river.NewClient(driver, &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}}, Workers: workers, Logger: quiet,
	})
	require.NoError(t, err)
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
