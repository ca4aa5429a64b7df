package sqlitestore_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// same requires that a session is equal in both stores, except for versions and times.
func same(t *testing.T, stores [2]agent.Store, ref agent.SessionRef) {
	t.Helper()
	a, b := get(t, stores[0], ref), get(t, stores[1], ref)
	for _, s := range []*agent.Session{a, b} {
		s.Version, s.Created, s.Updated = 0, time.Time{}, time.Time{}
		for _, e := range s.Events {
			if len(e.Actions.StateDelta) == 0 {
				e.Actions.StateDelta = nil
			}
		}
	}
	require.Equal(t, settled(t, b), b, "storing what was read changes nothing")
	require.Equal(t, settled(t, a), b)
}

// settled returns s with its state encoded and decoded again. A whole number with another
// spelling, such as 2.0, is a float64 after the first decoding and an int64 after the
// second; the memory store returns the first.
func settled(t *testing.T, s *agent.Session) *agent.Session {
	t.Helper()
	again := func(state agent.State) (out agent.State) {
		raw, err := json.Marshal(state)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, &out))
		return out
	}
	c := *s
	c.State = again(s.State)
	c.Events = slices.Clone(s.Events)
	for i, e := range s.Events {
		if e.Actions.StateDelta != nil {
			c.Events[i] = e.Clone()
			c.Events[i].Actions.StateDelta = again(e.Actions.StateDelta)
		}
	}
	return &c
}

// FuzzState stores any key with any JSON value: the result equals the memory store's, and
// the text in the file is canonical.
func FuzzState(f *testing.F) {
	for _, seed := range []struct{ key, value string }{
		{"k", `1`},
		{"app:k", `{"b":1,"a":[1.50,"\u00e9",null]}`},
		{"user:", `"x"`},
		{"temp:k", `true`},
		{"", `18446744073709551616`},
		{"k\x00\xff", `1e999`},
		{"app:\xff", `-0`},
		{"✓", `{"":{"":[]}}`},
		{"k", `null`},
		{"k", `{"a":1,"a":2}`},
		{"k", ` [ 1 , 2 ] `},
		{"k", `9007199254740993`},
		{"k", `"\ud800"`},
		{"k", `{"x":`},
		{"0", `0.0`},
		{"user:k", `[1e2,2.50,-1e-7]`},
	} {
		f.Add(seed.key, seed.value)
	}
	f.Fuzz(func(t *testing.T, key, value string) {
		delta := agent.State{key: rawJSON(value), "kept": "v"}
		stores := [2]agent.Store{agent.NewMemoryStore(), open(t, sqlitestore.InMemory)}
		for _, s := range stores {
			create(t, s, ada, delta)
			version := create(t, s, agent.SessionRef{App: "app", User: "ada", ID: "2"}, nil).Version
			_, err := s.Append(t.Context(), agent.SessionRef{App: "app", User: "ada", ID: "2"}, version, text("e", "i", delta))
			require.NoError(t, err)
		}
		same(t, stores, ada)
		same(t, stores, agent.SessionRef{App: "app", User: "ada", ID: "2"})

		// Storing the result again does not change it.
		first := get(t, stores[1], ada)
		third := agent.SessionRef{App: "else", User: "eve", ID: "3"}
		create(t, stores[1], third, first.State)
		assert.Equal(t, first.State, get(t, stores[1], third).State)
		db := stores[1].(*sqlitestore.Store).Writer()
		var texts, distinct int
		require.NoError(t, db.QueryRowContext(t.Context(), `SELECT count(*), count(DISTINCT value) FROM (
			SELECT value FROM session_state WHERE key <> 'kept' UNION ALL SELECT value FROM user_state UNION ALL SELECT value FROM app_state)`,
		).Scan(&texts, &distinct))
		assert.LessOrEqual(t, distinct, 1, "equal values are stored as equal texts")
		assert.Equal(t, texts > 0, len(first.State) > 1, "the values in the file are the values that were read")
	})
}

type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// FuzzNames uses any text as a name of a session and an invocation.
func FuzzNames(f *testing.F) {
	f.Add("app", "user", "id", "inv")
	f.Add("", "", "", "")
	f.Add("a\x00", "a\x00b", "'; DROP TABLE sessions; --", "\xff\xfe")
	f.Add("app", "%", "_", "İ")
	f.Fuzz(func(t *testing.T, app, user, id, invocation string) {
		s := open(t, sqlitestore.InMemory)
		ref := agent.SessionRef{App: app, User: user, ID: id}
		near := []agent.SessionRef{
			{App: app + "\x00", User: user, ID: id},
			{App: app, User: user + "\x00", ID: id},
			{App: app, User: user, ID: id + "\x00"},
			{App: app, User: user, ID: id + " "},
		}
		version := create(t, s, ref, agent.State{"k": 1, "user:k": 1}).Version
		for _, r := range near {
			create(t, s, r, nil)
		}
		version, err := s.Append(t.Context(), ref, version, text("a", invocation, nil), text("b", invocation+"\x00", nil))
		require.NoError(t, err)
		assert.Equal(t, ref, get(t, s, ref).Ref)
		_, err = s.Rollback(t.Context(), ref, version, invocation)
		require.NoError(t, err)
		assert.Equal(t, []string{"b"}, ids(get(t, s, ref).Events))
		for _, r := range near {
			got := get(t, s, r)
			assert.Empty(t, got.Events)
			assert.NotContains(t, got.State, "k")
		}
		list, err := s.List(t.Context(), app, user)
		require.NoError(t, err)
		require.Len(t, list, 3)
		assert.Equal(t, ref, list[0].Ref)
		require.NoError(t, s.Delete(t.Context(), ref))
		_, err = s.Get(t.Context(), ref)
		assert.ErrorIs(t, err, agent.ErrSessionNotFound)
	})
}

// FuzzEvent stores any arguments and any text: the result has the same meaning, or nothing
// was stored.
func FuzzEvent(f *testing.F) {
	f.Add("text", `{"a":1}`)
	f.Add("<&> \x00 \u2028", ` { "n" : 12345678901234567890 , "n" : 1e999 } `)
	f.Add("\xff", `{"a":`)
	f.Add("", ``)
	f.Add("\u003c", `{"html":"<&>","escaped":"\u003c"}`)
	f.Fuzz(func(t *testing.T, said, args string) {
		s := open(t, sqlitestore.InMemory)
		version := create(t, s, ada, nil).Version
		e := text("e", "i", nil)
		e.Content.Parts = []agent.Part{{Text: said}, {FunctionCall: &agent.FunctionCall{ID: "c", Name: "t", Args: []byte(args)}}}
		_, err := s.Append(t.Context(), ada, version, e)
		got := get(t, s, ada)
		if err != nil {
			require.ErrorIs(t, err, agent.ErrInvalidInput)
			assert.Empty(t, got.Events)
			return
		}
		require.Len(t, got.Events, 1)
		parts := got.Events[0].Content.Parts
		assert.Equal(t, []rune(said), []rune(parts[0].Text))
		assert.Equal(t, compact(t, args), string(parts[1].FunctionCall.Args))
	})
}

// compact returns JSON without white space between tokens. It keeps the digits of numbers.
func compact(t *testing.T, raw string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Compact(&b, []byte(raw)))
	return b.String()
}
