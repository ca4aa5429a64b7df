package shop

import (
	"context"
	"sync"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// Tokens keeps the tokens of users. The loop never sees a token.
type Tokens struct {
	SignInURL string
	Renew     func(ctx context.Context, user string) (token string, err error)

	mu     sync.Mutex
	byUser map[string]string
}

// Put keeps the token of a user who has signed in.
func (t *Tokens) Put(user, token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byUser == nil {
		t.byUser = map[string]string{}
	}
	t.byUser[user] = token
}

// Of returns the token of a user, or "". Tools call it.
func (t *Tokens) Of(user string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byUser[user]
}

// Resolve implements [agent.Authenticator]. The loop calls it before each call
// of the tool.
func (t *Tokens) Resolve(_ context.Context, call *agent.Call) (agent.AuthStatus, error) {
	if t.Of(call.Session.User) != "" {
		return agent.AuthStatus{State: agent.AuthReady}, nil
	}
	return agent.AuthStatus{
		State:   agent.AuthNeedsConsent,
		Request: agent.AuthRequest{Provider: "calendar", URL: t.SignInURL},
	}, nil
}

// Refresh implements [agent.Authenticator]. The loop calls it after a service
// has refused the token.
func (t *Tokens) Refresh(ctx context.Context, call *agent.Call, _ toolerr.Access) error {
	token, err := t.Renew(ctx, call.Session.User)
	if err == nil {
		t.Put(call.Session.User, token)
	}
	return err
}

// Calendar is a tool that needs a token.
func (t *Tokens) Calendar(events func(ctx context.Context, token string) ([]string, error)) agent.Tool {
	type list struct {
		Events []string `json:"events"`
	}
	return agent.NewTool("list_events", "Lists the user's events.",
		func(ctx context.Context, _ struct{}) (list, error) {
			found, err := events(ctx, t.Of(agent.CallFrom(ctx).Session.User))
			return list{found}, err
		}, agent.ReadOnly(), agent.Auth(t))
}
