package sqlitestore_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

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
func secretive(t *testing.T) (s *sqlitestore.Store, path string, ref agent.SessionRef, version int64) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s.db")
	s, err := sqlitestore.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	ref = agent.SessionRef{App: "a", User: "u", ID: "1"}
	session, err := s.Create(t.Context(), ref, nil)
	require.NoError(t, err)
	c := agent.TextContent(agent.RoleUser, secret)
	version, err = s.Append(t.Context(), ref, session.Version, &agent.Event{
		ID: "e", InvocationID: "i", Author: agent.AuthorUser, Timestamp: time.Now(), Content: &c,
		Actions: agent.Actions{StateDelta: agent.State{"k": secret}},
	})
	require.NoError(t, err)
	require.True(t, inFiles(t, path))
	return s, path, ref, version
}

func TestDeletedContentIsInNoFile(t *testing.T) {
	t.Run("Delete", func(t *testing.T) {
		s, path, ref, _ := secretive(t)
		require.NoError(t, s.Delete(t.Context(), ref))
		assert.False(t, inFiles(t, path))
	})
	t.Run("Rollback", func(t *testing.T) {
		s, path, ref, version := secretive(t)
		_, err := s.Rollback(t.Context(), ref, version, "i")
		require.NoError(t, err)
		assert.False(t, inFiles(t, path))
	})
}

// A read that began before the deletion keeps its snapshot; the first change after it wipes
// the log.
func TestReaderThatBlocksWiping(t *testing.T) {
	s, path, ref, _ := secretive(t)
	end, err := s.Reading(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.Delete(t.Context(), ref), "Delete does not wait for the reader")
	require.True(t, inFiles(t, path))
	_, err = s.Create(t.Context(), ref, nil)
	require.NoError(t, err)
	require.True(t, inFiles(t, path))
	end()
	ref.ID = "2"
	_, err = s.Create(t.Context(), ref, nil)
	require.NoError(t, err)
	assert.False(t, inFiles(t, path))
}
