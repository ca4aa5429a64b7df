package agent

import (
	"context"
	"time"

	"github.com/errand-go/errand/agent/internal/around"
	"github.com/errand-go/errand/toolerr"
)

// repeatTool reports whether the loop retries a failed call, after it has waited.
func (t *turn) repeatTool(c *callState, res *result) bool {
	d, ok := t.nextAttempt(c, res)
	if !ok {
		return false
	}
	t.diagnose(DiagToolRetry, c, toolerr.Msgf("The call failed and is retried after %s.", toolerr.Wait(d)), res.err)
	return around.WaitLonger(t.ctx, d) && t.budget.takeToolCall()
}

// nextAttempt reports whether the loop may retry a call, and after which wait.
func (t *turn) nextAttempt(c *callState, res *result) (time.Duration, bool) {
	if res.err == nil || !t.repeatable(c, res) || c.attempts > t.budget.limits.ToolRetries || t.budget.noToolCalls() ||
		t.engine != nil || t.ctx.Err() != nil {
		return 0, false
	}
	d := around.Backoff(res.err, c.attempts)
	return d, d <= t.budget.limits.RetryWait && d < t.timeLeft()
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
