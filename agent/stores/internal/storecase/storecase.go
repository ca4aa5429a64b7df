// Package storecase has what the tests of this module's stores have in common.
package storecase

import (
	"context"
	"testing"
	"time"

	"github.com/errand-go/errand/agent"
)

// Ada names the session of most tests.
var Ada = agent.SessionRef{App: "app", User: "ada", ID: "1"}

// Create creates a session.
func Create(t testing.TB, s agent.Store, ref agent.SessionRef, state agent.State) *agent.Session {
	t.Helper()
	session, err := s.Create(t.Context(), ref, state)
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	return session
}

// Get reads a session.
func Get(t testing.TB, s agent.Store, ref agent.SessionRef) *agent.Session {
	t.Helper()
	session, err := s.Get(t.Context(), ref)
	if err != nil {
		t.Fatalf("Get: %v", err)
	}
	return session
}

// Text returns an event that contains its id and changes the state.
func Text(id, invocation string, delta agent.State) *agent.Event {
	content := agent.TextContent(agent.RoleUser, "text of "+id)
	return &agent.Event{
		ID: id, InvocationID: invocation, Author: agent.AuthorUser, Timestamp: time.Unix(1, 5).UTC(),
		Content: &content, Actions: agent.Actions{StateDelta: delta},
	}
}

// Prepared creates a session with one event.
func Prepared(t testing.TB, s agent.Store) *agent.Session {
	t.Helper()
	version := Create(t, s, Ada, agent.State{"k": "old", "user:k": "old"}).Version
	if _, err := s.Append(t.Context(), Ada, version, Text("old", "old", agent.State{"k": "older"})); err != nil {
		t.Fatalf("Append: %v", err)
	}
	return Get(t, s, Ada)
}

// Calls returns a call of every method of a store with a prepared session.
func Calls(s agent.Store, version int64) map[string]func(context.Context) error {
	calls := map[string]func(context.Context) error{
		"Create": func(ctx context.Context) error {
			_, err := s.Create(ctx, agent.SessionRef{App: "app", User: "ada", ID: "new"}, nil)
			return err
		},
		"Get":    func(ctx context.Context) error { _, err := s.Get(ctx, Ada); return err },
		"List":   func(ctx context.Context) error { _, err := s.List(ctx, Ada.App, Ada.User); return err },
		"Delete": func(ctx context.Context) error { return s.Delete(ctx, Ada) },
		"Append": func(ctx context.Context) error {
			_, err := s.Append(ctx, Ada, version, Text("new", "new", agent.State{"k": "new", "user:k": "new"}))
			return err
		},
		"Rollback": func(ctx context.Context) error { _, err := s.Rollback(ctx, Ada, version, "old"); return err },
	}
	if recent, ok := s.(agent.RecentStore); ok {
		calls["Recent"] = func(ctx context.Context) error { _, err := recent.Recent(ctx, Ada); return err }
	}
	if claimer, ok := s.(agent.Claimer); ok {
		calls["Claim"] = func(ctx context.Context) error { _, _, err := claimer.Claim(ctx, Ada); return err }
	}
	return calls
}

// DeadContext requires that no method does anything if its context has ended, and that each
// returns the error of the context.
func DeadContext(t *testing.T, s agent.Store) {
	t.Helper()
	version := Prepared(t, s).Version
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range Calls(s, version) {
		if err := call(ctx); err != context.Canceled { //nolint:errorlint // it is returned as it is
			t.Errorf("%s: %v", name, err)
		}
		if now := Get(t, s, Ada); now.Version != version {
			t.Errorf("%s changed the session", name)
		}
	}
}
