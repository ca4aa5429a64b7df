package sqlitestore_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite" // for direct access to the file

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
	"github.com/errand-go/errand/agent/storetest"
)

var (
	ada    = storecase.Ada
	create = storecase.Create
	get    = storecase.Get
	text   = storecase.Text
)

func open(t testing.TB, path string) *sqlitestore.Store {
	t.Helper()
	s, err := sqlitestore.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

// file returns a path for a new store.
func file(t testing.TB) string { return filepath.Join(t.TempDir(), "sessions.db") }

// raw opens the file without the store.
func raw(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

func ids(events []*agent.Event) []string {
	out := make([]string, len(events))
	for i, e := range events {
		out[i] = e.ID
	}
	return out
}

// TestConformance runs the suite of all stores.
func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T) agent.Store { return open(t, file(t)) })
}

func TestPathsAreNames(t *testing.T) {
	tests := []string{
		"plain.db", "with space", "question?mode=memory", "file:x.db", "hash#tag", "percent%20", "uni-✓-code",
		":memory:x", "a&_pragma=query_only(1)", "semi;colon='quote\"",
	}
	for _, name := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			create(t, open(t, name), ada, nil) // a relative path
			_, err := os.Stat(filepath.Join(dir, name))
			require.NoError(t, err, "the file has the requested name")
			assert.NotEmpty(t, get(t, open(t, filepath.Join(dir, name)), ada).Created)
		})
	}
}

func TestOpenOfANewFileByManyAtOnce(t *testing.T) {
	path := file(t)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			s, err := sqlitestore.Open(t.Context(), path)
			if !assert.NoError(t, err) {
				return
			}
			_, err = s.Create(t.Context(), agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint(i)}, nil)
			assert.NoError(t, err)
			assert.NoError(t, s.Close())
		})
	}
	group.Wait()
	list, err := open(t, path).List(t.Context(), "app", "ada")
	require.NoError(t, err)
	assert.Len(t, list, 8)
}

// The bubble of synctest ends only when all its goroutines have ended.
func TestCloseEndsEveryGoroutine(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := sqlitestore.Open(t.Context(), path)
		require.NoError(t, err)
		v := create(t, s, ada, nil).Version
		_, err = s.Append(t.Context(), ada, v, text("e", "i", nil))
		require.NoError(t, err)
		get(t, s, ada)
		require.NoError(t, s.Close())
		require.NoError(t, s.Close(), "closing twice")
	})
}

const secret = "quorvex"

// inFiles reports whether the files of a store contain the secret.
func inFiles(t *testing.T, path string) bool {
	t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		raw, err := os.ReadFile(path + suffix)
		require.NoError(t, err)
		if bytes.Contains(raw, []byte(secret)) {
			return true
		}
	}
	return false
}

// secretive returns a store with a session that contains a secret.
func secretive(t *testing.T) (s *sqlitestore.Store, path string, version int64) {
	t.Helper()
	path = file(t)
	s = open(t, path)
	e := text("e", "i", agent.State{"k": secret})
	e.Content.Parts[0].Text = secret
	version, err := s.Append(t.Context(), ada, create(t, s, ada, nil).Version, e)
	require.NoError(t, err)
	require.True(t, inFiles(t, path))
	return s, path, version
}

func TestDeletedContentIsInNoFile(t *testing.T) {
	t.Run("Delete", func(t *testing.T) {
		s, path, _ := secretive(t)
		require.NoError(t, s.Delete(t.Context(), ada))
		assert.False(t, inFiles(t, path))
	})
	t.Run("Rollback", func(t *testing.T) {
		s, path, version := secretive(t)
		_, err := s.Rollback(t.Context(), ada, version, "i")
		require.NoError(t, err)
		assert.False(t, inFiles(t, path))
	})
}

// A read that began before the deletion keeps its snapshot; the first change after it wipes
// the log.
func TestReaderThatBlocksWiping(t *testing.T) {
	s, path, _ := secretive(t)
	end, err := s.Reading(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.Delete(t.Context(), ada), "Delete does not wait for the reader")
	require.True(t, inFiles(t, path))
	create(t, s, ada, nil)
	require.True(t, inFiles(t, path))
	end()
	create(t, s, agent.SessionRef{ID: "2"}, nil)
	assert.False(t, inFiles(t, path))
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
		s := open(t, file(t))
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
		var compact bytes.Buffer // without white space between tokens, with the digits of numbers
		require.NoError(t, json.Compact(&compact, []byte(args)))
		assert.Equal(t, compact.String(), string(parts[1].FunctionCall.Args))
	})
}
