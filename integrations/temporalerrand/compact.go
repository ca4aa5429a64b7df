package temporalerrand

import (
	"context"
	"errors"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// compaction is a request to a compactor, and its result. A local activity's arguments are
// not stored in the history.
type compaction struct {
	agent.Step
	Events []*agent.Event `json:"events"`
}

type compacted struct {
	Compaction *agent.Compaction `json:"compaction,omitempty"`
	// Failed is the kind of the error, whose text is not stored in the history.
	Failed agent.ErrorKind `json:"failed,omitempty"`
}

// compact is the local activity that calls the compactor, which may call a model.
func (a *Agent) compact(ctx context.Context, c compaction) (got compacted, err error) {
	got.Compaction, err = a.runner.Compact(ctx, c.Step, c.Events)
	if err != nil {
		got.Failed = agent.ErrCallback
		if errors.Is(err, agent.ErrEgressRefused) {
			got.Failed = agent.ErrEgressRefused
		}
	}
	return got, nil
}

var errCompactor = errors.New("the compactor failed; its worker has the reason")

// compactor calls the runner's compactor outside the workflow.
type compactor struct{ engine *engine }

// Compact implements [agent.Compactor].
func (c compactor) Compact(ctx context.Context, req *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	w := workflow.WithLocalActivityOptions(workflowOf(ctx), workflow.LocalActivityOptions{
		StartToCloseTimeout: c.engine.agent.options.ModelTimeout, Summary: "compact",
		RetryPolicy: &temporal.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 1},
	})
	step := agent.Step{Request: req}
	if info := agent.RunFrom(ctx); info != nil {
		step.InvocationID, step.Session, step.Agent, step.Metadata = info.InvocationID, info.Session, info.Agent, info.Metadata
	}
	var got compacted
	err := workflow.ExecuteLocalActivity(w, c.engine.agent.compactActivity(), compaction{step, events}).Get(w, &got)
	switch {
	case err != nil:
		return nil, errCompactor
	case got.Failed == agent.ErrEgressRefused:
		return nil, agent.NewRunError(got.Failed, toolerr.Message{}, errCompactor)
	case got.Failed != "":
		return got.Compaction, errCompactor
	}
	return got.Compaction, nil
}
