package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/compact"
)

// longHistory returns n events, in turns of four: a question, a call, its result, and an
// answer.
func longHistory(n int) []*agent.Event {
	events := make([]*agent.Event, n)
	for i := range events {
		turn := i / 4
		e := &agent.Event{
			ID: fmt.Sprint("e", i), InvocationID: fmt.Sprint("i", turn), Author: "helper",
			Timestamp: time.Unix(int64(i), 0).UTC(), Content: &agent.Content{Role: agent.RoleModel},
		}
		id, part := fmt.Sprint("call_", turn), agent.Part{}
		switch i % 4 {
		case 0:
			e.Author, e.Content.Role = agent.AuthorUser, agent.RoleUser
			part.Text = fmt.Sprint("What does order ", turn, " cost, with everything that belongs to it?")
		case 1:
			part.FunctionCall = &agent.FunctionCall{ID: id, Name: "price", Args: json.RawMessage(fmt.Sprintf(`{"order":%d}`, turn))}
			e.FinishReason = agent.FinishToolCalls
		case 2:
			e.Content.Role = agent.RoleUser
			part.FunctionResponse = &agent.FunctionResponse{
				ID: id, Name: "price", Response: json.RawMessage(`{"success":true,"error":null,"price":"12.50","currency":"EUR"}`),
				Outcome: agent.OutcomeOK,
			}
		case 3:
			part.Text = fmt.Sprint("Order ", turn, " costs 12.50 EUR, delivery included.")
			e.TurnComplete, e.FinishReason = true, agent.FinishStop
		}
		e.Content.Parts = []agent.Part{part}
		events[i] = e
	}
	return events
}

// quietModel answers at once, keeps only the last request, and allocates nothing.
type quietModel struct{ last *agent.ModelRequest }

func (*quietModel) Name() string { return "quiet" }

func (m *quietModel) Generate(_ context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	m.last = req
	c := agent.TextContent(agent.RoleModel, "Yes.")
	return func(yield func(*agent.ModelResponse, error) bool) {
		yield(&agent.ModelResponse{Content: &c, FinishReason: agent.FinishStop}, nil)
	}
}

// allocated returns the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func seed(tb testing.TB, store agent.Store, ref agent.SessionRef, events []*agent.Event) {
	tb.Helper()
	s, err := store.Create(tb.Context(), ref, nil)
	require.NoError(tb, err)
	_, err = store.Append(tb.Context(), ref, s.Version, events...)
	require.NoError(tb, err)
}

// requestBytes returns the memory of a request, without the texts, arguments and results
// that it shares with the session.
func requestBytes(req *agent.ModelRequest) uint64 {
	n := uintptr(0)
	for _, c := range req.Contents {
		n += unsafe.Sizeof(c)
		for _, p := range c.Parts {
			n += unsafe.Sizeof(p)
			if p.FunctionCall != nil {
				n += unsafe.Sizeof(*p.FunctionCall)
			}
			if p.FunctionResponse != nil {
				n += unsafe.Sizeof(*p.FunctionResponse)
			}
		}
	}
	return uint64(n)
}

// The memory that a run allocates beside its request does not grow with the session.
func TestARunOnALongSessionReadsWhatItNeeds(t *testing.T) {
	for name, tt := range map[string]struct {
		compactor agent.Compactor
		most      uint64 // bytes beside the request
	}{
		"whole":     {nil, 2 << 20},
		"compacted": {compact.Window{Tokens: 20_000}, 1 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			store, model := agent.NewMemoryStore(), &quietModel{}
			seed(t, store, session, longHistory(10_000))
			a := mustAgent(t, agent.Config{Name: "helper", Model: model})
			r := mustRunner(t, agent.RunnerConfig{Agent: a, Store: store, Compactor: tt.compactor})
			run := func() {
				for _, err := range r.Run(t.Context(), session, agent.Say("And this one?")) {
					require.NoError(t, err)
				}
			}
			run() // may compact the session
			beside := allocated(run) - requestBytes(model.last)
			t.Logf("%d contents, %d bytes beside the request", len(model.last.Contents), beside)
			assert.Less(t, beside, tt.most)
		})
	}
}
