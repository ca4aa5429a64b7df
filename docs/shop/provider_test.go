package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
)

// A Model sends requests to a provider that errand has no model for.
type Model struct {
	URL, Key string
	HTTP     *http.Client // without retries of its own: the loop retries
}

// Name appears in logs and diagnostics, and the agent's adapters are looked
// up by it.
func (m Model) Name() string { return "acme" }

// Generate implements [agent.Model].
func (m Model) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		yield(m.ask(ctx, req))
	}
}

// message is a turn in the provider's format.
type message struct {
	Role    string `json:"role"`
	Text    string `json:"text,omitempty"`
	Calls   []call `json:"calls,omitempty"`
	Results []call `json:"results,omitempty"`
}

type call struct {
	ID   string          `json:"id"`
	Tool string          `json:"tool"`
	JSON json.RawMessage `json:"json"`
}

func (m Model) ask(ctx context.Context, req *agent.ModelRequest) (*agent.ModelResponse, error) {
	body, err := json.Marshal(map[string]any{
		"system": req.Instruction, "messages": messages(req.Contents),
		"tools": req.Tools, "call_tools": req.ToolChoice != agent.ToolsNone,
	})
	if err != nil {
		return nil, err
	}
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	post.Header.Set("Authorization", "Bearer "+m.Key)
	resp, err := m.HTTP.Do(post)
	if err != nil {
		return nil, err // the agent's adapters recognise it
	}
	defer resp.Body.Close()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return nil, err
	}
	var answer struct {
		message
		Stop string `json:"stop"`
	}
	if err := httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&answer)); err != nil {
		return nil, err
	}
	content := agent.TextContent(agent.RoleModel, answer.Text)
	for _, c := range answer.Calls {
		content.Parts = append(content.Parts, agent.Part{FunctionCall: &agent.FunctionCall{ID: c.ID, Name: c.Tool, Args: c.JSON}})
	}
	return &agent.ModelResponse{Content: &content, FinishReason: finish(answer.Stop)}, nil
}

// finish returns why the provider stopped. With FinishOther, the loop runs no calls.
func finish(stop string) agent.FinishReason {
	switch stop {
	case "end":
		return agent.FinishStop
	case "calls":
		return agent.FinishToolCalls
	case "length":
		return agent.FinishMaxTokens
	case "filter":
		return agent.FinishSafety
	}
	return agent.FinishOther
}

// messages returns a conversation in the provider's format.
func messages(contents []agent.Content) []message {
	all := make([]message, len(contents))
	for i, c := range contents {
		all[i] = message{Role: string(c.Role), Text: c.Text()}
		for _, p := range c.Parts {
			if f := p.FunctionCall; f != nil {
				all[i].Calls = append(all[i].Calls, call{f.ID, f.Name, f.Args})
			}
			if f := p.FunctionResponse; f != nil {
				all[i].Results = append(all[i].Results, call{f.ID, f.Name, f.Response})
			}
		}
	}
	return all
}
