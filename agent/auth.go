package agent

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// An Authenticator supplies the credentials of tools. It keeps the credentials itself, so
// that none passes through the loop.
type Authenticator interface {
	// Resolve reports whether there are credentials for a call.
	Resolve(ctx context.Context, call *Call) (AuthStatus, error)
	// Refresh renews the credentials after a service refused them. access is why it did, and
	// the scopes that it named. Refresh returns an error if it cannot.
	Refresh(ctx context.Context, call *Call, access toolerr.Access) error
}

// AuthState is whether there are credentials.
type AuthState int

const (
	// AuthMisconfigured, the zero value: there are no credentials, and signing in would not
	// help.
	AuthMisconfigured AuthState = iota
	// AuthReady: there are credentials.
	AuthReady
	// AuthNeedsConsent: a person must sign in first. The call is pending, and an
	// input with [SignedIn] resumes it.
	AuthNeedsConsent
)

// An AuthStatus is the result of [Authenticator].Resolve.
type AuthStatus struct {
	State AuthState
	// Request is the information with which the host lets a person sign in.
	Request AuthRequest
}
