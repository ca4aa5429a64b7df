// Package riverqueue is an example: what River is told about a job whose tool failed.
package riverqueue

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Order is the job.
type Order struct {
	Name string `json:"name"`
}

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
	case !te.SafeToRepeat(false): // true for a job that may run twice
		return river.JobCancel(te) // no retry helps, or the job may have been done
	case named:
		return river.JobSnooze(wait) // uses up no attempt
	}
	return te // River's own backoff
}
