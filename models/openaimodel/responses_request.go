package openaimodel

import (
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// request returns the API request.
func (m *ResponsesModel) request(req *agent.ModelRequest) (responses.ResponseNewParams, error) {
	p := responses.ResponseNewParams{Model: m.name, Store: openai.Bool(false)}
	if strings.TrimSpace(req.Instruction) != "" {
		p.Instructions = openai.String(req.Instruction)
	}
	var input responses.ResponseInputParam
	for i := range req.Contents {
		items, err := m.itemsOf(&req.Contents[i])
		if err != nil {
			return p, err
		}
		input = append(input, items...)
	}
	p.Input.OfInputItemList = input
	for i := range req.Tools {
		tool, err := responsesTool(&req.Tools[i])
		if err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, tool)
	}
	switch tool := req.ToolChoice.Tool(); {
	case len(p.Tools) == 0:
	case tool != "":
		p.ToolChoice.OfFunctionTool = &responses.ToolChoiceFunctionParam{Name: tool}
	case req.ToolChoice == agent.ToolsNone:
		p.ToolChoice.OfToolChoiceMode = param.NewOpt(responses.ToolChoiceOptionsNone)
	case req.ToolChoice == agent.ToolsAny:
		p.ToolChoice.OfToolChoiceMode = param.NewOpt(responses.ToolChoiceOptionsRequired)
	}
	if req.OutputSchema != nil {
		schema, err := schemaOf(req.OutputSchema)
		if err != nil {
			return p, err
		}
		p.Text.Format.OfJSONSchema = &responses.ResponseFormatTextJSONSchemaConfigParam{
			Name: answerFormat, Schema: schema, Strict: openai.Bool(false),
		}
	}
	for _, change := range m.change {
		change(&p)
	}
	return p, nil
}

// itemsOf returns the items of a turn of the conversation.
func (m *ResponsesModel) itemsOf(c *agent.Content) (items responses.ResponseInputParam, err error) {
	var rest []agent.Part
	parts := c.Parts
	if c.Role == agent.RoleModel {
		parts = modelParts(c)
	}
	for i := range parts {
		p := &parts[i]
		switch {
		case p.FunctionCall != nil:
			items = append(items, responses.ResponseInputItemParamOfFunctionCall(
				argumentsOf(p.FunctionCall), p.FunctionCall.ID, p.FunctionCall.Name))
		case p.FunctionResponse != nil:
			items = append(items, resultOf(p.FunctionResponse))
		case c.Role == agent.RoleModel:
			if item, ok := m.saidBefore(p); ok {
				items = append(items, item)
			}
		default:
			rest = append(rest, *p)
		}
	}
	// The API refuses reasoning without a following item, which is left if an answer was
	// cut off.
	for n := len(items); n > 0 && items[n-1].OfReasoning != nil; n = len(items) {
		items = items[:n-1]
	}
	user, err := userItems(rest)
	return append(items, user...), err
}

func resultOf(r *agent.FunctionResponse) responses.ResponseInputItemUnionParam {
	item := responses.ResponseInputItemParamOfFunctionCallOutput(string(r.Response))
	item.OfFunctionCallOutput.CallID = openai.String(r.ID)
	return item
}

// saidBefore returns the item of a model's text or thought; ok is false for parts that the
// API does not support.
func (m *ResponsesModel) saidBefore(p *agent.Part) (item responses.ResponseInputItemUnionParam, ok bool) {
	switch {
	case !isText(p):
		return item, false
	case p.Thought:
		return reasoningItem(m.name, p)
	case strings.TrimSpace(p.Text) == "":
		return item, false
	}
	item = responses.ResponseInputItemParamOfMessage(p.Text, responses.EasyInputMessageRoleAssistant)
	item.OfMessage.Phase = responses.EasyInputMessagePhase(phaseOf(p))
	return item, true
}

// userItems returns the message with a user's parts.
func userItems(parts []agent.Part) (responses.ResponseInputParam, error) {
	content, err := userParts(parts, responses.ResponseInputContentParamOfInputText, responsesAttachment)
	if err != nil || len(content) == 0 {
		return nil, err
	}
	return responses.ResponseInputParam{
		responses.ResponseInputItemParamOfMessage(responses.ResponseInputMessageContentListParam(content), responses.EasyInputMessageRoleUser),
	}, nil
}

func responsesAttachment(p *agent.Part) (part responses.ResponseInputContentUnionParam, err error) {
	a, err := attach(p)
	switch {
	case err != nil:
		return part, err
	case a.image != "":
		part.OfInputImage = &responses.ResponseInputImageParam{
			ImageURL: openai.String(a.image), Detail: responses.ResponseInputImageDetailAuto,
		}
	case a.file != "":
		part.OfInputFile = &responses.ResponseInputFileParam{FileData: openai.String(a.file), Filename: openai.String(a.name)}
	case a.url != "":
		part.OfInputFile = &responses.ResponseInputFileParam{FileURL: openai.String(a.url)}
	case a.audio != "":
		return part, provider.Unsupported()
	default:
		part = responses.ResponseInputContentParamOfInputText(a.text)
	}
	return part, nil
}

func responsesTool(d *agent.Declaration) (tool responses.ToolUnionParam, err error) {
	schema, err := schemaOf(d.Parameters)
	if err != nil {
		return tool, err
	}
	// By default the API is strict, and then accepts only a part of JSON Schema.
	f := &responses.FunctionToolParam{Name: d.Name, Parameters: schema, Strict: openai.Bool(false)}
	if d.Description != "" {
		f.Description = openai.String(d.Description)
	}
	tool.OfFunction = f
	return tool, nil
}

// Preflight refuses attachments that Responses does not accept; see [agent.Preflighter]. It
// refuses all attachments in answers of a model.
func (m *ResponsesModel) Preflight(c agent.Content) error {
	return provider.Preflight(&c, responsesAttachment)
}
