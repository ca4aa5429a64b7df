package storetest

import (
	"context"
	"testing"

	"github.com/errand-go/errand/agent"
)

// recent are the tests of stores with Recent.
var recent = map[string]func(t *testing.T, s agent.RecentStore){
	"the recent events of a session":              testRecent,
	"a compaction of unknown events":              testRecentUnknown,
	"a rollback undoes compactions":               testRecentRollback,
	"recent events belong to the session's state": testRecentSession,
}

// compaction returns an event after which models see the events from before on.
func compaction(id, invocation, before string) *agent.Event {
	e := plain(id, invocation, nil)
	e.Content = nil
	e.Actions.Compaction = &agent.Compaction{
		Before: before, Summary: "What was before " + before + ".", Kept: []*agent.Event{sample("kept")},
	}
	return e
}

func idsOf(events []*agent.Event) []string {
	ids := make([]string, len(events))
	for i, e := range events {
		ids[i] = e.ID
	}
	return ids
}

func mustRecent(t *testing.T, s agent.RecentStore) *agent.Session {
	t.Helper()
	sess, err := s.Recent(t.Context(), ref)
	if err != nil {
		t.Fatalf("Recent(%v): %v", ref, err)
	}
	return sess
}

func wantRecent(t *testing.T, what string, s agent.RecentStore, ids ...string) {
	t.Helper()
	wantEqual(t, "Recent "+what, idsOf(mustRecent(t, s).Events), append([]string{}, ids...))
}

func testRecent(t *testing.T, s agent.RecentStore) {
	mustCreate(t, s, ref, nil)
	wantRecent(t, "of an empty session", s)
	mustAppend(t, s, ref, plain("1", "i", nil), plain("2", "i", nil), plain("3", "i", nil))
	wantRecent(t, "without a compaction", s, "1", "2", "3")
	mustAppend(t, s, ref, compaction("c1", "i", "2"))
	wantRecent(t, "after a compaction", s, "2", "3", "c1")
	mustAppend(t, s, ref, plain("4", "j", nil))
	wantRecent(t, "later", s, "2", "3", "c1", "4")
	mustAppend(t, s, ref, plain("5", "j", nil), compaction("c2", "j", "5"), plain("6", "j", nil))
	wantRecent(t, "after a compaction of events in the same append", s, "5", "c2", "6")
	mustAppend(t, s, ref, compaction("c3", "j", "3"))
	wantRecent(t, "after a compaction that begins earlier", s, "3", "c1", "4", "5", "c2", "6", "c3")
	whole := mustGet(t, s, ref).Events
	wantEqual(t, "Get", idsOf(whole), []string{"1", "2", "3", "c1", "4", "5", "c2", "6", "c3"})
	wantEqual(t, "a compaction that was stored", whole[3].Actions.Compaction, compaction("c1", "i", "2").Actions.Compaction)
}

func testRecentUnknown(t *testing.T, s agent.RecentStore) {
	mustCreate(t, s, ref, nil)
	mustAppend(t, s, ref, compaction("c1", "i", "1"))
	wantRecent(t, "after a compaction before the first event", s, "c1")
	mustAppend(t, s, ref, plain("1", "i", nil), compaction("c2", "i", "none"))
	wantRecent(t, "after a compaction before an event that is not there", s, "c1", "1", "c2")
	mustAppend(t, s, ref, plain("2", "i", nil), compaction("c3", "i", "2"), compaction("c4", "i", "none"))
	wantRecent(t, "after one that counts and one that does not", s, "2", "c3", "c4")
}

func testRecentRollback(t *testing.T, s agent.RecentStore) {
	mustCreate(t, s, ref, nil)
	mustAppend(t, s, ref, plain("1", "one", agent.State{"k": "1"}), plain("2", "two", nil), plain("3", "three", nil), compaction("c3", "three", "2"))
	mustAppend(t, s, ref, plain("4", "four", nil), compaction("c4", "four", "3"))
	rollback := func(invocation string) {
		t.Helper()
		if _, err := s.Rollback(t.Context(), ref, mustGet(t, s, ref).Version, invocation); err != nil {
			t.Fatalf("Rollback: %v", err)
		}
	}
	rollback("four")
	wantRecent(t, "after the run of the last compaction is undone", s, "2", "3", "c3")
	mustAppend(t, s, ref, plain("5", "five", nil), compaction("c5", "five", "3"))
	rollback("one")
	wantRecent(t, "after what two compactions stood for is undone", s, "2", "3", "5")
	wantEqual(t, "Get", idsOf(mustGet(t, s, ref).Events), []string{"2", "3", "5"})
	wantEqual(t, "the state", len(mustRecent(t, s).State), 0)
}

func testRecentSession(t *testing.T, s agent.RecentStore) {
	_, err := s.Recent(t.Context(), ref)
	wantKind(t, err, agent.ErrSessionNotFound)
	mustCreate(t, s, ref, agent.State{"a": "0", "user:u": "1"})
	mustAppend(t, s, ref, plain("1", "i", agent.State{"a": "1"}), plain("2", "i", nil), compaction("c", "i", "2"))
	got, want := mustRecent(t, s), mustGet(t, s, ref)
	wantEqual(t, "the version", got.Version, want.Version)
	wantEqual(t, "the ref", got.Ref, want.Ref)
	wantEqual(t, "the state", got.State, want.State)
	wantEqual(t, "the time of the change", got.Updated, want.Updated)
	got.Events[0], got.State["a"] = nil, "changed" // the caller may change the slice and the state
	again := mustRecent(t, s)
	wantEqual(t, "the state after a caller's change", again.State, want.State)
	wantEqual(t, "the events after a caller's change", idsOf(again.Events), []string{"2", "c"})
	mustAppend(t, s, ref, plain("3", "i", nil))
	wantEqual(t, "the number of events that were read before", len(again.Events), 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Recent(ctx, ref); err == nil {
		t.Error("Recent with a dead context succeeded")
	}
}
