package langchaingo_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms/fake"
	"github.com/tmc/langchaingo/tools"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/examples/frameworks/langchaingo"
	"github.com/errand-go/errand/toolerr"
)

type pay struct {
	does func() (string, error)
	runs *int
}

func (pay) Name() string        { return "pay" }
func (pay) Description() string { return "Pays." }
func (p pay) Call(context.Context, string) (string, error) {
	*p.runs++
	return p.does()
}

func TestWrap(t *testing.T) {
	tests := map[string]struct {
		does func() (string, error)
		want string
	}{
		"an error":           {func() (string, error) { return "", errors.New("token=hunter2") }, `"error_code":"internal_error"`},
		"an error of errand": {func() (string, error) { return "", toolerr.RateLimit(toolerr.Message{}) }, `"error_code":"rate_limited"`},
		"a panic":            {func() (string, error) { panic("token=hunter2") }, `"error_code":"internal_error"`},
		"a success":          {func() (string, error) { return "paid", nil }, "paid"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			runs := 0
			llm := fake.NewFakeLLM([]string{"Action: pay\nAction Input: 4242\n", "Final Answer: done\n"})
			agent := agents.NewOneShotAgent(llm, langchaingo.Wrap(adapters.Default(), pay{tt.does, &runs}))
			executor := agents.NewExecutor(agent, agents.WithReturnIntermediateSteps())
			out, err := chains.Call(t.Context(), executor, map[string]any{"input": "go"})
			require.NoError(t, err, "the run goes on")
			assert.Equal(t, 1, runs)
			assert.Contains(t, out["output"], "done")
		})
		t.Run(name+", as the model reads it", func(t *testing.T) {
			runs := 0
			var wrapped tools.Tool = langchaingo.Wrap(adapters.Default(), pay{tt.does, &runs})[0]
			out, err := wrapped.Call(t.Context(), "4242")
			require.NoError(t, err)
			assert.Contains(t, out, tt.want)
			assert.NotContains(t, out, "hunter2")
		})
	}
}
