// Package agents has tools of agent frameworks and of model providers. // want package:"read"
package agents

import (
	"context"
	"os"

	anthropic "github.com/anthropics/anthropic-sdk-go"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
	"github.com/firebase/genkit/go/ai"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
	adktool "google.golang.org/adk/tool"
	"google.golang.org/genai"

	"github.com/errand-go/errand/toolerr"
)

func providers() {
	_, err := os.Stat("x")
	_ = openai.ToolMessage(err.Error(), "1")                                         // want "openai.ToolMessage"
	_ = responses.ResponseInputItemParamOfFunctionCallOutput(err.Error())            // want "responses.ResponseInputItemParamOfFunctionCallOutput"
	_ = anthropic.NewToolResultBlock("1", err.Error(), true)                         // want "anthropic.NewToolResultBlock"
	_ = genai.NewPartFromFunctionResponse("x", map[string]any{"error": err.Error()}) // want "genai.NewPartFromFunctionResponse"
	_ = &genai.FunctionResponse{Name: "x", Response: map[string]any{"error": err}}   // want "genai.FunctionResponse.Response"
	_ = schema.ToolMessage(err.Error(), "1")                                         // want "schema.ToolMessage"
	_ = llms.ToolCallResponse{Content: err.Error()}                                  // want "llms.ToolCallResponse.Content"
	_ = toolerr.UncheckedMessage(err.Error())                                        // want "toolerr.UncheckedMessage"
	_ = toolerr.UncheckedMessage(toolerr.DeveloperText(err))                         // want "toolerr.DeveloperText"
	_ = openai.ToolMessage(toolerr.Errorf("no x: %w", err).Error(), "1")
	_ = openai.ToolMessage(toolerr.Result(nil, err).String(), "1")
	_ = openai.ToolMessage("x", err.Error())
}

type einoTool struct{}

var _ tool.InvokableTool = einoTool{}

func (einoTool) InvokableRun(ctx context.Context, arguments string, opts ...tool.Option) (string, error) { // want InvokableRun:`text\(0, os.Remove\)`
	if err := os.Remove(arguments); err != nil {
		return "failed: " + err.Error(), nil // want "text of os.Remove reaches a model through the result of a tool"
	}
	if err := os.Remove(arguments); err != nil {
		return "", err // ends the run
	}
	return "done", nil
}

func infer() {
	_, _ = utils.InferTool("x", "x", func(ctx context.Context, in string) (string, error) {
		if err := os.Remove(in); err != nil {
			return err.Error(), nil // want "text of os.Remove"
		}
		return "done", nil
	})
	_, _ = utils.InferTool("y", "y", named)
}

func named(ctx context.Context, in string) (string, error) {
	if err := os.Remove(in); err != nil {
		return err.Error(), nil // want "text of os.Remove"
	}
	return "done", nil
}

func genkitTool(ctx *ai.ToolContext, in string) (string, error) {
	if err := os.Remove(in); err != nil {
		return err.Error(), nil // want "text of os.Remove"
	}
	return "done", nil
}

type chainTool struct{}

var _ tools.Tool = chainTool{}

func (chainTool) Name() string        { return "x" }
func (chainTool) Description() string { return "x" }

func (chainTool) Call(ctx context.Context, input string) (string, error) { // want Call:`text\(0, os.Remove\)`
	if err := os.Remove(input); err != nil {
		return err.Error(), nil // want "text of os.Remove"
	}
	return "done", nil
}

// Call of another type is not a tool's.
type other struct{}

func (other) Call(ctx context.Context, input string) (string, error) { // want Call:`text\(0, os.Remove\)`
	if err := os.Remove(input); err != nil {
		return err.Error(), nil
	}
	return "done", nil
}

func adk(ctx adktool.Context, in string) (map[string]any, error) {
	if err := os.Remove(in); err != nil {
		return map[string]any{"error": err.Error()}, nil // want "text of os.Remove"
	}
	return map[string]any{"done": in}, nil
}
