package openaimodel

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"
	"github.com/openai/openai-go/v3/responses"

	"github.com/errand-go/errand/agent"
)

// The prefixes of a signature identify the provider and the kind of data: a session may
// have signatures of several providers.
const (
	markReasoning = "openai.reasoning:"
	markPhase     = "openai.phase:"
	markSpoken    = "openai.spoken:"
)

// reasoning is the reasoning that a model needs back. No other model can read it.
type reasoning struct {
	Model     string `json:"model"`
	ID        string `json:"id"`
	Encrypted string `json:"encrypted"`
}

// thought returns the part for a reasoning item. Without encrypted reasoning there is
// nothing to send back, and the summary is for readers.
func thought(model string, item *responses.ResponseOutputItemUnion) (part agent.Part, ok bool) {
	part.Thought = true
	for i := range item.Summary {
		if i > 0 {
			part.Text += "\n\n"
		}
		part.Text += item.Summary[i].Text
	}
	if item.EncryptedContent != "" {
		signature, err := json.Marshal(reasoning{model, item.ID, item.EncryptedContent})
		if err != nil {
			return part, false
		}
		part.Signature = append([]byte(markReasoning), signature...)
	}
	return part, part.Text != "" || part.Signature != nil
}

// reasoningItem returns the item of a part; ok is false for a thought of another model, or
// one that is not encrypted.
func reasoningItem(model string, p *agent.Part) (item responses.ResponseInputItemUnionParam, ok bool) {
	signature, ok := bytes.CutPrefix(p.Signature, []byte(markReasoning))
	var r reasoning
	if !ok || json.Unmarshal(signature, &r) != nil || r.Encrypted == "" || r.Model != model {
		return item, false
	}
	summary := []responses.ResponseReasoningItemSummaryParam{}
	if p.Text != "" {
		summary = append(summary, responses.ResponseReasoningItemSummaryParam{Text: p.Text})
	}
	item = responses.ResponseInputItemParamOfReasoning(r.ID, summary)
	item.OfReasoning.EncryptedContent = openai.String(r.Encrypted)
	return item, true
}

// phase returns the signature with the phase of a message. Without the phase, models
// perform worse (openai-go v3.96.0, EasyInputMessageParam).
func phase(of responses.ResponseOutputMessagePhase) []byte {
	if of == "" {
		return nil
	}
	return []byte(markPhase + string(of))
}

func phaseOf(p *agent.Part) string {
	phase, _ := bytes.CutPrefix(p.Signature, []byte(markPhase))
	if len(phase) == len(p.Signature) {
		return ""
	}
	return string(phase)
}

// fields are the fields in which compatible servers send reasoning as text: DeepSeek, Qwen
// and Moonshot use the first, OpenRouter, Groq and vLLM the second (their Chat Completions,
// read in excerpts 2026-11-22). Some send the same text in both.
var fields = []string{fieldDeepSeek, "reasoning"}

const fieldDeepSeek = "reasoning_content"

// spoken is reasoning as text, with its field.
type spoken struct {
	Model string `json:"model"`
	Field string `json:"field"`
	text  []byte
}

// read returns the reasoning in the fields of a message or of a delta. The first field with
// a text is used for the whole answer.
func (s *spoken) read(extra map[string]respjson.Field) (text string) {
	for _, name := range fields {
		if len(s.text) > 0 && name != s.Field {
			continue
		}
		field, ok := extra[name]
		if !ok || field.Raw() == "null" || json.Unmarshal([]byte(field.Raw()), &text) != nil {
			continue
		}
		if s.Field == "" || text != "" {
			s.Field = name
		}
		if text != "" {
			s.text = append(s.text, text...)
			return text
		}
	}
	return ""
}

// part returns the part for the reasoning; ok is false if there is none. DeepSeek requires
// even an empty field in turns with calls.
func (s *spoken) part(calls int) (part agent.Part, ok bool) {
	if len(s.text) == 0 && (s.Field != fieldDeepSeek || calls == 0) {
		return part, false
	}
	signature, err := json.Marshal(s)
	if err != nil {
		return part, false
	}
	return agent.Part{Text: string(s.text), Thought: true, Signature: append([]byte(markSpoken), signature...)}, true
}

// spokenIn returns the reasoning in a turn of the model; ok is false for a turn of another
// model, or in another form.
func spokenIn(model string, c *agent.Content) (s spoken, ok bool) {
	for i := range c.Parts {
		p := &c.Parts[i]
		signature, marked := bytes.CutPrefix(p.Signature, []byte(markSpoken))
		var of spoken
		if !marked || !p.Thought || json.Unmarshal(signature, &of) != nil || of.Model != model || !slices.Contains(fields, of.Field) {
			continue
		}
		if ok && of.Field != s.Field {
			continue
		}
		of.text = append(s.text, p.Text...)
		s, ok = of, true
	}
	return s, ok
}

// withCalls reports for each content whether the model made calls in its turn, which is
// from one user's content to the next. In every later request, DeepSeek requires the
// reasoning of these turns. It ignores the reasoning of others, which its older models
// refuse (DeepSeek API, Thinking Mode, read in excerpts 2026-11-22).
func withCalls(contents []agent.Content) []bool {
	turns := make([]bool, len(contents))
	for end := len(contents); end > 0; {
		start, calls := end, false
		for begun := false; start > 0 && !begun; {
			start--
			c := &contents[start]
			calls = calls || slices.ContainsFunc(c.Parts, func(p agent.Part) bool { return p.FunctionCall != nil })
			begun = c.Role != agent.RoleModel && slices.ContainsFunc(c.Parts, func(p agent.Part) bool { return p.FunctionResponse == nil })
		}
		for i := start; i < end; i++ {
			turns[i] = calls
		}
		end = start
	}
	return turns
}
