package anthropicmodel

import (
	"bytes"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/errand-go/errand/agent"
)

// The prefixes of a signature identify the provider and the kind of data: a session may
// have signatures of several providers, and a redacted thought has no other content.
const (
	markThinking = "anthropic.thinking:"
	markRedacted = "anthropic.redacted_thinking:"
)

// thought returns the part for a thinking block.
func thought(text, signature string) agent.Part {
	return agent.Part{Text: text, Thought: true, Signature: []byte(markThinking + signature)}
}

// redacted returns the part for a block whose thinking is encrypted.
func redacted(data string) agent.Part {
	return agent.Part{Thought: true, Signature: []byte(markRedacted + data)}
}

// thoughtOf returns the block of a part; ok is false for a thought of another provider,
// which the API would refuse.
func thoughtOf(p *agent.Part) (block anthropic.ContentBlockParamUnion, ok bool) {
	if data, ok := bytes.CutPrefix(p.Signature, []byte(markRedacted)); ok {
		return anthropic.NewRedactedThinkingBlock(string(data)), true
	}
	if signature, ok := bytes.CutPrefix(p.Signature, []byte(markThinking)); ok && len(signature) > 0 {
		return anthropic.NewThinkingBlock(string(signature), p.Text), true
	}
	return block, false
}
