package geminimodel

import (
	"strings"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// A question is an API request.
type question struct {
	contents []*genai.Content
	config   *genai.GenerateContentConfig
}

func (m *Model) request(req *agent.ModelRequest) (question, error) {
	q := question{config: &genai.GenerateContentConfig{AutomaticContinuation: new(false)}}
	if strings.TrimSpace(req.Instruction) != "" {
		q.config.SystemInstruction = genai.NewContentFromText(req.Instruction, genai.RoleUser)
	}
	for i := range req.Contents {
		content, err := contentOf(&req.Contents[i])
		if err != nil {
			return q, err
		}
		if len(content.Parts) > 0 {
			q.contents = append(q.contents, content)
		}
	}
	m.declare(q.config, req)
	for _, change := range m.change {
		change(q.config)
	}
	once(q.config)
	m.whole(q)
	return q, nil
}

// declare adds the tools and the form of the answer.
func (m *Model) declare(config *genai.GenerateContentConfig, req *agent.ModelRequest) {
	if len(req.Tools) > 0 {
		tool := &genai.Tool{}
		for _, d := range req.Tools {
			f := &genai.FunctionDeclaration{Name: d.Name, Description: d.Description}
			if len(d.Parameters) > 0 {
				f.ParametersJsonSchema = d.Parameters
			}
			tool.FunctionDeclarations = append(tool.FunctionDeclarations, f)
		}
		config.Tools = []*genai.Tool{tool}
		calling := &genai.FunctionCallingConfig{}
		switch tool := req.ToolChoice.Tool(); {
		case tool != "":
			calling.Mode, calling.AllowedFunctionNames = genai.FunctionCallingConfigModeAny, []string{tool}
		case req.ToolChoice == agent.ToolsNone:
			calling.Mode = genai.FunctionCallingConfigModeNone
		case req.ToolChoice == agent.ToolsAny:
			calling.Mode = genai.FunctionCallingConfigModeAny
		}
		if calling.Mode != "" {
			config.ToolConfig = &genai.ToolConfig{FunctionCallingConfig: calling}
		}
	}
	if req.OutputSchema != nil {
		config.ResponseMIMEType, config.ResponseJsonSchema = "application/json", req.OutputSchema
	}
}

// once disables the SDK's retries, unless a change of the request has set them.
func once(config *genai.GenerateContentConfig) {
	options := genai.HTTPOptions{}
	if config.HTTPOptions != nil {
		options = *config.HTTPOptions
	}
	if options.RetryOptions == nil {
		options.RetryOptions = &genai.HTTPRetryOptions{Attempts: new(int32(1))}
	}
	config.HTTPOptions = &options
}

// contentOf converts a turn of the conversation. The result is empty if the turn has only
// thoughts of another provider.
func contentOf(c *agent.Content) (*genai.Content, error) {
	content := &genai.Content{Role: genai.RoleUser}
	if c.Role == agent.RoleModel {
		content.Role = genai.RoleModel
	}
	for i := range c.Parts {
		part, err := partFor(&c.Parts[i])
		if err != nil {
			return nil, err
		}
		if part != nil {
			content.Parts = append(content.Parts, part)
		}
	}
	return content, nil
}

// partFor converts a part for the API. It returns nil if the API does not accept it.
func partFor(p *agent.Part) (part *genai.Part, err error) {
	signature, ours := signatureFor(p)
	switch {
	case p.FunctionCall != nil:
		args, err := object(p.FunctionCall.Args)
		if err != nil {
			return nil, err
		}
		part = &genai.Part{FunctionCall: &genai.FunctionCall{ID: p.FunctionCall.ID, Name: p.FunctionCall.Name, Args: args}}
	case p.FunctionResponse != nil:
		return responsePart(p.FunctionResponse)
	case p.Blob != nil || p.File != nil:
		if !readable(p) {
			return nil, provider.Unsupported()
		}
		part = attachment(p)
	case strings.TrimSpace(p.Text) == "" && !ours || p.Thought && !ours:
		return nil, nil
	default:
		part = &genai.Part{Text: p.Text, Thought: p.Thought}
	}
	part.ThoughtSignature = signature
	return part, nil
}

// responsePart converts the result of a call. The API treats the key output as the
// function's result, and the key error as its error; it requires one of them.
func responsePart(r *agent.FunctionResponse) (*genai.Part, error) {
	payload, err := object(r.Response)
	if err != nil {
		return nil, err
	}
	key := "output"
	if r.IsError {
		key = "error"
	} else {
		delete(payload, "error") // it is null
	}
	return &genai.Part{FunctionResponse: &genai.FunctionResponse{
		ID: r.ID, Name: r.Name, Response: map[string]any{key: payload},
	}}, nil
}
