package agenttest

import (
	"encoding/json"
	"fmt"
	"slices"
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

// RequestProblems returns the reasons why one of the three APIs would refuse a conversation:
//
//   - of all: a first or last content that is not the user's; an empty content; text that is
//     not UTF-8; ids that are not unique or not plain; arguments that are not an object; a call
//     without its result in the next content, and a result without its call
//   - of Anthropic: a result behind another part; a text of white space without a signature
//   - of Gemini: results in another order than the calls; a result that is not an object; calls
//     after another content of the model
func RequestProblems(contents []agent.Content) []string {
	w := wireCheck{ids: map[string]bool{}}
	w.common(contents)
	var due []string
	for i, c := range contents {
		var got, calls []string
		for j, p := range c.Parts {
			switch {
			case p.FunctionCall != nil:
				calls = append(calls, p.FunctionCall.ID+" of "+p.FunctionCall.Name)
			case p.FunctionResponse != nil:
				if j != len(got) {
					w.add("content %d has a result behind something else", i)
				}
				got = append(got, p.FunctionResponse.ID+" of "+p.FunctionResponse.Name)
			case p.Blob == nil && p.File == nil && len(p.Signature) == 0 && strings.TrimSpace(p.Text) == "":
				w.add("content %d has a text of white space", i)
			}
		}
		if !slices.Equal(got, due) {
			w.add("content %d answers %v where %v were called", i, got, due)
		}
		if len(calls) > 0 && i > 0 && contents[i-1].Role == agent.RoleModel {
			w.add("content %d calls behind a content of the model", i)
		}
		due = calls
	}
	if len(due) > 0 {
		w.add("the conversation ends with a call")
	}
	return w.problems
}

type wireCheck struct {
	ids      map[string]bool
	problems []string
}

func (w *wireCheck) add(format string, args ...any) {
	w.problems = append(w.problems, fmt.Sprintf(format, args...))
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
	var object map[string]any
	if !utf8.ValidString(p.Text) {
		w.add("content %d is not UTF-8", i)
	}
	if r := p.FunctionResponse; r != nil {
		if role != agent.RoleUser {
			w.add("content %d has a result in the model's mouth", i)
		}
		if json.Unmarshal(r.Response, &object) != nil || object == nil || !utf8.Valid(r.Response) {
			w.add("content %d has a result that is not an object", i)
		}
	}
	c := p.FunctionCall
	if c == nil {
		return
	}
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
