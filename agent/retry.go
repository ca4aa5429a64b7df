package agent

import (
	"context"

	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/toolerr"
)

// repeatTool reports whether the loop retries a failed call, after it has waited.
func (t *turn) repeatTool(c *callState, res *result) bool {
	te := res.err
	if !t.repeatable(c, res) || c.attempts > t.budget.limits.ToolRetries || t.budget.noToolCalls() || t.engine != nil {
		return false
	}
	d := around.Backoff(te, c.attempts)
	if d > t.budget.limits.RetryWait || d >= t.timeLeft() {
		return false
	}
	t.diagnose(DiagToolRetry, c, toolerr.Msgf("The call failed and is retried after %s.", toolerr.Wait(d)), te)
	return around.WaitLonger(t.ctx, d) && t.budget.takeToolCall()
}

// repeatable reports whether a retry of a failed call is safe and could help.
func (t *turn) repeatable(c *callState, res *result) bool {
	te := res.err
	wait, _ := te.RetryAfter()
	return te.Guidance() == toolerr.GuidanceRetryWithBackoff && !te.Aborts() && res.proven &&
		te.SafeToRetry(c.tool.policy.repeatable()) && wait <= t.budget.limits.RetryWait
}

// refresh renews the credentials of a call, at most once, and reports whether to retry.
func (t *turn) refresh(c *callState, res *result) bool {
	auth := c.tool.policy.Auth
	if auth == nil || c.refreshed || res.err.Guidance() != toolerr.GuidanceRefreshAuthThenRetry || !res.proven {
		return false
	}
	c.refreshed = true
	access, _ := res.err.Access()
	_, err := bounded(&c.call.ctx, c.task(t.host, t.budget.limits.ToolTimeout),
		func(ctx context.Context) (struct{}, error) { return struct{}{}, auth.Refresh(ctx, c.call, access) })
	if err != nil {
		refused, _ := toolerr.Find(err)
		t.diagnose(DiagCallback, c, toolerr.Msg("The credentials could not be renewed."), refused)
	}
	return err == nil && t.ctx.Err() == nil && t.budget.takeToolCall()
}

// repeatModel reports whether the loop calls the model again, after it has waited. It does
// so after 408, 409, 429, 5xx and transport failures, if no part of the answer was yielded.
func (m *asker) repeatModel(ctx context.Context, te *toolerr.ToolRuntimeError, attempt int) bool {
	if !again(te) || attempt > m.budget.limits.ModelRetries || m.budget.noModelCalls() {
		return false
	}
	d := around.Backoff(te, attempt)
	if d > m.budget.limits.RetryWait || d >= m.timeLeft() {
		return false
	}
	m.diags.add(Diagnostic{
		Kind: DiagModelRetry, Err: te,
		Message: toolerr.Msgf("The model call failed and is retried after %s.", toolerr.Wait(d)),
	})
	return around.WaitLonger(ctx, d)
}

// again reports whether a model call with this error should be retried.
func again(te *toolerr.ToolRuntimeError) bool {
	return te.Guidance() == toolerr.GuidanceRetryWithBackoff || te.StatusCode() == 408 || te.StatusCode() == 409
}
