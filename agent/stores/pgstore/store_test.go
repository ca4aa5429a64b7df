package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/stores/internal/storecase"
	"github.com/errand-go/errand/agent/stores/pgstore"
	"github.com/errand-go/errand/agent/storetest"
)

var (
	ada    = storecase.Ada
	create = storecase.Create
	get    = storecase.Get
	text   = storecase.Text
)

// TestConformance runs the suite of all stores, with two ways in which pgx sends a query.
func TestConformance(t *testing.T) {
	for _, mode := range []string{"cache_statement", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			storetest.Run(t, func(t *testing.T) agent.Store {
				return open(t, database(t)+"&default_query_exec_mode="+mode)
			})
		})
	}
}

// A round trip is a write on the connection: of a query, or of a batch of queries.
func TestRoundTrips(t *testing.T) {
	c := &cable{}
	dsn := database(t)
	pool := connect(t, dsn, func(cfg *pgxpool.Config) { cfg.ConnConfig.DialFunc, cfg.MaxConns = c.dial, 1 })
	s, err := pgstore.Open(t.Context(), pool)
	require.NoError(t, err)
	version, n := create(t, s, ada, nil).Version, 0
	_, release, err := open(t, dsn).Claim(t.Context(), sessionOf(2))
	require.NoError(t, err)
	defer release()
	appended := func(events int) func() error {
		return func() (err error) {
			var all []*agent.Event
			for i := range events {
				all = append(all, text(fmt.Sprint(i), "i", agent.State{"k": i, "user:k": i, "app:k": i}))
			}
			version, err = s.Append(t.Context(), ada, version, all...)
			return err
		}
	}
	tests := []struct {
		name  string
		trips int64
		call  func() error
	}{
		{"Append of one event", 1, appended(1)},
		{"Append of 100 events", 1, appended(100)},
		{"Append of none", 1, appended(0)},
		{"Get", 1, func() error { _, err := s.Get(t.Context(), ada); return err }},
		{"Recent", 1, func() error { _, err := s.Recent(t.Context(), ada); return err }},
		{"List", 1, func() error { _, err := s.List(t.Context(), ada.App, ada.User); return err }},
		{"Create", 1, func() error {
			n++
			_, err := s.Create(t.Context(), agent.SessionRef{ID: fmt.Sprint(n)}, agent.State{"k": 1})
			return err
		}},
		{"Delete", 1, func() error {
			n--
			return s.Delete(t.Context(), agent.SessionRef{ID: fmt.Sprint(n + 1)})
		}},
		{"Claim and release", 2, func() error {
			_, release, err := s.Claim(t.Context(), ada)
			if err == nil {
				release()
			}
			return err
		}},
		{"Claim of a session that another replica has", 1, func() error {
			_, _, err := s.Claim(t.Context(), sessionOf(2))
			if !errors.Is(err, agent.ErrSessionBusy) {
				return fmt.Errorf("claimed: %w", err)
			}
			return nil
		}},
		{"Open, where the tables are", 1, func() error { _, err := pgstore.Open(t.Context(), pool); return err }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.NoError(t, tt.call()) // each connection prepares the statements once
			c.writes.Store(0)
			require.NoError(t, tt.call())
			assert.Equal(t, tt.trips, c.writes.Load())
		})
	}
}

// Concurrent appends to sessions with shared state do not deadlock, for any order of the
// keys, and all sessions read the same state.
func TestSharedState(t *testing.T) {
	s := open(t, database(t))
	var group sync.WaitGroup
	for i := range 8 {
		version := create(t, s, sessionOf(i), nil).Version
		group.Go(func() {
			for n := range 40 {
				delta := agent.State{}
				for _, key := range []string{"app:a", "user:b", "app:c", "user:d", "user:e"} {
					switch rand.IntN(4) {
					case 0:
						delta[key] = nil
					case 1, 2:
						delta[key] = fmt.Sprint(i, "-", n)
					}
				}
				var err error
				if version, err = s.Append(t.Context(), sessionOf(i), version, text(fmt.Sprint(n), "i", delta)); !assert.NoError(t, err) {
					return
				}
			}
		})
	}
	group.Wait()
	state := get(t, s, sessionOf(0)).State
	for i := range 8 {
		session := get(t, s, sessionOf(i))
		assert.Len(t, session.Events, 40)
		assert.Equal(t, state, session.State)
	}
}

// askingRunner returns a runner of an agent whose model calls a tool, and answers after the
// result.
func askingRunner(t testing.TB, s agent.Store) *agent.Runner {
	t.Helper()
	model := agenttest.NewModel().Forever(func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		turn := agenttest.Say("It is 21 degrees in Oslo.")
		if req.Contents[len(req.Contents)-1].Parts[0].FunctionResponse == nil {
			turn = agenttest.Call("weather", `{"city":"Oslo"}`)
		}
		turn(ctx, req, yield)
	})
	a, err := agent.New(agent.Config{Name: "helper", Model: model, Tools: []agent.Tool{agenttest.NewTool("weather", agenttest.Return("21 degrees in Oslo"))}})
	require.NoError(t, err)
	r, err := agent.NewRunner(agent.RunnerConfig{Agent: a, Store: s})
	require.NoError(t, err)
	return r
}

func ask(t testing.TB, r *agent.Runner, ref agent.SessionRef) {
	t.Helper()
	for _, err := range r.Run(t.Context(), ref, agent.Say("How warm is it in Oslo?")) {
		require.NoError(t, err)
	}
}

// The round trips are the claim, the session, four events, and the release of the claim.
func TestRoundTripsOfARun(t *testing.T) {
	c := &cable{}
	s, err := pgstore.Open(t.Context(), connect(t, database(t), func(cfg *pgxpool.Config) { cfg.ConnConfig.DialFunc, cfg.MaxConns = c.dial, 1 }))
	require.NoError(t, err)
	create(t, s, ada, nil)
	r := askingRunner(t, s)
	ask(t, r, ada) // prepares the statements
	c.writes.Store(0)
	ask(t, r, ada)
	assert.Equal(t, int64(7), c.writes.Load())
	assert.Len(t, get(t, s, ada).Events, 8)
}

func TestArgumentsAreReadAsTheyWereStored(t *testing.T) {
	s := open(t, database(t))
	const args = `{"a":"\ud800 \u0000 ` + "\xff" + `","n":12345678901234567890.50}`
	e := text("e", "i", nil)
	e.Content.Parts = []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "c", Name: "t", Args: []byte(args)}}}
	_, err := s.Append(t.Context(), ada, create(t, s, ada, nil).Version, e)
	require.NoError(t, err)
	assert.Equal(t, strings.ToValidUTF8(args, "\uFFFD"), string(get(t, s, ada).Events[0].FunctionCalls()[0].Args))
}

// FuzzNames stores any text as a name: PostgreSQL accepts it and returns it unchanged.
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
