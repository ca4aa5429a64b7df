package sqlitestore_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
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
