package anthropicmodel

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// request is what the API is asked.
func (m *Model) request(req *agent.ModelRequest) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{Model: m.name, MaxTokens: int64(m.maxTokens)}
	var first []anthropic.ContentBlockParamUnion
	if req.StaticContent != nil {
		system, attached, err := static(req.StaticContent)
		if err != nil {
			return p, err
		}
		p.System, first = system, attached
	}
	if strings.TrimSpace(req.Instruction) != "" {
		p.System = append(p.System, anthropic.TextBlockParam{Text: req.Instruction})
	}
	if len(first) > 0 {
		p.Messages = append(p.Messages, anthropic.NewUserMessage(first...))
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
	if req.ToolChoice == agent.ToolsNone && len(p.Tools) > 0 {
		p.ToolChoice = anthropic.ToolChoiceUnionParam{OfNone: new(anthropic.NewToolChoiceNoneParam())}
	}
	if req.OutputSchema != nil {
		p.OutputConfig.Format = param.Override[anthropic.JSONOutputFormatParam](outputFormat{"json_schema", req.OutputSchema})
	}
	for _, change := range m.change {
		change(&p)
	}
	return p, nil
}

// outputFormat is a schema as it was given: the SDK's own type has a map, which
// would lose its order.
type outputFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

// static is the prefix that never changes: its texts as the system text, which
// the API is told to cache, and what is no text as the first message.
func static(c *agent.Content) (system []anthropic.TextBlockParam, rest []anthropic.ContentBlockParamUnion, err error) {
	for i := range c.Parts {
		p := &c.Parts[i]
		switch {
		case p.Blob != nil || p.File != nil:
			block, err := attachment(p)
			if err != nil {
				return nil, nil, err
			}
			rest = append(rest, block)
		case strings.TrimSpace(p.Text) != "" && !p.Thought:
			system = append(system, anthropic.TextBlockParam{Text: p.Text})
		}
	}
	// The cache goes up to the last part, which comes later if it is no text.
	if n := len(rest); n > 0 {
		*rest[n-1].GetCacheControl() = anthropic.NewCacheControlEphemeralParam()
	} else if n := len(system); n > 0 {
		system[n-1].CacheControl = anthropic.NewCacheControlEphemeralParam()
	}
	return system, rest, nil
}

// messageOf is a turn of the conversation. It may be empty: of nothing but
// another provider's thoughts.
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
		case strings.TrimSpace(p.Text) != "": // which the API refuses
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

// images are the types of images that the API takes (Claude API, Vision, read
// 2026-11-21; anthropic-sdk-go v1.84.0, Base64ImageSourceMediaType).
var images = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// attachment is a blob or a file. What the API cannot read is refused here,
// before it is sent.
func attachment(p *agent.Part) (anthropic.ContentBlockParamUnion, error) {
	typ := ""
	if p.Blob != nil {
		typ = p.Blob.MIMEType
	} else {
		typ = p.File.MIMEType
	}
	typ, _, _ = strings.Cut(strings.ToLower(typ), ";")
	typ = strings.TrimSpace(typ)
	switch {
	case p.Blob != nil && slices.Contains(images, typ):
		return anthropic.NewImageBlockBase64(typ, base64.StdEncoding.EncodeToString(p.Blob.Data)), nil
	case p.Blob != nil && typ == "application/pdf":
		return titled(anthropic.NewDocumentBlock(anthropic.Base64PDFSourceParam{
			Data: base64.StdEncoding.EncodeToString(p.Blob.Data),
		}), p.Blob.Name), nil
	case p.Blob != nil && strings.HasPrefix(typ, "text/"):
		return titled(anthropic.NewDocumentBlock(anthropic.PlainTextSourceParam{
			Data: strings.ToValidUTF8(string(p.Blob.Data), "\uFFFD"),
		}), p.Blob.Name), nil
	case p.File != nil && strings.HasPrefix(typ, "image/"):
		return anthropic.NewImageBlock(anthropic.URLImageSourceParam{URL: p.File.URI}), nil
	case p.File != nil && typ == "application/pdf":
		return anthropic.NewDocumentBlock(anthropic.URLPDFSourceParam{URL: p.File.URI}), nil
	}
	return anthropic.ContentBlockParamUnion{}, agent.NewRunError(agent.ErrProviderUnsupported,
		toolerr.Msg("The model cannot read an attachment of this type."), nil)
}

func titled(block anthropic.ContentBlockParamUnion, name string) anthropic.ContentBlockParamUnion {
	if name != "" {
		block.OfDocument.Title = anthropic.String(name)
	}
	return block
}
