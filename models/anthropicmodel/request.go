package anthropicmodel

import (
	"encoding/json"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// request returns the API request.
func (m *Model) request(req *agent.ModelRequest) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{Model: m.name, MaxTokens: DefaultMaxTokens}
	if strings.TrimSpace(req.Instruction) != "" {
		p.System = append(p.System, anthropic.TextBlockParam{Text: req.Instruction})
	}
	for i := range req.Contents {
		message, err := messageOf(&req.Contents[i])
		if err != nil {
			return p, err
		}
		if len(message.Content) > 0 {
			p.Messages = append(p.Messages, message)
		}
	}
	for i := range req.Tools {
		p.Tools = append(p.Tools, toolOf(&req.Tools[i]))
	}
	if len(p.Tools) > 0 {
		p.ToolChoice = choiceOf(req.ToolChoice)
	}
	if req.OutputSchema != nil {
		p.OutputConfig.Format = param.Override[anthropic.JSONOutputFormatParam](outputFormat{"json_schema", req.OutputSchema})
	}
	for _, change := range m.change {
		change(&p)
	}
	return p, nil
}

// choiceOf returns a tool choice in the API's form.
func choiceOf(choice agent.ToolChoice) (c anthropic.ToolChoiceUnionParam) {
	switch tool := choice.Tool(); {
	case tool != "":
		c.OfTool = &anthropic.ToolChoiceToolParam{Name: tool}
	case choice == agent.ToolsNone:
		none := anthropic.NewToolChoiceNoneParam()
		c.OfNone = &none
	case choice == agent.ToolsAny:
		c.OfAny = &anthropic.ToolChoiceAnyParam{}
	}
	return c
}

// outputFormat has the raw schema: the SDK's own type has a map, which would lose its
// order.
type outputFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

// messageOf converts a turn of the conversation. The result is empty if the turn has only
// thoughts of another provider.
func messageOf(c *agent.Content) (anthropic.MessageParam, error) {
	message := anthropic.MessageParam{Role: anthropic.MessageParamRoleUser}
	if c.Role == agent.RoleModel {
		message.Role = anthropic.MessageParamRoleAssistant
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		switch {
		case p.FunctionCall != nil:
			message.Content = append(message.Content,
				anthropic.NewToolUseBlock(p.FunctionCall.ID, p.FunctionCall.Args, p.FunctionCall.Name))
		case p.FunctionResponse != nil:
			r := p.FunctionResponse
			message.Content = append(message.Content, anthropic.NewToolResultBlock(r.ID, string(r.Response), r.IsError))
		case (p.Blob != nil || p.File != nil) && c.Role == agent.RoleModel:
			message.Content = append(message.Content, anthropic.NewTextBlock(provider.LeftOut))
		case p.Blob != nil || p.File != nil:
			block, err := attachment(p)
			if err != nil {
				return message, err
			}
			message.Content = append(message.Content, block)
		case p.Thought:
			if block, ok := thoughtOf(p); ok {
				message.Content = append(message.Content, block)
			}
		case strings.TrimSpace(p.Text) != "": // the API refuses blank texts
			message.Content = append(message.Content, anthropic.NewTextBlock(p.Text))
		}
	}
	return message, nil
}

// noArguments is the schema of a tool without parameters.
const noArguments = `{"type":"object","properties":{}}`

func toolOf(d *agent.Declaration) anthropic.ToolUnionParam {
	schema := d.Parameters
	if len(schema) == 0 {
		schema = json.RawMessage(noArguments)
	}
	tool := anthropic.ToolParam{
		Name: d.Name, InputSchema: param.Override[anthropic.ToolInputSchemaParam](schema),
	}
	if d.Description != "" {
		tool.Description = anthropic.String(d.Description)
	}
	return anthropic.ToolUnionParam{OfTool: &tool}
}
