package modeltest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/internal/go126"
)

// recorder is a TB that records errors.
type recorder struct{ errs []string }

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errs = append(r.errs, fmt.Sprintf(format, args...))
}

// yields returns a turn that yields the arguments.
func yields(all ...any) agenttest.Turn {
	return func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		for _, v := range all {
			switch v := v.(type) {
			case error:
				yield(nil, v)
			case *agent.ModelResponse:
				yield(v, nil)
			}
		}
	}
}

func delta(text string) *agent.ModelResponse {
	return &agent.ModelResponse{Partial: true, Content: go126.New(agent.TextContent(agent.RoleModel, text))}
}

func answer(text string) *agent.ModelResponse {
	return &agent.ModelResponse{Content: go126.New(agent.TextContent(agent.RoleModel, text)), FinishReason: agent.FinishStop}
}

func callPiece(index int, name, args string) *agent.ModelResponse {
	return &agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Index: index, Name: name, Args: args}}
}

func TestAssertSound(t *testing.T) {
	var nothing *agent.ModelResponse
	late := delta("a")
	late.FinishReason = agent.FinishStop
	failed := errors.New("failed")
	tests := map[string]struct {
		turn   agenttest.Turn
		stream bool
		want   string // "" for a valid sequence
	}{
		"an answer":                           {yields(answer("ab")), false, ""},
		"deltas":                              {yields(delta("a"), delta("b"), answer("ab")), true, ""},
		"an end without content":              {yields(delta("a"), callPiece(0, "t", "{"), callPiece(0, "", "}"), &agent.ModelResponse{FinishReason: agent.FinishStop}), true, ""},
		"no deltas":                           {yields(answer("ab")), true, ""},
		"an error":                            {yields(delta("a"), failed), true, ""},
		"no end":                              {yields(delta("a")), true, ""},
		"a delta without streaming":           {yields(delta("a"), answer("a")), false, "nobody asked for"},
		"a delta with a reason":               {yields(late, answer("a")), true, "a delta has a finish reason"},
		"no reason":                           {yields(&agent.ModelResponse{}), false, "no finish reason"},
		"nothing":                             {yields(nothing), false, "nothing is yielded"},
		"two answers":                         {yields(answer("a"), answer("a")), false, "something follows the end"},
		"an answer and an error":              {yields(answer("a"), failed), false, "something follows the end"},
		"a delta after an error":              {yields(failed, delta("a")), true, "something follows the end"},
		"deltas that do not match the answer": {yields(delta("a"), answer("b")), true, `the deltas say "a", the answer "b"`},
		"a call not begun":                    {yields(callPiece(0, "", "{}"), answer("")), true, "has not begun"},
		"a call begun twice":                  {yields(callPiece(0, "t", ""), callPiece(0, "u", ""), answer("")), true, "begins twice"},
		"a panic":                             {agenttest.Crash("crash"), false, "Generate panics: crash"},
		"both": {func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
			yield(answer("a"), failed)
		}, false, "beside an error"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			modeltest.AssertSound(t.Context(), r, agenttest.NewModel(tt.turn), &agent.ModelRequest{Stream: tt.stream})
			if tt.want == "" {
				assert.Empty(t, r.errs)
				return
			}
			assert.Contains(t, strings.Join(r.errs, "\n"), tt.want)
		})
	}
	h := modeltest.AssertSound(t.Context(), t, agenttest.NewModel(yields(delta("a"), callPiece(0, "t", "{}"), delta("b"), answer("ab"))),
		&agent.ModelRequest{Stream: true})
	require.NoError(t, h.Err)
	assert.Equal(t, "ab", h.Answer.Content.Text())
	assert.Equal(t, "ab", h.Shown())
	assert.Len(t, h.Deltas, 3)
	h = modeltest.AssertSound(t.Context(), t, agenttest.NewModel(yields(failed)), &agent.ModelRequest{})
	require.ErrorIs(t, h.Err, failed)
	assert.Nil(t, h.Answer)
}
