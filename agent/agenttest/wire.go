package agenttest

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/agent"
)

// The rules are of the providers' pages on tool use, read 2026-11-23, and of what their APIs
// answer where the pages say nothing:
//
//   - https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
//     (results in the next message, in front of everything else) and
//     https://platform.claude.com/docs/en/api/messages (roles; consecutive messages of one
//     role are one)
//   - https://platform.openai.com/docs/guides/function-calling, and "An assistant message
//     with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"
//   - https://ai.google.dev/gemini-api/docs/function-calling, and "Please ensure that function
//     call turn comes immediately after a user turn or after a function response turn"

// AnthropicProblems encodes a conversation as messages of Anthropic's API, and returns the
// reasons why the API would refuse them: a first message that is not the user's, a tool_use
// without its tool_result at the start of the next message, a tool_result without its
// tool_use, ids that are not unique, a text of white space without a signature, a last
// message that is the assistant's.
func AnthropicProblems(contents []agent.Content) []string {
	w := wireCheck{api: "anthropic", ids: map[string]bool{}}
	w.common(contents)
	var due map[string]bool
	for i, c := range contents {
		results := 0
		for j, p := range c.Parts {
			switch {
			case p.FunctionResponse != nil:
				if j != results {
					w.add("content %d has a tool_result behind something else", i)
				}
				results++
				if !due[p.FunctionResponse.ID] {
					w.add("content %d has a tool_result without its tool_use", i)
				}
				delete(due, p.FunctionResponse.ID)
			case p.FunctionCall == nil && p.Blob == nil && p.File == nil && len(p.Signature) == 0 && strings.TrimSpace(p.Text) == "":
				w.add("content %d has a text of white space", i)
			}
		}
		if len(due) > 0 {
			w.add("content %d leaves a tool_use without its tool_result", i)
		}
		due = callIDs(c)
	}
	if len(due) > 0 {
		w.add("the conversation ends with a tool_use")
	}
	return w.problems
}

// OpenAIProblems encodes a conversation as messages of OpenAI's chat API, and returns the
// reasons why the API would refuse them: a tool message without its call, calls without a
// tool message before the next other message, arguments that are not JSON.
func OpenAIProblems(contents []agent.Content) []string {
	w := wireCheck{api: "openai", ids: map[string]bool{}}
	w.common(contents)
	due := map[string]bool{}
	for i, c := range contents {
		for _, p := range c.Parts {
			switch {
			case p.FunctionResponse != nil:
				if !due[p.FunctionResponse.ID] {
					w.add("content %d has a tool message without its call", i)
				}
				delete(due, p.FunctionResponse.ID)
			case len(due) > 0:
				w.add("content %d comes before the calls are answered", i)
			}
		}
		for id := range callIDs(c) {
			due[id] = true
		}
	}
	if len(due) > 0 {
		w.add("the conversation ends with a call")
	}
	return w.problems
}

// GeminiProblems encodes a conversation as contents of Gemini's API, and returns the
// reasons why the API would refuse them: a number of function responses that is not the
// number of calls in the content before, names that differ, responses that are not objects,
// calls after another content of the model.
func GeminiProblems(contents []agent.Content) []string {
	w := wireCheck{api: "gemini", ids: map[string]bool{}}
	w.common(contents)
	var due []string
	for i, c := range contents {
		var got []string
		for _, p := range c.Parts {
			if p.FunctionResponse == nil {
				continue
			}
			got = append(got, p.FunctionResponse.Name)
			var object map[string]any
			if json.Unmarshal(p.FunctionResponse.Response, &object) != nil || object == nil {
				w.add("content %d has a response that is not an object", i)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(due) {
			w.add("content %d answers %v where %v were called", i, got, due)
		}
		due = nil
		if i > 0 && len(callIDs(c)) > 0 && contents[i-1].Role == agent.RoleModel {
			w.add("content %d calls behind a content of the model", i)
		}
		for _, p := range c.Parts {
			if p.FunctionCall != nil {
				due = append(due, p.FunctionCall.Name)
			}
		}
	}
	if len(due) > 0 {
		w.add("the conversation ends with a call")
	}
	return w.problems
}

type wireCheck struct {
	api      string
	ids      map[string]bool
	problems []string
}

func (w *wireCheck) add(format string, args ...any) {
	w.problems = append(w.problems, w.api+": "+fmt.Sprintf(format, args...))
}

// common checks the rules of all providers.
func (w *wireCheck) common(contents []agent.Content) {
	if len(contents) == 0 {
		return
	}
	if contents[0].Role != agent.RoleUser {
		w.add("the first content is not the user's")
	}
	if contents[len(contents)-1].Role != agent.RoleUser {
		w.add("the last content is not the user's")
	}
	for i, c := range contents {
		if c.Role != agent.RoleUser && c.Role != agent.RoleModel {
			w.add("content %d has the role %q", i, c.Role)
		}
		if len(c.Parts) == 0 {
			w.add("content %d is empty", i)
		}
		for _, p := range c.Parts {
			w.part(i, c.Role, p)
		}
	}
}

func (w *wireCheck) part(i int, role agent.Role, p agent.Part) {
	if !utf8.ValidString(p.Text) {
		w.add("content %d is not UTF-8", i)
	}
	if r := p.FunctionResponse; r != nil {
		if role != agent.RoleUser {
			w.add("content %d has a result in the model's mouth", i)
		}
		if !json.Valid(r.Response) || !utf8.Valid(r.Response) {
			w.add("content %d has a result that is not JSON", i)
		}
	}
	c := p.FunctionCall
	if c == nil {
		return
	}
	var object map[string]any
	switch {
	case role != agent.RoleModel:
		w.add("content %d has a call in the user's mouth", i)
	case c.ID == "" || len(c.ID) > 40 || strings.Trim(c.ID, wordBytes) != "":
		w.add("call id %q is not usable", c.ID)
	case w.ids[c.ID]:
		w.add("call id %q occurs twice", c.ID)
	case c.Name == "" || len(c.Name) > 64 || strings.Trim(c.Name, wordBytes) != "":
		w.add("the name %q of a call is not usable", c.Name)
	case json.Unmarshal(c.Args, &object) != nil || object == nil:
		w.add("the arguments of call %s are not an object", c.ID)
	}
	w.ids[c.ID] = true
}

const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

func callIDs(c agent.Content) map[string]bool {
	ids := map[string]bool{}
	for _, p := range c.Parts {
		if p.FunctionCall != nil {
			ids[p.FunctionCall.ID] = true
		}
	}
	return ids
}
