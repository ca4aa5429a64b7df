// Package riverqueue is an example: a River worker whose tool fails.
package riverqueue

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Order is the job.
type Order struct {
	Name string `json:"name"`
}

// mayRunTwice is for jobs that do no harm when they run again.
const mayRunTwice = false

// Kind returns River's name of the job.
func (Order) Kind() string { return "order" }

// A Worker runs the tool for each job.
type Worker struct {
	river.WorkerDefaults[Order]
	Chain adapter.Chain
	Tool  func(ctx context.Context, name string) error
}

// Work runs a job. River stores the text of the error that it returns, so that is the
// adapted one, of a panic as well.
func (w *Worker) Work(ctx context.Context, job *river.Job[Order]) error {
	_, err := adapter.Do(ctx, w.Chain, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.Tool(ctx, job.Args.Name)
	}, adapter.WithEvidence())
	if err == nil {
		return nil
	}
	te, _ := toolerr.Find(err)
	wait, named := te.RetryAfter()
	switch {
	case ctx.Err() != nil && (mayRunTwice || te.Effect() == toolerr.EffectNone):
		return te // the worker stops, or the job's time is up: another worker runs it
	case !te.SafeToRetry(mayRunTwice): // no retry helps, or the job may have been done
		return river.JobCancel(errors.New(te.Error())) // River retries a job that is canceled by a stop
	case named:
		return river.JobSnooze(wait) // uses up no attempt
	}
	return te // River's own backoff
}
