package agent

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// An Authenticator supplies the credentials of tools. It keeps them itself: a
// credential never passes through the loop.
type Authenticator interface {
	// Resolve reports whether the credentials for a call exist.
	Resolve(ctx context.Context, call *Call) (AuthStatus, error)
	// Refresh renews them, after a service refused them. An error means that it
	// could not.
	Refresh(ctx context.Context, call *Call) error
}

// AuthState is whether credentials exist.
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

func authRequired(msg toolerr.Message) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolContextRequired, msg, toolerr.WithCode(toolerr.CodeAuthRequired),
		toolerr.WithEffect(toolerr.EffectNone), toolerr.WithUserAction())
}
