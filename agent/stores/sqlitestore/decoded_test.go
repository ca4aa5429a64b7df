package sqlitestore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// The test changes random sessions through two stores on one file. Each store's cached
// events must equal those that a store without a cache reads.
func TestDecodedEventsAreTheStoredEvents(t *testing.T) {
	path, r := file(t), rand.New(rand.NewPCG(1, 2))
	both := []*sqlitestore.Store{open(t, path), open(t, path)}
	remembered := 0
	for step := range 400 {
		s, ref := both[r.IntN(2)], agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint(r.IntN(3))}
		session, err := s.Get(t.Context(), ref)
		if err != nil {
			require.ErrorIs(t, err, agent.ErrSessionNotFound)
			session, err = s.Create(t.Context(), ref, nil)
			require.NoError(t, err)
		}
		switch n := r.IntN(20); {
		case n == 0:
			require.NoError(t, s.Delete(t.Context(), ref))
			continue
		case n == 1 && len(session.Events) > 0:
			_, err = s.Rollback(t.Context(), ref, session.Version, session.Events[r.IntN(len(session.Events))].InvocationID)
		case n == 2 && len(session.Events) > 0:
			e := text("c"+fmt.Sprint(step), fmt.Sprint("i", step), nil)
			e.Actions.Compaction = &agent.Compaction{Before: session.Events[r.IntN(len(session.Events))].ID}
			_, err = s.Append(t.Context(), ref, session.Version, e)
		default:
			_, err = s.Append(t.Context(), ref, session.Version, text(fmt.Sprint("e", step), fmt.Sprint("i", step/3), agent.State{"k": step}))
		}
		require.NoError(t, err)
		fresh := open(t, path)
		want, err := fresh.Recent(t.Context(), ref)
		require.NoError(t, err)
		require.NoError(t, fresh.Close())
		for _, s := range both {
			before := s.DecodedEvents()
			got, err := s.Recent(t.Context(), ref)
			require.NoError(t, err)
			require.Equal(t, want, got, step)
			clear(got.Events) // the caller may change the slice
			if before > 0 && s.DecodedEvents() == before {
				remembered++
			}
		}
	}
	assert.Greater(t, remembered, 100, "the cache was not used")
}

// The store evicts the least recently used sessions, by their size.
func TestDecodedEventsAreBounded(t *testing.T) {
	s := open(t, sqlitestore.InMemory)
	ref := func(i int) agent.SessionRef { return agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint(i)} }
	photo := func() *agent.Event {
		e := text("photo", "i", nil)
		e.Content.Parts = append(e.Content.Parts, agent.Part{Blob: &agent.Blob{MIMEType: "image/png", Data: make([]byte, 5<<20)}}) // 7 MB in JSON
		return e
	}
	for i := range 6 {
		_, err := s.Append(t.Context(), ref(i), create(t, s, ref(i), nil).Version, photo())
		require.NoError(t, err)
		_, err = s.Recent(t.Context(), ref(i))
		require.NoError(t, err)
		assert.Equal(t, min(i+1, 4), s.DecodedEvents())
	}
	session, err := s.Recent(t.Context(), ref(2))
	require.NoError(t, err)
	_, err = s.Append(t.Context(), ref(2), session.Version, photo())
	require.NoError(t, err)
	assert.Equal(t, 4, s.DecodedEvents(), "appended events count, and others are evicted")
}
