package openaimodel

import (
	"bytes"
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"

	"github.com/errand-go/errand/agent"
)

// The marks in front of a signature say whose it is, and of what: a session may
// hold the signatures of several providers.
const (
	markReasoning = "openai.reasoning:"
	markPhase     = "openai.phase:"
)

// reasoning is what a model needs back of its reasoning. No other model can read
// it.
type reasoning struct {
	Model     string `json:"model"`
	ID        string `json:"id"`
	Encrypted string `json:"encrypted"`
}

// thought is the part that holds an item of reasoning. Without the encrypted
// reasoning there is nothing to send back, and the summary is for readers.
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

// reasoningItem is the item that a part was made of; ok is false for a thought
// that is not the model's, or not encrypted.
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

// phase is the signature that keeps the phase of a message: models do worse when
// they do not get it back (openai-go v3.96.0, EasyInputMessageParam).
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
