package agent_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

type yielding = func(*agent.ModelResponse, error) bool

func TestModelThatFailsAndDoesNotReturn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		hang := func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
			yield(nil, toolerr.Upstream(401, toolerr.Message{}))
			<-release
		}
		w := newWorld(t, agenttest.NewModel(hang), nil)
		start := time.Now()
		o := w.say("go")
		require.ErrorIs(t, o.err, agent.ErrProviderAuth)
		assert.LessOrEqual(t, time.Since(start), 100*time.Millisecond)
		assert.Equal(t, 1, o.diagnosed(agent.DiagAbandoned))
		assert.Equal(t, 1, w.runner.Stuck("model:scripted"))
		close(release)
		synctest.Wait()
		assert.Zero(t, w.runner.Stuck("model:scripted"))
		assert.Equal(t, 1, o.diagnosed(agent.DiagLateResult))
	})
}

func TestModelIsNotCalledWhileManyCallsHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var asked atomic.Int32
		hang := func(context.Context, *agent.ModelRequest, yielding) {
			asked.Add(1)
			<-release
		}
		w := newWorld(t, agenttest.NewModel().Forever(hang), nil)
		run := func(d time.Duration) outcome {
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			return w.run(ctx, agent.Say("go"))
		}
		for range 20 {
			assert.Equal(t, agent.CodeCanceled, run(time.Millisecond).last().ErrorCode, "a model that is slightly late is not stuck")
		}
		assert.EqualValues(t, 20, asked.Load())
		assert.Equal(t, 20, w.runner.Stuck("model:scripted"))
		run(6 * time.Second) // after it, the other calls have timed out
		require.ErrorIs(t, run(time.Second).err, agent.ErrModelContract)
		assert.EqualValues(t, 21, asked.Load(), "the model is not called again")
		close(release)
		synctest.Wait()
		assert.Zero(t, w.runner.Stuck("model:scripted"))
		w.model.Forever(agenttest.Say("back"))
		assert.Equal(t, "back", w.say("go").text())
		w.stored()
	})
}

func TestAnAnswerIsBoundedInSize(t *testing.T) {
	text := strings.Repeat("x", 1<<17)
	delta := func(p ...agent.Part) *agent.ModelResponse {
		return &agent.ModelResponse{Partial: true, Content: &agent.Content{Parts: p}}
	}
	tests := map[string]func(i int) *agent.ModelResponse{
		"text":          func(int) *agent.ModelResponse { return delta(agent.Part{Text: text}) },
		"thoughts":      func(int) *agent.ModelResponse { return delta(agent.Part{Text: text, Thought: true}) },
		"files":         func(int) *agent.ModelResponse { return delta(agent.Part{Blob: &agent.Blob{Data: []byte(text)}}) },
		"URIs of files": func(int) *agent.ModelResponse { return delta(agent.Part{File: &agent.File{URI: text}}) },
		"signatures":    func(int) *agent.ModelResponse { return delta(agent.Part{Signature: []byte(text)}) },
		"calls": func(int) *agent.ModelResponse {
			return delta(agent.Part{FunctionCall: &agent.FunctionCall{Name: text}})
		},
		"empty parts": func(int) *agent.ModelResponse { return delta(make([]agent.Part, 1000)...) },
		"arguments": func(int) *agent.ModelResponse {
			return &agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Name: "t", Args: text}}
		},
		"calls without arguments": func(i int) *agent.ModelResponse {
			return &agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Index: i, Name: "t"}}
		},
		"a whole answer": func(int) *agent.ModelResponse {
			parts := make([]agent.Part, 260)
			for i := range parts {
				parts[i].Text = text
			}
			return &agent.ModelResponse{Content: &agent.Content{Parts: parts}, FinishReason: agent.FinishStop}
		},
	}
	for name, next := range tests {
		t.Run(name, func(t *testing.T) {
			times := 600
			if name == "calls without arguments" {
				times = 600_000
			}
			endless := func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
				for i := range times {
					if !yield(next(i), nil) {
						return
					}
				}
			}
			w := newWorld(t, agenttest.NewModel(endless), nil)
			require.ErrorIs(t, w.say("go").err, agent.ErrModelContract)
			for _, e := range w.stored() {
				assert.LessOrEqual(t, len(e.Content.Text()), 1<<20, "the stored text is bounded too")
			}
		})
	}
}

func TestTextThatBrokeOffIsKeptUpToAMebibyte(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.FailAfter(toolerr.Upstream(400, toolerr.Message{}), "a", strings.Repeat("é", 1<<20))), nil)
	require.Error(t, w.say("go").err)
	stored := w.stored()
	kept := stored[len(stored)-1].Content.Text()
	assert.Equal(t, agent.CodeInterrupted, stored[len(stored)-1].ErrorCode)
	assert.True(t, utf8.ValidString(kept))
	assert.InDelta(t, 1<<20, len(kept), 2)
}

func TestPiecesArePutTogether(t *testing.T) {
	piece := func(p agent.Part) *agent.ModelResponse {
		return &agent.ModelResponse{Partial: true, Content: &agent.Content{Parts: []agent.Part{p}}}
	}
	turn := func(_ context.Context, _ *agent.ModelRequest, yield yielding) {
		for _, r := range []*agent.ModelResponse{
			piece(agent.Part{Text: "h", Thought: true}),
			piece(agent.Part{Text: "m", Thought: true, Signature: []byte("s")}),
			piece(agent.Part{Text: "a", Thought: true}),
			piece(agent.Part{Text: "b"}),
			piece(agent.Part{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("p")}}),
			piece(agent.Part{Text: "c"}), piece(agent.Part{Text: "d"}),
			{FinishReason: agent.FinishStop},
		} {
			if !yield(r, nil) {
				return
			}
		}
	}
	w := newWorld(t, agenttest.NewModel(turn), nil)
	o := w.say("go", agent.WithStreaming())
	require.NoError(t, o.err)
	assert.Equal(t, []agent.Part{
		{Text: "hm", Thought: true, Signature: []byte("s")},
		{Text: "a", Thought: true},
		{Text: "b"},
		{Blob: &agent.Blob{MIMEType: "image/png", Data: []byte("p")}},
		{Text: "cd"},
	}, o.last().Content.Parts)
	assert.Equal(t, "bcd", o.text())
}

// Earlier pieces are not copied again for each new one.
func TestTheCostOfALongAnswerIsLinear(t *testing.T) {
	cost := func(pieces int) uint64 {
		deltas := make([]string, pieces)
		for i := range deltas {
			deltas[i] = "word "
		}
		w := newWorld(t, agenttest.NewModel(agenttest.Stream(deltas...)), nil)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o := w.say("go")
		runtime.ReadMemStats(&after)
		require.Len(t, o.text(), 5*pieces)
		return after.TotalAlloc - before.TotalAlloc
	}
	assert.Less(t, cost(20_000), 40*cost(1_000), "twenty times the answer is about twenty times the work")
}
