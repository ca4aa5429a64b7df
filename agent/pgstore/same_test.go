package pgstore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/pgstore"
)

// TestSameAsTheMemoryStore does the same at random to both stores.
func TestSameAsTheMemoryStore(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			w := &twins{
				stores:   [2]agent.Store{agent.NewMemoryStore(), open(t, database(t))},
				versions: map[agent.SessionRef][2]int64{},
			}
			for step := range 120 {
				w.step(t, r, step, agent.SessionRef{App: pick(r, "a", "b\\"), User: pick(r, "ada", "b\x00b\xff"), ID: pick(r, "1", "\\", "a\x00", "a ")})
			}
		})
	}
}

// twins are two stores to which the same is done.
type twins struct {
	stores   [2]agent.Store
	versions map[agent.SessionRef][2]int64
}

// both does something to both stores, which must end in the same way.
func (w *twins) both(t *testing.T, what string, f func(i int, s agent.Store) error) bool {
	t.Helper()
	var kinds [2]agent.ErrorKind
	for i, s := range w.stores {
		if err := f(i, s); err != nil {
			require.ErrorAs(t, err, &kinds[i], what)
		}
	}
	require.Equal(t, kinds[0], kinds[1], what)
	return kinds[0] == ""
}

func (w *twins) step(t *testing.T, r *rand.Rand, step int, ref agent.SessionRef) {
	t.Helper()
	invocation := pick(r, "i", "j", "\\x00", "\x00")
	versions := w.versions[ref]
	if r.IntN(8) == 0 {
		versions = [2]int64{}
	}
	var next [2]int64
	var sessions [2][]*agent.Session
	ok := false
	switch r.IntN(10) {
	case 0, 1:
		state := randomState(r)
		ok = w.both(t, "Create", func(i int, s agent.Store) error {
			session, err := s.Create(t.Context(), ref, state)
			if err == nil {
				next[i], sessions[i] = session.Version, []*agent.Session{session}
			}
			return err
		})
	case 2:
		if w.both(t, "Delete", func(_ int, s agent.Store) error { return s.Delete(t.Context(), ref) }) {
			delete(w.versions, ref)
		}
	case 3:
		ok = w.both(t, "Rollback", func(i int, s agent.Store) (err error) {
			next[i], err = s.Rollback(t.Context(), ref, versions[i], invocation)
			return err
		})
	default:
		var events []*agent.Event
		for i := range r.IntN(4) {
			events = append(events, text(fmt.Sprintf("%d-%d", step, i), invocation, randomState(r)))
		}
		ok = w.both(t, "Append", func(i int, s agent.Store) (err error) {
			next[i], err = s.Append(t.Context(), ref, versions[i], events...)
			return err
		})
	}
	if ok {
		w.versions[ref] = next
	}
	w.both(t, "List", func(i int, s agent.Store) error {
		list, err := s.List(t.Context(), ref.App, ref.User)
		sessions[i] = append(sessions[i], list...)
		return err
	})
	w.both(t, "Get", func(i int, s agent.Store) error {
		session, err := s.Get(t.Context(), ref)
		if err == nil {
			sessions[i] = append(sessions[i], session)
		}
		return err
	})
	for _, all := range sessions {
		for _, s := range all {
			s.Version, s.Created, s.Updated = 0, time.Time{}, time.Time{}
			for _, e := range s.Events {
				if len(e.Actions.StateDelta) == 0 {
					e.Actions.StateDelta = nil
				}
			}
			if len(s.Events) == 0 {
				s.Events = nil
			}
		}
	}
	require.Equal(t, sessions[0], sessions[1])
}

func randomState(r *rand.Rand) agent.State {
	values := []any{
		nil, "text", "", "<&>\u2028", "\x00\\", true, 7, -1, int64(1) << 62, uint64(math.MaxUint64), 1.5, 1e21, 1e-7,
		math.NaN(),
		[]string{"a", "b"},
		[]any{},
		[]any{nil, 1, map[string]any{"deep": []int{1}}},
		map[string]any{},
		func() {},
	}
	s := agent.State{}
	for range r.IntN(4) {
		s[pick(r, "", "app:", "user:", "temp:")+pick(r, "x", "y", "", "z\x00\"'\\")] = values[r.IntN(len(values))]
	}
	return s
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

func TestEventsThatCannotBeStored(t *testing.T) {
	call := func(args string) *agent.Event {
		e := text("e", "i", agent.State{"k": "v"})
		e.Content.Parts = []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "c", Name: "t", Args: []byte(args)}}}
		return e
	}
	const depth = 9_998 // which can be read by itself, and not inside its event
	late := text("e", "i", nil)
	late.Timestamp = time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	s := open(t, database(t))
	version := create(t, s, ada, nil).Version
	for name, e := range map[string]*agent.Event{
		"no event":                  nil,
		"arguments that are cut":    call(`{"a":`),
		"arguments nested too deep": call(strings.Repeat("[", depth) + strings.Repeat("]", depth)),
		"a time JSON cannot spell":  late,
	} {
		_, err := s.Append(t.Context(), ada, version, text("good", "i", nil), e)
		require.ErrorIs(t, err, agent.ErrInvalidInput, name)
	}
	assert.Empty(t, get(t, s, ada).Events)
	args := `{"a":"\ud800 \u0000 ` + "\xff" + `","n":12345678901234567890.50}`
	_, err := s.Append(t.Context(), ada, version, call(args))
	require.NoError(t, err)
	assert.Equal(t, strings.ToValidUTF8(args, "\uFFFD"), string(get(t, s, ada).Events[0].FunctionCalls()[0].Args))
}

// FuzzNames stores any text as a name: it comes back as it was, and PostgreSQL can hold it.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{"", "ada", "a\x00", "\\", `\x00`, `\\`, `\\x00`, "\xff\xfe", "\uFFFD", "\xef\xbf", "✓\\\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		stored := pgstore.Escape(name)
		assert.True(t, utf8.ValidString(stored))
		assert.NotContains(t, stored, "\x00")
		assert.Equal(t, name, pgstore.Unescape(stored))
		if utf8.ValidString(name) && !strings.ContainsAny(name, "\x00\\") {
			assert.Equal(t, name, stored)
		}
	})
}
