package genkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/firebase/genkit/go/ai"
	gk "github.com/firebase/genkit/go/genkit"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	errandgenkit "github.com/errand-go/errand/examples/genkit"
	"github.com/errand-go/errand/toolerr"
)

type request struct {
	Card string `json:"card"`
}

type receipt struct {
	Number int `json:"number"`
}

// generate runs a scripted model that calls the tool once, and returns the result that the
// model gets.
func generate(t *testing.T, does func(*ai.ToolContext) (receipt, error)) (told map[string]any, resp *ai.ModelResponse, err error) {
	t.Helper()
	g := gk.Init(t.Context())
	gk.DefineModel(g, "test/scripted", &ai.ModelOptions{Supports: &ai.ModelSupports{Tools: true, Multiturn: true}},
		func(_ context.Context, req *ai.ModelRequest, _ ai.ModelStreamCallback) (*ai.ModelResponse, error) {
			last := req.Messages[len(req.Messages)-1]
			if last.Role == ai.RoleTool {
				raw, err := json.Marshal(last.Content[0].ToolResponse.Output)
				if err != nil {
					return nil, err
				}
				return &ai.ModelResponse{Request: req, Message: ai.NewModelTextMessage("done"), FinishReason: ai.FinishReasonStop},
					json.Unmarshal(raw, &told)
			}
			return &ai.ModelResponse{Request: req, FinishReason: ai.FinishReasonStop, Message: &ai.Message{
				Role:    ai.RoleModel,
				Content: []*ai.Part{ai.NewToolRequestPart(&ai.ToolRequest{Name: "pay", Ref: "c", Input: map[string]any{"card": "4242"}})},
			}}, nil
		})
	tool := gk.DefineTool(g, "pay", "Pays.", errandgenkit.Wrap(adapters.Default(), "pay",
		func(tc *ai.ToolContext, _ request) (receipt, error) { return does(tc) }))
	resp, err = gk.Generate(t.Context(), g, ai.WithModelName("test/scripted"), ai.WithPrompt("go"), ai.WithTools(tool))
	return told, resp, err
}

func TestWrap(t *testing.T) {
	tests := map[string]struct {
		does func(*ai.ToolContext) (receipt, error)
		code any
	}{
		"an error":           {func(*ai.ToolContext) (receipt, error) { return receipt{}, errors.New("token=hunter2") }, "internal_error"},
		"an error of errand": {func(*ai.ToolContext) (receipt, error) { return receipt{}, toolerr.RateLimit(toolerr.Message{}) }, "rate_limited"},
		"a panic":            {func(*ai.ToolContext) (receipt, error) { panic("token=hunter2") }, "internal_error"},
		"a success":          {func(*ai.ToolContext) (receipt, error) { return receipt{7}, nil }, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			told, resp, err := generate(t, tt.does)
			require.NoError(t, err)
			assert.Equal(t, "done", resp.Text())
			assert.Equal(t, tt.code == nil, told["success"])
			assert.Equal(t, tt.code, told["error_code"])
			if tt.code == nil {
				assert.InDelta(t, 7, told["number"], 0)
			}
			raw, err := json.Marshal(told)
			require.NoError(t, err)
			assert.NotContains(t, string(raw), "hunter2")
		})
	}
}

func TestInterruptsPass(t *testing.T) {
	told, resp, err := generate(t, func(tc *ai.ToolContext) (receipt, error) {
		return receipt{}, tc.Interrupt(&ai.InterruptOptions{Metadata: map[string]any{"ask": "may I?"}})
	})
	require.NoError(t, err)
	assert.Nil(t, told)
	assert.Equal(t, ai.FinishReasonInterrupted, resp.FinishReason)
}
