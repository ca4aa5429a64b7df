package temporalerrand

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// An engine runs the loop in one workflow. It implements [agent.Engine] with the workflow
// functions of the SDK.
type engine struct {
	agent *Agent
	ctx   workflow.Context
	// origin is the prefix of the ids. A reset keeps it, and a new workflow that continues
	// the session has another one.
	origin string
	ids    int
}

var _ agent.Engine = (*engine)(nil)

// newID returns an id that is the same in each replay, and unique to the workflow.
func (e *engine) newID() string {
	e.ids++
	sum := sha256.Sum256([]byte(e.origin + "/" + strconv.Itoa(e.ids)))
	return hex.EncodeToString(sum[:13])
}

// Now implements [agent.Engine].
func (e *engine) Now() time.Time { return workflow.Now(e.ctx).UTC() }

// workflowKey is the key of the workflow's context in a context of the loop.
type workflowKey struct{}

// within returns a context of the loop for code that runs with ctx.
func within(parent context.Context, ctx workflow.Context) context.Context {
	return context.WithValue(parent, workflowKey{}, ctx)
}

func workflowOf(ctx context.Context) workflow.Context {
	w, _ := ctx.Value(workflowKey{}).(workflow.Context)
	return w
}

// outermost is the context of a run. It ends with the workflow's. It has no channel,
// because a workflow must not wait for Go channels.
type outermost struct {
	context.Context //nolint:containedctx // this is a context
	ctx             workflow.Context
}

func (o outermost) Err() error {
	if o.ctx.Err() != nil {
		return context.Canceled
	}
	return nil
}

// bound is a context that ends at a time of the workflow's clock.
type bound struct {
	context.Context //nolint:containedctx // this is a context
	engine          *engine
	deadline        time.Time // zero means none
	cause, ended    error
}

func (b *bound) Deadline() (time.Time, bool) {
	if d, ok := b.Context.Deadline(); ok && (b.deadline.IsZero() || d.Before(b.deadline)) {
		return d, true
	}
	return b.deadline, !b.deadline.IsZero()
}

func (b *bound) Done() <-chan struct{} { return nil }

func (b *bound) Err() error {
	if b.ended != nil {
		return b.ended
	}
	if err := b.Context.Err(); err != nil {
		return err
	}
	if !b.deadline.IsZero() && !b.engine.Now().Before(b.deadline) {
		return b.cause
	}
	return nil
}

// Bound implements [agent.Engine].
func (e *engine) Bound(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc) {
	b := &bound{Context: ctx, engine: e, cause: cause}
	if limit > 0 && limit < endless {
		b.deadline = e.Now().Add(limit)
	}
	return b, func() {
		if b.ended == nil {
			b.ended = context.Canceled
		}
	}
}

// Together implements [agent.Engine].
func (e *engine) Together(ctx context.Context, limit int, fns []func(context.Context)) {
	w := workflowOf(ctx)
	group, slots := workflow.NewWaitGroup(w), workflow.NewSemaphore(w, int64(max(limit, 1)))
	for _, fn := range fns {
		group.Add(1)
		workflow.Go(w, func(w workflow.Context) {
			defer group.Done()
			if slots.Acquire(w, 1) == nil { // fn handles the end of the run itself
				defer slots.Release(1)
			}
			fn(within(ctx, w))
		})
	}
	group.Wait(w)
}

const (
	// endless is longer than any limit that Temporal gets.
	endless = 10 * 365 * 24 * time.Hour
	// grace is the time for the result of a tool that reached its own time limit.
	grace = 10 * time.Second
)

const (
	firstWait = time.Second // before a retry without a requested wait, doubled each time
	longWait  = 30 * time.Second
)

// retries returns the retry policy of an activity whose error has no wait. It matches the
// loop's.
func retries(attempts int) *temporal.RetryPolicy {
	return &temporal.RetryPolicy{
		InitialInterval: firstWait, BackoffCoefficient: 2, MaximumInterval: longWait, MaximumAttempts: int32(min(attempts, 1000)), //nolint:gosec // it fits
	}
}

// mayRepeat returns whether the workflow retries an activity that the server must not
// retry, and after which wait. It does so only if the error allows it. Other failures may
// come from the SDK or the server after the activity did its work: its worker was lost or
// stopped, or its result could not be sent.
func mayRepeat(err error, attempt int) (time.Duration, bool) {
	var application *temporal.ApplicationError
	if !errors.As(err, &application) || application.NonRetryable() || !strings.HasPrefix(application.Type(), typePrefix) {
		return 0, false
	}
	return max(application.NextRetryDelay(), min(firstWait<<min(attempt-1, 5), longWait)), true
}

// left returns the time limit of an activity with its retries; 0 means none.
func (e *engine) left(ctx context.Context) time.Duration {
	if d, ok := ctx.Deadline(); ok {
		return max(d.Sub(e.Now()), time.Millisecond)
	}
	return 0
}

// AskModel implements [agent.Engine].
func (e *engine) AskModel(ctx context.Context, s agent.Step) (*agent.ModelResponse, error) {
	w := workflow.WithActivityOptions(workflowOf(ctx), workflow.ActivityOptions{
		StartToCloseTimeout: e.agent.options.ModelTimeout, ScheduleToCloseTimeout: e.left(ctx),
		HeartbeatTimeout: e.agent.options.Heartbeat, RetryPolicy: retries(s.Attempts), Summary: s.Agent,
	})
	s.Request.OutputSchema = nil
	for i, d := range s.Request.Tools {
		s.Request.Tools[i] = agent.Declaration{Name: d.Name}
	}
	t := &task{Step: s}
	if !e.agent.fits(t) {
		return nil, agent.NewRunError(agent.ErrBackend, toolerr.Msg("The conversation is too large for a workflow to pass to a model."), nil)
	}
	var resp agent.ModelResponse
	if err := workflow.ExecuteActivity(w, e.agent.modelActivity(), t).Get(w, &resp); err != nil {
		return nil, RunError(err)
	}
	return &resp, nil
}

// CallTool implements [agent.Engine].
func (e *engine) CallTool(ctx context.Context, s agent.Step) agent.ToolAnswer {
	w := workflowOf(ctx)
	t := &task{Step: s, Repeatable: s.Policy.ReadOnly || s.Policy.Idempotent}
	if !e.agent.fits(t) {
		return agent.ToolAnswer{Away: true, Failure: toolerr.Fatal(toolerr.Msg("The arguments and the state are larger than a workflow can pass on, so the call was not executed."),
			toolerr.WithEffect(toolerr.EffectNone))}
	}
	for lost := 0; ; {
		var a toolAnswer
		err := e.scheduleTool(ctx, t).Get(w, &a)
		if err == nil {
			return a.answer()
		}
		t.Before++
		if lost < maxLost && e.interrupted(w, err, t) {
			t.Interrupted, lost = true, lost+1
			continue
		}
		if wait, again := mayRepeat(err, t.Before); again && !t.Repeatable && t.Before < t.Attempts &&
			(e.left(ctx) == 0 || wait < e.left(ctx)) && workflow.Sleep(w, wait) == nil {
			continue
		}
		var application *temporal.ApplicationError
		var report toolerr.Report
		if errors.As(err, &application) && application.Details(&report, &a) == nil && a.Event != nil {
			return a.answer()
		}
		return agent.ToolAnswer{Failure: FromError(err)}
	}
}

// maxLost is how often a call is taken up whose worker was lost.
const maxLost = 10

// interrupted reports whether the end of an attempt is not known but may be found out, and
// takes what the attempt stored. Workflows that started before tools could be reconciled go on
// without.
func (e *engine) interrupted(w workflow.Context, err error, t *task) bool {
	var application *temporal.ApplicationError
	if errors.As(err, &application) {
		var report toolerr.Report
		var a toolAnswer
		if application.Details(&report, &a) == nil && len(a.Kept.Salt) > 0 {
			t.Kept = a.Kept
		}
		return a.Interrupted
	}
	var timeout *temporal.TimeoutError
	if !errors.As(err, &timeout) || timeout.TimeoutType() == enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START {
		return false
	}
	var kept adapter.CallState // a tool may send heartbeats of its own
	if timeout.HasLastHeartbeatDetails() && timeout.LastHeartbeatDetails(&kept) == nil && len(kept.Salt) > 0 {
		t.Kept = kept
		return true
	}
	return t.Policy.Reconcile != nil && workflow.GetVersion(w, "reconcile", workflow.DefaultVersion, 1) != workflow.DefaultVersion
}

// scheduleTool schedules the activity of a tool. The server retries it only if a second run
// has no additional effect.
func (e *engine) scheduleTool(ctx context.Context, t *task) workflow.Future {
	w, policy := workflowOf(ctx), retries(1)
	if t.Repeatable {
		policy = retries(t.Attempts)
	}
	timeout := min(t.Timeout, endless) + grace
	if e.agent.quick[t.Call.Name] && t.Policy.ReadOnly {
		return workflow.ExecuteLocalActivity(workflow.WithLocalActivityOptions(w, workflow.LocalActivityOptions{
			StartToCloseTimeout: timeout, ScheduleToCloseTimeout: e.left(ctx), RetryPolicy: policy, Summary: t.Call.Name,
		}), e.agent.toolActivity(), t)
	}
	return workflow.ExecuteActivity(workflow.WithActivityOptions(w, workflow.ActivityOptions{
		StartToCloseTimeout: timeout, ScheduleToCloseTimeout: e.left(ctx), HeartbeatTimeout: e.agent.options.Heartbeat,
		RetryPolicy: policy, Summary: t.Call.Name,
	}), e.agent.toolActivity(), t)
}
