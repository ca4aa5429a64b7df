package sqlitestore_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	window "github.com/errand-go/errand/agent/compact"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// quietModel answers at once and keeps the last request.
type quietModel struct{ last *agent.ModelRequest }

func (*quietModel) Name() string { return "quiet" }

func (m *quietModel) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	m.last = req
	c := agent.TextContent(agent.RoleModel, "Yes.")
	return func(yield func(*agent.ModelResponse, error) bool) {
		yield(&agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}, nil)
	}
}

// conversation fills a session with n events, alternately questions and answers.
func conversation(tb testing.TB, s agent.Store, ref agent.SessionRef, n int) {
	tb.Helper()
	version := create(tb, s, ref, nil).Version
	events := make([]*agent.Event, n)
	for i := range events {
		e := &agent.Event{ID: fmt.Sprint("e", i), InvocationID: fmt.Sprint("i", i/2), Author: agent.AuthorUser}
		c := agent.TextContent(agent.RoleUser, fmt.Sprint("What does order ", i/2, " cost, with everything that belongs to it?"))
		if i%2 == 1 {
			e.Author, e.TurnComplete = "helper", true
			c = agent.TextContent(agent.RoleModel, fmt.Sprint("Order ", i/2, " costs 12.50 EUR, delivery included."))
		}
		e.Content = &c
		events[i] = e
	}
	_, err := s.Append(tb.Context(), ref, version, events...)
	require.NoError(tb, err)
}

// The memory that a further run allocates beside its request does not grow with the
// session.
func TestARunOnALongSessionReadsWhatItNeeds(t *testing.T) {
	for name, compactor := range map[string]agent.Compactor{"compacted": window.Window{Tokens: 20_000}, "whole": nil} {
		for _, path := range []string{file(t), sqlitestore.InMemory} {
			s := open(t, path)
			conversation(t, s, ada, large)
			model := &quietModel{}
			a, err := agent.New(agent.Config{Name: "helper", Model: model})
			require.NoError(t, err)
			r, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: s, Compactor: compactor})
			require.NoError(t, err)
			run := func() {
				for _, err := range r.Run(t.Context(), ada, agent.Say("And this one?")) {
					require.NoError(t, err)
				}
			}
			run()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			run()
			runtime.ReadMemStats(&after)
			n := int64(after.TotalAlloc - before.TotalAlloc)
			t.Logf("%s: %d contents, %d bytes", name, len(model.last.Contents), n)
			for _, c := range model.last.Contents { // the request itself, without the texts
				n -= int64(unsafe.Sizeof(c)) + int64(len(c.Parts))*int64(unsafe.Sizeof(agent.Part{}))
			}
			assert.Less(t, n, int64(2<<20), name)
			assert.Greater(t, len(model.last.Contents), 100)
		}
	}
}

const large = 10_000

// scan matches a query plan that reads a whole table, and sort one that sorts its results.
// The rows of a VIEW or a subquery are not a table's.
var (
	scan = regexp.MustCompile(`\bSCAN\b`)
	sort = regexp.MustCompile(`TEMP B-TREE`)
)

func TestEveryQueryUsesAnIndex(t *testing.T) {
	s := open(t, file(t))
	for query, params := range sqlitestore.Queries {
		t.Run(strings.Join(strings.Fields(query), " "), func(t *testing.T) {
			plan := explain(t, s, query, params)
			assert.NotRegexp(t, scan, plan)
			assert.NotRegexp(t, sort, plan)
			assert.Contains(t, plan, "SEARCH")
		})
	}
	assert.Contains(t, explain(t, s, sqlitestore.LastKept, 1), "compactions_of_session", "a session without a compaction is not searched")
	assert.Regexp(t, scan, explain(t, s, `SELECT body FROM events WHERE body = ?`, 1), "a query without an index is recognised")
	assert.Regexp(t, sort, explain(t, s, `SELECT body FROM events WHERE session = ? ORDER BY body`, 1), "a sort is recognised")
}

func explain(t *testing.T, s *sqlitestore.Store, query string, params int) string {
	t.Helper()
	args := make([]any, params)
	for i := range args {
		args[i] = 1
	}
	rows, err := s.Writer().QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+query, args...)
	require.NoError(t, err)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
		plan.WriteString(detail + "\n")
	}
	require.NoError(t, rows.Err())
	return plan.String()
}

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
