package eino_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/examples/frameworks/eino"
	"github.com/errand-go/errand/toolerr"
)

type request struct {
	Card string `json:"card"`
}

// pay returns a tool of the kind that calls does.
func pay(t *testing.T, kind string, does func() (string, error)) tool.BaseTool {
	t.Helper()
	var made tool.BaseTool
	var err error
	result := func(text string) *schema.ToolResult {
		return &schema.ToolResult{Parts: []schema.ToolOutputPart{{Type: schema.ToolPartTypeText, Text: text}}}
	}
	switch kind {
	case "invokable":
		made, err = utils.InferTool("pay", "pays", func(context.Context, request) (string, error) { return does() })
	case "streamable":
		made, err = utils.InferStreamTool("pay", "pays", func(context.Context, request) (*schema.StreamReader[string], error) {
			text, err := does()
			return schema.StreamReaderFromArray([]string{text}), err
		})
	case "enhanced":
		made, err = utils.InferEnhancedTool("pay", "pays", func(context.Context, request) (*schema.ToolResult, error) {
			text, err := does()
			return result(text), err
		})
	case "enhanced streamable":
		made, err = utils.InferEnhancedStreamTool("pay", "pays", func(context.Context, request) (*schema.StreamReader[*schema.ToolResult], error) {
			text, err := does()
			return schema.StreamReaderFromArray([]*schema.ToolResult{result(text)}), err
		})
	}
	require.NoError(t, err)
	return made
}

func node(t *testing.T, made tool.BaseTool) *compose.ToolsNode {
	t.Helper()
	n, err := compose.NewToolNode(t.Context(), &compose.ToolsNodeConfig{
		Tools:               []tool.BaseTool{made},
		ToolCallMiddlewares: []compose.ToolMiddleware{eino.Middleware(adapters.Default())},
	})
	require.NoError(t, err)
	return n
}

func calls() *schema.Message {
	return schema.AssistantMessage("", []schema.ToolCall{{ID: "c", Function: schema.FunctionCall{Name: "pay", Arguments: `{"card":"4242"}`}}})
}

func textOf(m *schema.Message) string {
	text := m.Content
	for _, p := range m.UserInputMultiContent {
		text += p.Text
	}
	return text
}

// endless wraps itself.
type endless struct{}

func (endless) Error() string   { return "token=hunter2" }
func (e endless) Unwrap() error { return e }

func TestMiddleware(t *testing.T) {
	failures := map[string]struct {
		does func() (string, error)
		code string
	}{
		"an error":           {func() (string, error) { return "", errors.New("token=hunter2") }, "internal_error"},
		"an error of errand": {func() (string, error) { return "", toolerr.RateLimit(toolerr.Message{}) }, "rate_limited"},
		"a cycle":            {func() (string, error) { return "", endless{} }, "internal_error"},
		"a panic":            {func() (string, error) { panic("token=hunter2") }, "internal_error"},
		"a success":          {func() (string, error) { return "paid", nil }, ""},
	}
	for _, kind := range []string{"invokable", "streamable", "enhanced", "enhanced streamable"} {
		for name, tt := range failures {
			t.Run(kind+"/"+name, func(t *testing.T) {
				got, err := node(t, pay(t, kind, tt.does)).Invoke(t.Context(), calls())
				require.NoError(t, err)
				require.Len(t, got, 1)
				text := textOf(got[0])
				assert.NotContains(t, text, "hunter2")
				if tt.code == "" {
					assert.Contains(t, text, "paid")
					return
				}
				var payload map[string]any
				require.NoError(t, json.Unmarshal([]byte(text), &payload), text)
				assert.Equal(t, false, payload["success"])
				assert.Equal(t, tt.code, payload["error_code"])
			})
		}
	}
}

func TestInterruptsPass(t *testing.T) {
	made, err := utils.InferTool("pay", "pays", func(ctx context.Context, _ request) (string, error) {
		return "", compose.Interrupt(ctx, "may I?")
	})
	require.NoError(t, err)
	_, err = node(t, made).Invoke(t.Context(), calls())
	require.Error(t, err)
	_, ok := toolerr.Find(err)
	assert.False(t, ok, "the graph gets its own signal")
}

func TestStreamThatBreaksOff(t *testing.T) {
	made, err := utils.InferStreamTool("pay", "pays", func(context.Context, request) (*schema.StreamReader[string], error) {
		r, w := schema.Pipe[string](2)
		w.Send("half ", nil)
		w.Send("", errors.New("token=hunter2"))
		w.Close()
		return r, nil
	})
	require.NoError(t, err)
	stream, err := node(t, made).Stream(t.Context(), calls())
	require.NoError(t, err)
	defer stream.Close()
	for err == nil {
		_, err = stream.Recv()
	}
	require.NotErrorIs(t, err, io.EOF)
	te, ok := toolerr.Find(err)
	require.True(t, ok)
	assert.NotContains(t, te.Error(), "hunter2")
}
