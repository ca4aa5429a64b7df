package temporalerrand

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
)

// A task is the argument of the activities.
type task struct {
	agent.Step
	// Before is the number of earlier attempts, from before the workflow rescheduled the
	// activity.
	Before int `json:"before,omitempty"`
	// Repeatable reports whether a second run of the tool has no additional effect.
	Repeatable bool `json:"repeatable,omitempty"`

	mu sync.Mutex // of Kept
}

// Keep stores what the call is about to send, with the heartbeats of the activity. A local
// activity has none, and its tool only reads.
func (t *task) Keep(ctx context.Context, more adapter.CallState) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := t.Kept.With(more)
	if info := activity.GetInfo(ctx); !info.IsLocalActivity {
		if err := activity.GetClient(ctx).RecordActivityHeartbeat(ctx, info.TaskToken, next); err != nil {
			return err
		}
		activity.RecordHeartbeat(ctx, next) // it may still have an earlier one to send
	}
	t.Kept = next
	return nil
}

// beat sends a heartbeat.
func (t *task) beat(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.Kept.Salt) == 0 {
		activity.RecordHeartbeat(ctx)
		return
	}
	activity.RecordHeartbeat(ctx, t.Kept)
}

// begin completes the task with facts of the worker, and sends heartbeats until end is
// called. Without heartbeats the server treats the worker as lost.
func (t *task) begin(ctx context.Context) (end func()) {
	info := activity.GetInfo(ctx)
	t.Attempt = t.Before + int(info.Attempt)
	t.Last = t.Attempt >= t.Attempts
	if info.HeartbeatTimeout <= 0 {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(info.HeartbeatTimeout / 4)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				t.beat(ctx)
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

// askModel is the activity that calls a model.
func (a *Agent) askModel(ctx context.Context, t *task) (*agent.ModelResponse, error) {
	defer t.begin(ctx)()
	resp, retry, err := a.runner.AskModel(ctx, t.Step)
	if err == nil {
		resp.Warnings = nil // they were logged here
		return resp, nil
	}
	ended := endOf(ctx)
	if ended == endCanceled {
		return nil, context.Canceled
	}
	return nil, failure(runErrorOf(err), retry || ended == endStopped)
}

// An end is the reason why the context of an activity ended before the activity.
type end int

const (
	noEnd end = iota
	// endCanceled: the activity was canceled.
	endCanceled
	// endStopped: the worker stops, or an operator paused the activity. The server then
	// treats a returned error as the activity's, and retries it if the error allows it.
	endStopped
)

func endOf(ctx context.Context) end {
	switch {
	case !errors.Is(ctx.Err(), context.Canceled):
		return noEnd
	case temporal.IsCanceledError(context.Cause(ctx)):
		return endCanceled
	}
	return endStopped
}

// A toolAnswer is the outcome of a call, with its error.
type toolAnswer struct {
	agent.ToolAnswer
	Report *toolerr.Report `json:"report,omitempty"`
	// Kept is what the call stored, for its next attempt. Interrupted means that the end of this
	// one is not known.
	Kept        adapter.CallState `json:"kept,omitzero"`
	Interrupted bool              `json:"interrupted,omitempty"`
}

// answer returns the outcome in the form for the loop.
func (a toolAnswer) answer() agent.ToolAnswer {
	if a.Report != nil {
		a.Failure = toolerr.FromReport(*a.Report)
	}
	return a.ToolAnswer
}

// callTool is the activity that makes a call. It fails if the tool failed.
func (a *Agent) callTool(ctx context.Context, t *task) (*toolAnswer, error) {
	var earlier adapter.CallState // of an attempt that the server retries
	if activity.HasHeartbeatDetails(ctx) && activity.GetHeartbeatDetails(ctx, &earlier) == nil && len(earlier.Salt) > 0 {
		t.Kept = earlier
	}
	t.Step.Keep = t
	defer t.begin(ctx)()
	answer, retry := a.runner.CallTool(ctx, t.Step)
	out := &toolAnswer{ToolAnswer: answer}
	te := answer.Failure
	if te == nil {
		return out, nil
	}
	switch endOf(ctx) {
	case endCanceled:
		return nil, context.Canceled
	case endStopped:
		return nil, applicationError(te.With(toolerr.WithEffect(toolerr.EffectUnknown)), t.Repeatable, toolAnswer{Kept: t.Kept, Interrupted: len(t.Kept.Salt) > 0})
	case noEnd:
	}
	// The loop may remove the advice to retry. The report has the text without the wait.
	report := publicReport(te.With(toolerr.WithCanRetry(false)), te)
	out.Report = &report
	switch {
	case out.Event != nil && out.Event.FunctionResponses()[0].Outcome != agent.OutcomeFailed:
		return out, nil
	case retry && !t.Last: // the server stores only small errors that it retries
		return nil, applicationError(te, true, toolAnswer{Kept: t.Kept})
	}
	return nil, applicationError(te, false, *out)
}
