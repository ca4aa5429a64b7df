// Package storetest tests a session store, which is an implementation of agent.Store.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/errand-go/errand/agent"
)

// Run tests whether a store follows the rules of [agent.Store], and those of
// [agent.RecentStore], [agent.Claimer] and [agent.ArtifactStore] if it implements them.
// newStore returns an empty store for each test.
func Run(t *testing.T, newStore func(t *testing.T) agent.Store) {
	t.Helper()
	tests := []struct {
		name string
		run  func(t *testing.T, s agent.Store)
	}{
		{"a session is created once", testCreate},
		{"a missing session is not found", testNotFound},
		{"events are read as they were stored", testRoundTrip},
		{"an old version is stale", testStale},
		{"a session that is created again has another version", testVersionsDiffer},
		{"one of several concurrent appends succeeds", testConcurrent},
		{"state is scoped", testState},
		{"state has the same types everywhere", testStateTypes},
		{"nil deletes", testDeleteKey},
		{"temp keys are never stored", testTemp},
		{"sessions are listed and deleted", testList},
		{"an invocation is rolled back", testRollback},
		{"nothing is shared with the caller", testSharing},
		{"a dead context changes nothing", testContext},
		{"an event that cannot be stored is refused", testUnstorable},
		{"a state that cannot be stored is refused", testUnstorableState},
	}
	if _, ok := newStore(t).(agent.RecentStore); ok {
		for name, run := range recent {
			tests = append(tests, struct {
				name string
				run  func(t *testing.T, s agent.Store)
			}{name, func(t *testing.T, s agent.Store) { run(t, s.(agent.RecentStore)) }}) //nolint:errcheck,forcetypeassert // a panic fails the test
		}
	}
	if _, ok := newStore(t).(files); ok {
		t.Run("artifacts are kept", func(t *testing.T) { testArtifacts(t, newStore(t).(files)) }) //nolint:errcheck,forcetypeassert // a panic fails the test
	}
	if s, ok := newStore(t).(agent.Claimer); ok {
		t.Run("a session has one claim", func(t *testing.T) { testClaim(t, s) })
	}
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("it behaves like the memory store, seed ", seed), func(t *testing.T) { testSame(t, newStore(t), seed) })
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, newStore(t)) })
	}
}

var ref = agent.SessionRef{App: "app", User: "ada", ID: "1"}

func mustCreate(t *testing.T, s agent.Store, r agent.SessionRef, state agent.State) *agent.Session {
	t.Helper()
	sess, err := s.Create(t.Context(), r, state)
	if err != nil {
		t.Fatalf("Create(%v): %v", r, err)
	}
	return sess
}

func mustGet(t *testing.T, s agent.Store, r agent.SessionRef) *agent.Session {
	t.Helper()
	sess, err := s.Get(t.Context(), r)
	if err != nil {
		t.Fatalf("Get(%v): %v", r, err)
	}
	return sess
}

func mustAppend(t *testing.T, s agent.Store, r agent.SessionRef, events ...*agent.Event) int64 {
	t.Helper()
	v, err := s.Append(t.Context(), r, mustGet(t, s, r).Version, events...)
	if err != nil {
		t.Fatalf("Append(%v): %v", r, err)
	}
	return v
}

func wantKind(t *testing.T, err error, kind agent.ErrorKind) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("the error is %v, want %v", err, kind)
	}
}

func wantEqual(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s is %#v, want %#v", what, got, want)
	}
}

// sample returns an event with a value in every field.
func sample(id string) *agent.Event {
	return &agent.Event{
		ID: id, InvocationID: "i", Author: "helper", Branch: "b", Timestamp: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC),
		Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{
			{Text: "thinking", Thought: true, Signature: []byte{1, 2}},
			{Text: "hello € \x00"},
			{FunctionCall: &agent.FunctionCall{ID: "c-" + id, Name: "t", Args: []byte(`{"n":[12345678901234567890,9007199254740993,1.0,-0,0.1000000000000000055]}`), Malformed: "{"}},
			{FunctionResponse: &agent.FunctionResponse{
				ID: "c-" + id, Name: "t", Response: []byte(`{"success":true,"error":null,"n":[9007199254740993,1e400,1.0,-0]}`), Outcome: agent.OutcomePending,
				Waits: agent.WaitsForResult, Attempts: 2, IsError: true,
			}},
			{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte{0, 255}, Name: "n"}},
			{File: &agent.File{URI: "gs://b/o", MIMEType: "text/plain"}},
		}},
		TurnComplete: true, ErrorCode: agent.CodeMaxTokens, ErrorMessage: "m", FinishReason: agent.FinishMaxTokens,
		Usage: &agent.Usage{InputTokens: 1, OutputTokens: 2, CachedTokens: 3}, LongRunningToolIDs: []string{"c"},
		Actions: agent.Actions{
			StateDelta: agent.State{"k": "v"}, ArtifactDelta: map[string]int{"f": 2}, TransferToAgent: "x", Escalate: true,
			SkipSummarization: true,
			RequestedToolConfirmations: map[string]agent.ConfirmationRequest{
				"c": {CallID: "c", Agent: "a", Tool: "t", Args: []byte(`{}`), ArgsHash: "h"},
			},
			RequestedAuth: map[string]agent.AuthRequest{"c": {CallID: "c", Tool: "t", Provider: "p", Scopes: []string{"s"}, URL: "u"}},
			Decisions:     []agent.Decision{{CallID: "c", Approved: true, ArgsHash: "h", Reason: "r", Data: []byte(`1`)}},
			Temporary:     agent.State{"temp:t": "u"},
			Rounds:        map[string]int{"loop": 2},
		},
		Metadata: map[string]string{"a": "b"},
	}
}

func plain(id, invocation string, delta agent.State) *agent.Event {
	c := agent.TextContent(agent.RoleUser, id)
	return &agent.Event{
		ID: id, InvocationID: invocation, Author: agent.AuthorUser, Timestamp: time.Unix(1, 0).UTC(),
		Content: &c, Actions: agent.Actions{StateDelta: delta},
	}
}

func testCreate(t *testing.T, s agent.Store) {
	sess := mustCreate(t, s, ref, agent.State{"a": "b"})
	wantEqual(t, "the ref", sess.Ref, ref)
	wantEqual(t, "the state", sess.State, agent.State{"a": "b"})
	if sess.Created.IsZero() || sess.Updated.IsZero() {
		t.Error("the session has no times")
	}
	_, err := s.Create(t.Context(), ref, nil)
	wantKind(t, err, agent.ErrAlreadyExists)
}

func testNotFound(t *testing.T, s agent.Store) {
	_, err := s.Get(t.Context(), ref)
	wantKind(t, err, agent.ErrSessionNotFound)
	_, err = s.Append(t.Context(), ref, 1, plain("e", "i", nil))
	wantKind(t, err, agent.ErrSessionNotFound)
	wantKind(t, s.Delete(t.Context(), ref), agent.ErrSessionNotFound)
	_, err = s.Rollback(t.Context(), ref, 1, "i")
	wantKind(t, err, agent.ErrSessionNotFound)
	sess := mustCreate(t, s, ref, nil)
	_, err = s.Rollback(t.Context(), ref, sess.Version, "i")
	wantKind(t, err, agent.ErrNotFound)
}

func testRoundTrip(t *testing.T, s agent.Store) {
	mustCreate(t, s, ref, nil)
	first, second := sample("1"), sample("2")
	mustAppend(t, s, ref, first, second)
	events := mustGet(t, s, ref).Events
	if len(events) != 2 {
		t.Fatalf("there are %d events, want 2", len(events))
	}
	for i, want := range []*agent.Event{sample("1"), sample("2")} {
		if !events[i].Timestamp.Equal(want.Timestamp) {
			t.Errorf("the time of event %d is %v, want %v", i, events[i].Timestamp, want.Timestamp)
		}
		events[i].Timestamp = want.Timestamp
		wantEqual(t, fmt.Sprintf("event %d", i), events[i], want)
	}
}

func testStale(t *testing.T, s agent.Store) {
	sess := mustCreate(t, s, ref, nil)
	next := mustAppend(t, s, ref, plain("1", "i", nil))
	if next == sess.Version {
		t.Error("the version did not change")
	}
	wantEqual(t, "the version", mustGet(t, s, ref).Version, next)
	_, err := s.Append(t.Context(), ref, sess.Version, plain("2", "i", agent.State{"k": "v"}))
	wantKind(t, err, agent.ErrStaleSession)
	_, err = s.Rollback(t.Context(), ref, sess.Version, "i")
	wantKind(t, err, agent.ErrStaleSession)
	after := mustGet(t, s, ref)
	wantEqual(t, "the number of events", len(after.Events), 1)
	wantEqual(t, "the state", len(after.State), 0)
}

func testVersionsDiffer(t *testing.T, s agent.Store) {
	old := mustCreate(t, s, ref, nil).Version
	if err := s.Delete(t.Context(), ref); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	mustCreate(t, s, ref, nil)
	_, err := s.Append(t.Context(), ref, old, plain("1", "i", nil))
	wantKind(t, err, agent.ErrStaleSession)
	wantEqual(t, "the number of events", len(mustGet(t, s, ref).Events), 0)
}

func testConcurrent(t *testing.T, s agent.Store) {
	version := mustCreate(t, s, ref, nil).Version
	const writers = 8
	var group sync.WaitGroup
	errs := make([]error, writers)
	for i := range writers {
		group.Go(func() { _, errs[i] = s.Append(t.Context(), ref, version, plain(fmt.Sprint(i), "i", nil)) })
	}
	group.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
			continue
		}
		wantKind(t, err, agent.ErrStaleSession)
	}
	wantEqual(t, "the number of winners", won, 1)
	wantEqual(t, "the number of events", len(mustGet(t, s, ref).Events), 1)
}

func testState(t *testing.T, s agent.Store) {
	same := agent.SessionRef{App: "app", User: "ada", ID: "2"}
	other := agent.SessionRef{App: "app", User: "bob", ID: "1"}
	far := agent.SessionRef{App: "else", User: "ada", ID: "1"}
	for _, r := range []agent.SessionRef{ref, same, other, far} {
		mustCreate(t, s, r, nil)
	}
	mustAppend(t, s, ref, plain("1", "i", agent.State{"k": "s", "user:k": "u", "app:k": "a"}))
	wantEqual(t, "the own state", mustGet(t, s, ref).State, agent.State{"k": "s", "user:k": "u", "app:k": "a"})
	wantEqual(t, "the state of the user's other session", mustGet(t, s, same).State, agent.State{"user:k": "u", "app:k": "a"})
	wantEqual(t, "the state of another user", mustGet(t, s, other).State, agent.State{"app:k": "a"})
	wantEqual(t, "the state of another app", len(mustGet(t, s, far).State), 0)
}

func testStateTypes(t *testing.T, s agent.Store) {
	big := int64(1) << 60
	mustCreate(t, s, ref, agent.State{"int": 7})
	mustAppend(t, s, ref, plain("1", "i", agent.State{
		"big": big, "float": 1.5, "list": []string{"a"}, "map": map[string]int{"n": 1}, "bool": true, "whole": 2.0,
		"text \xff": "\xfe",
	}))
	want := agent.State{
		"int": int64(7), "big": big, "float": 1.5, "list": []any{"a"}, "map": map[string]any{"n": int64(1)}, "bool": true,
		"whole": int64(2), "text \uFFFD": "\uFFFD",
	}
	got := mustGet(t, s, ref)
	wantEqual(t, "the state", got.State, want)
	delete(want, "int")
	wantEqual(t, "the delta", got.Events[0].Actions.StateDelta, want)
}

func testDeleteKey(t *testing.T, s agent.Store) {
	mustCreate(t, s, ref, agent.State{"a": "1", "user:b": "2"})
	mustAppend(t, s, ref, plain("1", "i", agent.State{"a": nil, "user:b": nil}))
	wantEqual(t, "the state", len(mustGet(t, s, ref).State), 0)
}

func testTemp(t *testing.T, s agent.Store) {
	mustCreate(t, s, ref, agent.State{"temp:a": "1"})
	mustAppend(t, s, ref, plain("1", "i", agent.State{"temp:b": "2"}))
	got := mustGet(t, s, ref)
	wantEqual(t, "the state", len(got.State), 0)
	wantEqual(t, "the delta", len(got.Events[0].Actions.StateDelta), 0)
}

func testList(t *testing.T, s agent.Store) {
	second := agent.SessionRef{App: "app", User: "ada", ID: "2"}
	mustCreate(t, s, second, nil)
	mustCreate(t, s, ref, agent.State{"user:k": "v"})
	mustCreate(t, s, agent.SessionRef{App: "app", User: "bob", ID: "3"}, nil)
	mustAppend(t, s, ref, plain("1", "i", nil))
	list, err := s.List(t.Context(), "app", "ada")
	if err != nil || len(list) != 2 {
		t.Fatalf("List returned %d sessions and %v, want 2", len(list), err)
	}
	wantEqual(t, "the first", list[0].Ref, ref)
	wantEqual(t, "the second", list[1].Ref, second)
	wantEqual(t, "the events in a list", len(list[0].Events), 0)
	if err := s.Delete(t.Context(), ref); err != nil {
		t.Errorf("Delete: %v", err)
	}
	_, err = s.Get(t.Context(), ref)
	wantKind(t, err, agent.ErrSessionNotFound)
	wantEqual(t, "the user's state", mustGet(t, s, second).State, agent.State{"user:k": "v"})
	wantEqual(t, "a session made again", len(mustCreate(t, s, ref, nil).Events), 0)
}

func testRollback(t *testing.T, s agent.Store) {
	mustCreate(t, s, ref, agent.State{"a": "0"})
	mustAppend(t, s, ref, plain("1", "one", agent.State{"a": "1"}))
	mustAppend(t, s, ref, plain("2", "two", agent.State{"a": "2", "b": "2", "user:u": "2"}), plain("3", "two", nil))
	sess := mustGet(t, s, ref)
	v, err := s.Rollback(t.Context(), ref, sess.Version, "two")
	if err != nil {
		t.Fatalf("Rollback: %v", err)
	}
	if v == sess.Version {
		t.Error("the version did not change")
	}
	got := mustGet(t, s, ref)
	wantEqual(t, "the number of events", len(got.Events), 1)
	wantEqual(t, "the state", got.State, agent.State{"a": "1", "user:u": "2"})
}

func testSharing(t *testing.T, s agent.Store) {
	mustCreate(t, s, ref, nil)
	e := plain("1", "i", agent.State{"m": map[string]any{"k": "v"}})
	mustAppend(t, s, ref, e)
	e.Content.Parts[0].Text = "changed"
	got := mustGet(t, s, ref)
	got.Events[0].Content.Parts[0].Text = "changed"
	got.Events[0].Actions.StateDelta["m"] = "changed"
	got.State["m"].(map[string]any)["k"] = "changed" //nolint:errcheck,forcetypeassert // a panic fails the test
	again := mustGet(t, s, ref)
	wantEqual(t, "the text", again.Events[0].Content.Parts[0].Text, "1")
	wantEqual(t, "the state", again.State, agent.State{"m": map[string]any{"k": "v"}})
	wantEqual(t, "the delta", again.Events[0].Actions.StateDelta, agent.State{"m": map[string]any{"k": "v"}})
}

func testContext(t *testing.T, s agent.Store) {
	sess := mustCreate(t, s, ref, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Append(ctx, ref, sess.Version, plain("1", "i", nil)); err == nil {
		t.Error("Append with a dead context succeeded")
	}
	wantEqual(t, "the number of events", len(mustGet(t, s, ref).Events), 0)
}

func testUnstorableState(t *testing.T, s agent.Store) {
	for name, value := range map[string]any{"not a number": math.NaN(), "a function": func() {}, "large": strings.Repeat("x", 2<<20)} {
		_, err := s.Create(t.Context(), ref, agent.State{"k": value, "other": 1})
		if !errors.Is(err, agent.ErrInvalidInput) {
			t.Errorf("%s: the error is %v, want %v", name, err, agent.ErrInvalidInput)
		}
	}
	_, err := s.Get(t.Context(), ref)
	wantKind(t, err, agent.ErrSessionNotFound)
}

func testUnstorable(t *testing.T, s agent.Store) {
	call := func(args string) *agent.Event {
		e := plain("2", "i", nil)
		e.Content.Parts = []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "c", Name: "t", Args: []byte(args)}}}
		return e
	}
	const depth = 9_998 // valid alone, but too deep inside its event
	late := plain("2", "i", nil)
	late.Timestamp = time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	version := mustCreate(t, s, ref, nil).Version
	for name, e := range map[string]*agent.Event{
		"no event":                          nil,
		"arguments that are cut":            call(`{"a":`),
		"arguments nested too deep":         call(strings.Repeat("[", depth) + strings.Repeat("]", depth)),
		"a time that JSON cannot represent": late,
	} {
		next, err := s.Append(t.Context(), ref, version, plain("1", "i", agent.State{"k": "v"}), e)
		want := 0
		if err == nil { // a store that accepts it
			version, want = next, 2
		} else {
			wantKind(t, err, agent.ErrInvalidInput)
		}
		got := mustGet(t, s, ref)
		wantEqual(t, "the number of events after "+name, len(got.Events), want)
		wantEqual(t, "the number of values after "+name, len(got.State), want/2)
		wantEqual(t, "the version after "+name, got.Version, version)
		if want > 0 {
			if version, err = s.Rollback(t.Context(), ref, version, "i"); err != nil {
				t.Fatalf("Rollback: %v", err)
			}
		}
	}
}
