package temporalerrand_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/proto"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// secret must not be in any history.
const secret = "sk-live-THE-PLANTED-SECRET"

func guarded(options ...temporalerrand.GuardOption) worker.Options {
	return worker.Options{DeadlockDetectionTimeout: time.Minute, Interceptors: []interceptor.WorkerInterceptor{temporalerrand.Guard(adapters.Default(), options...)}}
}

// runActivity runs an activity named act with the guard, and returns its error as a
// workflow gets it.
func runActivity(t *testing.T, act func(context.Context) error, options ...temporalerrand.GuardOption) error {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(quiet{})
	env := suite.NewTestActivityEnvironment()
	env.SetTestTimeout(time.Minute) // of a busy machine
	env.SetWorkerOptions(guarded(options...))
	env.RegisterActivityWithOptions(act, activity.RegisterOptions{Name: "act"})
	_, err := env.ExecuteActivity("act")
	return err
}

func TestErrorsOnTheWire(t *testing.T) {
	const wait = 90 * time.Second
	idempotent := temporalerrand.Idempotent("act")
	tests := []struct {
		name    string
		act     func(context.Context) error
		options []temporalerrand.GuardOption
		kind    toolerr.Kind
		retries bool
		wait    time.Duration
		benign  bool
	}{
		{
			name: "a rate limit with a wait",
			act: func(context.Context) error {
				return toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(wait), toolerr.WithStatus(429), toolerr.WithDeveloperMessage(secret))
			},
			kind: toolerr.KindUpstreamRateLimit, retries: true, wait: wait,
		},
		{
			name: "a server error with an unknown effect",
			act: func(context.Context) error {
				return toolerr.Upstream(500, toolerr.Message{}, toolerr.WithCause(errors.New(secret)))
			},
			kind: toolerr.KindUpstreamServerError,
		},
		{
			name:    "a server error of an idempotent activity",
			act:     func(context.Context) error { return toolerr.Upstream(500, toolerr.Message{}) },
			options: []temporalerrand.GuardOption{nil, idempotent},
			kind:    toolerr.KindUpstreamServerError, retries: true,
		},
		{
			name: "values that a service refused",
			act: func(context.Context) error {
				return toolerr.Upstream(422, toolerr.Message{}, toolerr.WithMetadata("row", secret))
			},
			options: []temporalerrand.GuardOption{idempotent},
			kind:    toolerr.KindUpstreamValidationError, benign: true,
		},
		{
			name: "arguments", act: func(context.Context) error { return toolerr.InvalidInputf("a", "is too long") },
			kind: toolerr.KindToolBadInputValue, benign: true,
		},
		{
			name: "an error that no adapter recognises",
			act:  func(context.Context) error { return fmt.Errorf("connect: password %s", secret) },
			kind: toolerr.KindToolFatal,
		},
		{
			name: "a panic", act: func(context.Context) error { panic(secret) },
			options: []temporalerrand.GuardOption{idempotent}, kind: toolerr.KindToolFatal,
		},
		{
			name: "a cancellation of its own",
			act: func(context.Context) error {
				return fmt.Errorf("%s: %w", secret, context.Canceled)
			},
			kind: toolerr.KindNetworkTransportUnmapped,
		},
		{
			name: "a goroutine that ends", act: func(context.Context) error { runtime.Goexit(); return nil },
			kind: toolerr.KindToolFatal,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := runActivity(t, tt.act, tt.options...)
			var application *temporal.ApplicationError
			require.ErrorAs(t, err, &application)
			assert.Equal(t, "errand."+string(tt.kind), application.Type())
			assert.Equal(t, !tt.retries, application.NonRetryable())
			assert.Equal(t, tt.wait, application.NextRetryDelay())
			assert.Equal(t, tt.benign, application.Category() == temporal.ApplicationErrorCategoryBenign)
			require.NoError(t, application.Unwrap(), "no cause is stored")
			failure := temporal.GetDefaultFailureConverter().ErrorToFailure(application)
			assert.NotContains(t, failure.String(), secret)

			te := temporalerrand.FromError(err)
			require.NotNil(t, te)
			assert.Equal(t, tt.kind, te.Kind())
			got, ok := te.RetryAfter()
			assert.Equal(t, tt.wait, got)
			assert.Equal(t, tt.wait > 0, ok)
		})
	}
}

func TestTheModelPayloadIsPreserved(t *testing.T) {
	for name, te := range map[string]*toolerr.ToolRuntimeError{
		"rate limit":  toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(3*time.Second), toolerr.WithStatus(429), toolerr.WithUpstreamName(toolerr.Name("GitHub")), toolerr.WithService("_github")),
		"hint":        toolerr.Retryable(toolerr.Msg("No."), toolerr.Msg("Try another date.")),
		"problems":    toolerr.InvalidInputf("a.b", "is not a date"),
		"user action": toolerr.Upstream(403, toolerr.Message{}, toolerr.WithUserAction(), toolerr.WithNote(note.Code("no_scope"))),
		"effect":      toolerr.Upstream(500, toolerr.Message{}),
		"abort":       must(toolerr.Find(toolerr.Abort(toolerr.Fatal(toolerr.Msg("Stop."))))),
	} {
		t.Run(name, func(t *testing.T) {
			got := temporalerrand.FromError(runActivity(t, func(context.Context) error { return te }))
			assert.JSONEq(t, te.Payload().String(), got.Payload().String())
			assert.Equal(t, te.Guidance(), got.Guidance())
			assert.Equal(t, te.Aborts(), got.Aborts())
		})
	}
}

func must[T any](v T, ok bool) T {
	if !ok {
		panic("there is none")
	}
	return v
}

// lengthy returns a message that repeats a text.
func lengthy(text string) toolerr.Message {
	return toolerr.UncheckedMessage(strings.Repeat(text, 3000)) //nolint:forbidigo // it is too long
}

// The server keeps the details of a failure that it will retry only up to 4 KiB.
func TestFailuresAreSmall(t *testing.T) {
	problems := make([]toolerr.Problem, 200)
	for i := range problems {
		problems[i] = toolerr.Problem{Path: strings.Repeat("a.", 50), Problem: toolerr.UncheckedMessage(strings.Repeat("ä", 100))} //nolint:forbidigo // it is long
	}
	failures := map[string]*toolerr.ToolRuntimeError{"problems": toolerr.InvalidInput(toolerr.Message{}, problems)}
	for _, text := range []string{"ö", "<", `"`, "\x01", "\u2028", "a <b> \"ö\" "} { // some characters have six bytes in JSON
		long := lengthy(text)
		failures[fmt.Sprintf("messages of %q", text)] = toolerr.Retryable(long, long, toolerr.WithEffect(toolerr.EffectNone))
	}
	for name, te := range failures {
		t.Run(name, func(t *testing.T) {
			var application *temporal.ApplicationError
			err := runActivity(t, func(context.Context) error { return te })
			require.ErrorAs(t, err, &application)
			failure := temporal.GetDefaultFailureConverter().ErrorToFailure(application)
			assert.LessOrEqual(t, proto.Size(failure), 4096)
			if name != "problems" {
				assert.Greater(t, proto.Size(failure), 1000, "the findings that fit are kept")
			}
			got := temporalerrand.FromError(err)
			assert.Equal(t, te.Kind(), got.Kind())
			assert.Equal(t, te.CanRetry(), got.CanRetry())
		})
	}
}

func TestErrorsThatTheGuardReturnsUnchanged(t *testing.T) {
	own := temporal.NewNonRetryableApplicationError("mine", "Mine", nil)
	for _, wrapped := range []error{own, fmt.Errorf("%s: %w", secret, own)} {
		var application *temporal.ApplicationError
		require.ErrorAs(t, runActivity(t, func(context.Context) error { return wrapped }), &application)
		assert.Equal(t, "Mine", application.Type())
		assert.Equal(t, "mine", application.Message())
	}
	require.ErrorIs(t, runActivity(t, func(context.Context) error { return activity.ErrResultPending }), activity.ErrResultPending)
	require.NoError(t, runActivity(t, func(context.Context) error { return nil }))
}

func TestUnsafeActivitiesRunOnce(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(quiet{})
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute) // of a busy machine
	env.SetWorkerOptions(guarded())
	runs := 0
	env.RegisterActivityWithOptions(func(context.Context) error {
		runs++
		return toolerr.Upstream(502, toolerr.Message{})
	}, activity.RegisterOptions{Name: "act"})
	env.ExecuteWorkflow(func(ctx workflow.Context) (string, error) {
		ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute, RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 3}})
		return string(temporalerrand.FromError(workflow.ExecuteActivity(ctx, "act").Get(ctx, nil)).Effect()), nil
	})
	require.NoError(t, env.GetWorkflowError())
	var effect toolerr.Effect
	require.NoError(t, env.GetWorkflowResult(&effect))
	assert.Equal(t, 1, runs)
	assert.Equal(t, toolerr.EffectUnknown, effect)
}

// A worker without the guard may return any error, and activities can end in other ways.
func TestErrorsOfTemporalAboutAnActivity(t *testing.T) {
	timeout := func(what enumspb.TimeoutType) error { return temporal.NewTimeoutError(what, errors.New(secret)) }
	tests := []struct {
		name   string
		err    error
		kind   toolerr.Kind
		effect toolerr.Effect
	}{
		{"a run that took too long", timeout(enumspb.TIMEOUT_TYPE_START_TO_CLOSE), toolerr.KindToolTimeout, toolerr.EffectUnknown},
		{"a worker that was lost", timeout(enumspb.TIMEOUT_TYPE_HEARTBEAT), toolerr.KindToolTimeout, toolerr.EffectUnknown},
		{"all attempts took too long", timeout(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE), toolerr.KindToolTimeout, toolerr.EffectUnknown},
		{"no worker", temporal.NewTimeoutError(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START, nil), toolerr.KindToolTimeout, toolerr.EffectNone},
		{"no worker for another attempt", timeout(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_START), toolerr.KindToolTimeout, toolerr.EffectUnknown},
		{"a cancellation", temporal.NewCanceledError(), toolerr.KindToolCanceled, toolerr.EffectUnknown},
		{"a panic", temporal.NewApplicationError(secret, "PanicError"), toolerr.KindToolFatal, toolerr.EffectUnknown},
		{"an error of another type", temporal.NewApplicationError(secret, "Mine"), toolerr.KindToolFatal, toolerr.EffectUnknown},
		{"a report that was dropped", temporal.NewApplicationError("", "errand.UPSTREAM_RUNTIME_NOT_FOUND"), toolerr.KindUpstreamNotFound, toolerr.EffectUnknown},
		{"a kind of a later version", temporal.NewApplicationError("", "errand.LATER"), toolerr.KindToolFatal, toolerr.EffectUnknown},
		{"a plain Go error", errors.New(secret), toolerr.KindToolFatal, toolerr.EffectUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			te := temporalerrand.FromError(fmt.Errorf("%s: %w", secret, tt.err))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.effect, te.Effect())
			assert.NotContains(t, te.Payload().String(), secret)
		})
	}
	assert.Nil(t, temporalerrand.FromError(nil))
}
