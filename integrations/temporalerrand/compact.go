package temporalerrand

import (
	"context"
	"errors"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// compaction is what a compactor is asked, and what it answers. A local activity's arguments
// are not written down.
type compaction struct {
	Request *agent.ModelRequest `json:"request"`
	Events  []*agent.Event      `json:"events"`
}

type compacted struct {
	Compaction *agent.Compaction `json:"compaction,omitempty"`
	Failed     bool              `json:"failed,omitempty"`
}

// compact is the local activity that asks the compactor, which may ask a model.
func (a *Agent) compact(ctx context.Context, c compaction) (compacted, error) {
	got, err := adapter.Do(ctx, adapter.NewChain(), func(ctx context.Context) (got compacted, err error) {
		got.Compaction, err = a.cfg.Compactor.Compact(ctx, c.Request, c.Events)
		return got, err
	}) // contained: a panic would be written down with its text
	got.Failed = err != nil
	return got, nil
}

var errCompactor = errors.New("the compactor failed; its worker has the reason")

// compactor asks the runner's compactor outside of the workflow.
type compactor struct{ engine *engine }

// Compact implements [agent.Compactor].
func (c compactor) Compact(ctx context.Context, req *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	w := workflow.WithLocalActivityOptions(workflowOf(ctx), workflow.LocalActivityOptions{
		StartToCloseTimeout: c.engine.agent.options.ModelTimeout, Summary: "compact",
		RetryPolicy: &temporal.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 1},
	})
	var got compacted
	err := workflow.ExecuteLocalActivity(w, c.engine.agent.compactActivity(), compaction{req, events}).Get(w, &got)
	if err != nil || got.Failed {
		return got.Compaction, errCompactor // a compaction beside an error counts
	}
	return got.Compaction, nil
}
