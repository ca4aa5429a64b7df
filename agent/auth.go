package agent

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// An Authenticator supplies the credentials of tools. It keeps them itself: a
// credential never passes through the loop.
type Authenticator interface {
	// Resolve says whether the credentials for a call are there.
	Resolve(ctx context.Context, call *Call) (AuthStatus, error)
	// Refresh renews them, after a service refused them. An error means that it
	// could not.
	Refresh(ctx context.Context, call *Call) error
}

// AuthState says whether credentials are there.
type AuthState int

const (
	// AuthMisconfigured, the zero value: nobody can supply them.
	AuthMisconfigured AuthState = iota
	// AuthReady: they are there.
	AuthReady
	// AuthNeedsConsent: a person must sign in first. The call is pending, and an
	// input with [SignedIn] resumes it.
	AuthNeedsConsent
)

// An AuthStatus is the answer of [Authenticator.Resolve].
type AuthStatus struct {
	State AuthState
	// Request is what the host needs to have a person sign in.
	Request AuthRequest
}

// An AuthRequest is what a host needs to have a person sign in. It is part of
// events, and no model sees it.
type AuthRequest struct {
	CallID   string   `json:"callId"`
	Tool     string   `json:"tool"`
	Provider string   `json:"provider,omitempty"`
	Scopes   []string `json:"scopes,omitempty"`
	URL      string   `json:"url,omitempty"`
}

// authenticate decides about a call that needs credentials: ready, settled, or
// pending.
func (r *run) authenticate(c *callState) *result {
	auth := c.tool.policy.Auth
	if auth == nil {
		return nil
	}
	got, err := bounded(&c.call.ctx, c.task(r, r.limits.ToolTimeout),
		func(ctx context.Context) (AuthStatus, error) { return auth.Resolve(ctx, c.call) })
	switch {
	case err != nil:
		return failed(err)
	case got.State == AuthReady:
		return nil
	case got.State == AuthNeedsConsent && !c.signedIn:
		req := got.Request
		req.CallID, req.Tool = c.call.ID, c.call.Tool
		res := refuse(OutcomePending, nil, authRequired(toolerr.Msg("The call waits for a person to sign in. It has not been executed.")))
		res.waits = WaitsForAuth
		res.auth = &req
		return res
	case got.State == AuthNeedsConsent:
		return refuse(OutcomeFailed, nil, authRequired(toolerr.Msg("The call was not executed, because nobody signed in.")))
	default:
		return refuse(OutcomeFailed, nil, refusal(toolerr.CodeAuthRequired,
			toolerr.Msg("The tool has no credentials, so the call was not executed. Do not repeat it.")))
	}
}

func authRequired(msg toolerr.Message) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolContextRequired, msg, toolerr.WithCode(toolerr.CodeAuthRequired),
		toolerr.WithEffect(toolerr.EffectNone), toolerr.WithUserAction())
}

// refresh renews the credentials of a call, once, and reports whether the call
// may be made again.
func (r *run) refresh(c *callState, te *toolerr.ToolRuntimeError) bool {
	auth := c.tool.policy.Auth
	if auth == nil || c.refreshed || te.Guidance() != toolerr.GuidanceRefreshAuthThenRetry ||
		te.Effect() != toolerr.EffectNone && !c.tool.policy.repeatable() {
		return false
	}
	c.refreshed = true
	_, err := bounded(&c.call.ctx, c.task(r, r.limits.ToolTimeout),
		func(ctx context.Context) (struct{}, error) { return struct{}{}, auth.Refresh(ctx, c.call) })
	if err != nil {
		refused, _ := toolerr.Find(err)
		r.diagnose(DiagCallback, c, toolerr.Msg("The credentials could not be renewed."), refused)
	}
	return err == nil && r.ctx.Err() == nil && r.countCall()
}
