package agent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/storetest"
)

func TestMemoryStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) agent.Store { return agent.NewMemoryStore() })
}

func TestMemoryArtifacts(t *testing.T) {
	ctx, m := t.Context(), &agent.MemoryArtifacts{}
	other := agent.SessionRef{App: session.App, User: session.User, ID: "other"}
	for i, text := range []string{"one", "two"} {
		v, err := m.Save(ctx, session, "f", agent.Blob{Data: []byte(text)})
		require.NoError(t, err)
		assert.Equal(t, i+1, v)
	}
	_, err := m.Save(ctx, session, "user:g", agent.Blob{Data: []byte("shared")})
	require.NoError(t, err)
	for version, want := range map[int]string{0: "two", 1: "one", 2: "two"} {
		b, err := m.Load(ctx, session, "f", version)
		require.NoError(t, err)
		assert.Equal(t, want, string(b.Data))
	}
	b, err := m.Load(ctx, other, "user:g", 0)
	require.NoError(t, err)
	assert.Equal(t, "shared", string(b.Data))
	_, err = m.Load(ctx, other, "f", 0)
	require.ErrorIs(t, err, agent.ErrArtifactNotFound)
	_, err = m.Load(ctx, session, "f", 3)
	require.ErrorIs(t, err, agent.ErrArtifactNotFound)
	names, err := m.List(ctx, session)
	require.NoError(t, err)
	assert.Equal(t, []string{"f", "user:g"}, names)
	require.NoError(t, m.Delete(ctx, session, "f"))
	require.ErrorIs(t, m.Delete(ctx, session, "f"), agent.ErrArtifactNotFound)
}
