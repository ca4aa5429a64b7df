package sqlitestore_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

func TestMigrations(t *testing.T) {
	path := file(t)
	s, session := prepared(t, path)
	step := `ALTER TABLE sessions ADD COLUMN title TEXT NOT NULL DEFAULT 'none'`
	steps := append(sqlitestore.Migrations(), step)

	broken := append(append([]string{}, steps...), `CREATE TABLE half (x TEXT) STRICT; CREATE TABLE half (x TEXT) STRICT`)
	require.Error(t, s.Migrate(t.Context(), broken))
	assert.Equal(t, len(sqlitestore.Migrations()), userVersion(t, path), "a migration that fails changes nothing")
	_, err := s.Writer().ExecContext(t.Context(), `SELECT title FROM sessions`)
	require.Error(t, err)

	for range 2 { // the second Open changes nothing
		require.NoError(t, s.Migrate(t.Context(), steps))
		assert.Equal(t, len(steps), userVersion(t, path))
	}
	var title string
	require.NoError(t, s.Writer().QueryRowContext(t.Context(), `SELECT title FROM sessions`).Scan(&title))
	assert.Equal(t, "none", title)
	assert.Equal(t, session, get(t, s, ada), "stored sessions are kept")

	_, err = sqlitestore.Open(t.Context(), path)
	backend(t, err, path, newer, "version 4")
}

func userVersion(t *testing.T, path string) (version int) {
	t.Helper()
	require.NoError(t, raw(t, path).QueryRowContext(t.Context(), `PRAGMA user_version`).Scan(&version))
	return version
}

// Every later version reads a file that version 1 wrote.
func TestVersion1(t *testing.T) {
	dump, err := os.ReadFile("testdata/v1.sql")
	require.NoError(t, err)
	path := file(t)
	_, err = raw(t, path).ExecContext(t.Context(), string(dump))
	require.NoError(t, err)

	s := open(t, path)
	assert.Equal(t, len(sqlitestore.Migrations()), userVersion(t, path))
	call := &agent.FunctionCall{ID: "c1", Name: "lookup", Args: []byte(`{"city":"Århus <&>","n":12345678901234567890}`)}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	assert.Equal(t, &agent.Session{
		Ref: ada, Version: 3,
		State:   agent.State{"app:theme": "dark", "user:name": "Ada", "n": int64(2), "list": []any{1.5, nil, true}},
		Created: at, Updated: at.Add(time.Second),
		Events: []*agent.Event{
			{
				ID: "e1", InvocationID: "i1", Author: "helper", Timestamp: at,
				Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{FunctionCall: call}}},
				Actions: agent.Actions{StateDelta: agent.State{"n": int64(2), "app:theme": "dark"}},
			},
			{ID: "e2", InvocationID: "i2", Author: "user", Timestamp: at, TurnComplete: true},
		},
	}, get(t, s, ada))

	_, err = s.Rollback(t.Context(), ada, 3, "i1")
	require.NoError(t, err)
	got := get(t, s, ada)
	assert.Equal(t, []string{"e2"}, ids(got.Events))
	assert.Equal(t, int64(1), got.State["n"])
}
