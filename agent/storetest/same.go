package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/errand-go/errand/agent"
)

// testSame performs random operations on a store and on [agent.MemoryStore], whose results
// must be equal.
func testSame(t *testing.T, s agent.Store, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &twins{stores: [2]agent.Store{agent.NewMemoryStore(), s}, versions: map[agent.SessionRef][][2]int64{}}
	names := namesOf(t, s)
	for step := range 120 {
		w.step(t, r, step, pick(r, names...))
		if t.Failed() {
			t.Fatalf("in step %d", step)
		}
	}
}

// namesOf returns names of sessions that a store can hold.
func namesOf(t *testing.T, s agent.Store) (names []agent.SessionRef) {
	t.Helper()
	for _, app := range []string{"a", "b\\"} {
		for _, user := range []string{"ada", "b\x00b\xff"} {
			for _, id := range []string{"1", "\\", "a\x00", "a "} {
				name := agent.SessionRef{App: app, User: user, ID: id}
				if _, err := s.Create(t.Context(), name, nil); errors.Is(err, agent.ErrInvalidInput) {
					continue
				} else if err != nil {
					t.Fatalf("Create(%q): %v", name, err)
				}
				if err := s.Delete(t.Context(), name); err != nil {
					t.Fatalf("Delete(%q): %v", name, err)
				}
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		t.Fatal("the store holds no session")
	}
	return names
}

// twins are two stores that agree on everything but version numbers and times.
type twins struct {
	stores   [2]agent.Store
	versions map[agent.SessionRef][][2]int64 // all versions, the newest last
}

// both calls f for each store, and reports whether it succeeded. The results must be equal.
func (w *twins) both(t *testing.T, what string, f func(i int, s agent.Store) error) bool {
	t.Helper()
	var kinds [2]agent.ErrorKind
	for i, s := range w.stores {
		if err := f(i, s); err != nil && !errors.As(err, &kinds[i]) {
			t.Errorf("%s: %v", what, err)
		}
	}
	wantEqual(t, what, kinds[1], kinds[0])
	return kinds[0] == ""
}

// sessions requires that both stores return the same sessions.
func (w *twins) sessions(t *testing.T, what string, read func(s agent.Store) ([]*agent.Session, error)) {
	t.Helper()
	var got [2][]*agent.Session
	w.both(t, what, func(i int, s agent.Store) (err error) {
		got[i], err = read(s)
		return err
	})
	for _, s := range append(got[0], got[1]...) {
		s.Version, s.Created, s.Updated = 0, time.Time{}, time.Time{}
		for _, e := range s.Events {
			e.Timestamp = e.Timestamp.UTC()
			if len(e.Actions.StateDelta) == 0 {
				e.Actions.StateDelta = nil
			}
		}
		if len(s.State) == 0 {
			s.State = nil
		}
		if len(s.Events) == 0 {
			s.Events = nil
		}
	}
	if len(got[0])+len(got[1]) > 0 && !reflect.DeepEqual(got[1], got[0]) {
		t.Errorf("%s returns %s, want %s", what, shown(got[1]), shown(got[0]))
	}
}

// shown returns sessions as a person can read them.
func shown(sessions []*agent.Session) string {
	text, err := json.Marshal(sessions)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (w *twins) step(t *testing.T, r *rand.Rand, step int, ref agent.SessionRef) {
	t.Helper()
	invocation, versions := pick(r, "i", "j", "\\x00", "\x00"), w.version(r, ref)
	var next [2]int64
	change := func(what string, f func(i int, s agent.Store) error) {
		if w.both(t, what, f) {
			w.versions[ref] = append(w.versions[ref], next)
		}
	}
	switch r.IntN(10) {
	case 0, 1:
		state := randomState(r)
		change("Create", func(i int, s agent.Store) error {
			session, err := s.Create(t.Context(), ref, state)
			if err == nil {
				next[i] = session.Version
			}
			return err
		})
	case 2:
		w.both(t, "Delete", func(_ int, s agent.Store) error { return s.Delete(t.Context(), ref) })
	case 3:
		change("Rollback", func(i int, s agent.Store) (err error) {
			next[i], err = s.Rollback(t.Context(), ref, versions[i], invocation)
			return err
		})
	default:
		var events []*agent.Event
		for i := range 1 + r.IntN(3) {
			events = append(events, plain(fmt.Sprintf("%d-%d", step, i), invocation, randomState(r)))
		}
		change("Append", func(i int, s agent.Store) (err error) {
			next[i], err = s.Append(t.Context(), ref, versions[i], events...)
			return err
		})
	}
	w.sessions(t, "List", func(s agent.Store) ([]*agent.Session, error) { return s.List(t.Context(), ref.App, ref.User) })
	w.sessions(t, "Get", func(s agent.Store) ([]*agent.Session, error) {
		session, err := s.Get(t.Context(), ref)
		if err != nil {
			return nil, err
		}
		return []*agent.Session{session}, nil
	})
}

// version returns a version of a session: usually the newest, and sometimes an older one,
// also from before it was deleted.
func (w *twins) version(r *rand.Rand, ref agent.SessionRef) [2]int64 {
	all := w.versions[ref]
	switch {
	case len(all) == 0:
		return [2]int64{}
	case r.IntN(5) == 0:
		return all[r.IntN(len(all))]
	}
	return all[len(all)-1]
}

func randomState(r *rand.Rand) agent.State {
	values := []any{
		nil, "text", "", "<&>\u2028", "\x00\\", true, 7, -1, int64(1) << 62, uint64(math.MaxUint64), 1.5, 1e21, 1e-7, math.NaN(),
		[]string{"a", "b"},
		[]any{},
		[]any{nil, 1, map[string]any{"deep": []int{1}}},
		map[string]any{},
		func() {},
		(*int)(nil),
		time.Unix(7, 0).UTC(), []byte("bytes"),
		struct{ A, b int }{1, 2},
		panics{},
	}
	s := agent.State{}
	for range r.IntN(4) {
		s[pick(r, "", "app:", "user:", "temp:")+pick(r, "x", "y", "", "z\x00\"'\\")] = values[r.IntN(len(values))]
	}
	return s
}

// panics is a value whose encoding panics.
type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("no") }

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
