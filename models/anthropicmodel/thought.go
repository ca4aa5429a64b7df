package anthropicmodel

import (
	"bytes"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/errand-go/errand/agent"
)

// The marks in front of a signature say whose it is, and of what: a session may
// hold the signatures of several providers, and a thought that was blacked out
// is nothing else.
const (
	markThinking = "anthropic.thinking:"
	markRedacted = "anthropic.redacted_thinking:"
)

// thought is the part that holds a block of thinking.
func thought(text, signature string) agent.Part {
	return agent.Part{Text: text, Thought: true, Signature: []byte(markThinking + signature)}
}

// redacted is the part that holds a block whose thinking nobody may read.
func redacted(data string) agent.Part {
	return agent.Part{Thought: true, Signature: []byte(markRedacted + data)}
}

// thoughtOf is the block that a part was made of; ok is false for a thought that
// is not Anthropic's, which the API would refuse.
func thoughtOf(p *agent.Part) (block anthropic.ContentBlockParamUnion, ok bool) {
	if data, ok := bytes.CutPrefix(p.Signature, []byte(markRedacted)); ok {
		return anthropic.NewRedactedThinkingBlock(string(data)), true
	}
	if signature, ok := bytes.CutPrefix(p.Signature, []byte(markThinking)); ok && len(signature) > 0 {
		return anthropic.NewThinkingBlock(string(signature), p.Text), true
	}
	return block, false
}
