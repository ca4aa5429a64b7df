package openaimodel

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// request returns the API request.
func (m *Model) request(req *agent.ModelRequest) (openai.ChatCompletionNewParams, error) {
	p := openai.ChatCompletionNewParams{Model: m.name}
	if strings.TrimSpace(req.Instruction) != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(req.Instruction))
	}
	calls := withCalls(req.Contents)
	for i := range req.Contents {
		messages, err := m.messagesOf(&req.Contents[i], calls[i])
		if err != nil {
			return p, err
		}
		p.Messages = append(p.Messages, messages...)
	}
	for i := range req.Tools {
		tool, err := chatTool(&req.Tools[i])
		if err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, tool)
	}
	switch tool := req.ToolChoice.Tool(); {
	case len(p.Tools) == 0:
	case tool != "":
		p.ToolChoice.OfFunctionToolChoice = &openai.ChatCompletionNamedToolChoiceParam{
			Function: openai.ChatCompletionNamedToolChoiceFunctionParam{Name: tool},
		}
	case req.ToolChoice == agent.ToolsNone:
		p.ToolChoice.OfAuto = openai.String("none")
	case req.ToolChoice == agent.ToolsAny:
		p.ToolChoice.OfAuto = openai.String("required")
	}
	if req.OutputSchema != nil {
		schema, err := schemaOf(req.OutputSchema)
		if err != nil {
			return p, err
		}
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: answerFormat, Schema: schema},
		}
	}
	if req.Stream {
		p.StreamOptions.IncludeUsage = openai.Bool(true)
	}
	for _, change := range m.change {
		change(&p)
	}
	return p, nil
}

// textsOf returns the texts in parts, without thoughts and blank texts.
func textsOf(parts []agent.Part) (texts []string) {
	for i := range parts {
		if p := &parts[i]; isText(p) && !p.Thought && strings.TrimSpace(p.Text) != "" {
			texts = append(texts, p.Text)
		}
	}
	return texts
}

func isText(p *agent.Part) bool {
	return p.FunctionCall == nil && p.FunctionResponse == nil && p.Blob == nil && p.File == nil
}

// messagesOf returns the messages of a content: none if it has only thoughts, and several
// for the results of several calls. withCalls reports whether its turn has calls.
func (m *Model) messagesOf(c *agent.Content, withCalls bool) ([]openai.ChatCompletionMessageParamUnion, error) {
	if c.Role == agent.RoleModel {
		return m.assistantMessages(c, withCalls), nil
	}
	var messages []openai.ChatCompletionMessageParamUnion
	var rest []agent.Part
	for _, p := range c.Parts {
		if r := p.FunctionResponse; r != nil {
			messages = append(messages, openai.ToolMessage(string(r.Response), wireID(r.ID)))
			continue
		}
		rest = append(rest, p)
	}
	parts, err := userParts(rest, openai.TextContentPart, chatAttachment)
	return append(messages, userMessages(parts)...), err
}

func (m *Model) assistantMessages(c *agent.Content, withCalls bool) []openai.ChatCompletionMessageParamUnion {
	var message openai.ChatCompletionAssistantMessageParam
	if text := strings.Join(textsOf(modelParts(c)), ""); text != "" {
		message.Content.OfString = openai.String(text)
	}
	for i := range c.Parts {
		if call := c.Parts[i].FunctionCall; call != nil {
			message.ToolCalls = append(message.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{
				OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
					ID: wireID(call.ID),
					Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{
						Name: call.Name, Arguments: argumentsOf(call),
					},
				},
			})
		}
	}
	if !message.Content.OfString.Valid() && len(message.ToolCalls) == 0 {
		return nil
	}
	if thoughts, ok := spokenIn(m.name, c); ok && withCalls {
		message.SetExtraFields(map[string]any{thoughts.Field: string(thoughts.text)})
	}
	return []openai.ChatCompletionMessageParamUnion{{OfAssistant: &message}}
}

// maxID is the maximum length of a call id in Chat Completions (the API's own error for a
// longer one: string_above_max_length, maximum length 40).
const maxID = 40

// wireID returns the id of a call for the API, which is equal for the call and its result.
func wireID(id string) string {
	if len(id) <= maxID {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return "call_" + hex.EncodeToString(sum[:16])
}

// argumentsOf returns the arguments of a call, which must be JSON.
func argumentsOf(call *agent.FunctionCall) string {
	if len(call.Args) == 0 {
		return "{}"
	}
	return string(call.Args)
}

// userMessages returns the message with a user's parts: if possible a plain string, which
// every server accepts.
func userMessages(parts []openai.ChatCompletionContentPartUnionParam) []openai.ChatCompletionMessageParamUnion {
	switch {
	case len(parts) == 0:
		return nil
	case len(parts) == 1 && parts[0].OfText != nil:
		return []openai.ChatCompletionMessageParamUnion{openai.UserMessage(parts[0].OfText.Text)}
	}
	return []openai.ChatCompletionMessageParamUnion{openai.UserMessage(parts)}
}

// userParts converts a user's texts, without blank ones and thoughts, and attachments.
func userParts[T any](parts []agent.Part, text func(string) T, attach func(*agent.Part) (T, error)) (all []T, err error) {
	for i := range parts {
		switch p := &parts[i]; {
		case p.Blob != nil || p.File != nil:
			part, err := attach(p)
			if err != nil {
				return nil, err
			}
			all = append(all, part)
		case isText(p) && !p.Thought && strings.TrimSpace(p.Text) != "":
			all = append(all, text(p.Text))
		}
	}
	return all, nil
}

func chatAttachment(p *agent.Part) (part openai.ChatCompletionContentPartUnionParam, err error) {
	a, err := attach(p)
	switch {
	case err != nil:
		return part, err
	case a.image != "":
		return openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: a.image}), nil
	case a.file != "":
		return openai.FileContentPart(openai.ChatCompletionContentPartFileFileParam{
			FileData: openai.String(a.file), Filename: openai.String(a.name),
		}), nil
	case a.audio != "":
		return openai.InputAudioContentPart(openai.ChatCompletionContentPartInputAudioInputAudioParam{
			Data: a.audio, Format: a.kind,
		}), nil
	case a.url != "":
		return part, provider.Unsupported() // Chat Completions fetches only images
	}
	return openai.TextContentPart(a.text), nil
}

func chatTool(d *agent.Declaration) (tool openai.ChatCompletionToolUnionParam, err error) {
	schema, err := schemaOf(d.Parameters)
	if err != nil {
		return tool, err
	}
	f := shared.FunctionDefinitionParam{Name: d.Name, Parameters: schema}
	if d.Description != "" {
		f.Description = openai.String(d.Description)
	}
	return openai.ChatCompletionFunctionTool(f), nil
}

// Preflight refuses attachments that Chat Completions does not accept; see
// [agent.Preflighter]. It refuses all attachments in answers of a model.
func (m *Model) Preflight(c agent.Content) error {
	return provider.Preflight(&c, chatAttachment)
}
