package agent

import (
	"encoding/json"

	"github.com/errand-go/errand/agent/internal/pieces"
	"github.com/errand-go/errand/toolerr"
)

// collector assembles an answer and enforces the rules of [Model].
type collector struct {
	answer   pieces.Answer[Part]
	usage    *Usage
	warnings []toolerr.Message
	last     *ModelResponse // the one with the finish reason
}

// add adds the next response, or returns an error if it breaks a rule.
func (c *collector) add(resp *ModelResponse) error {
	if resp == nil {
		return contract(toolerr.Msg("The model yielded nothing where an answer was due."))
	}
	next := pieces.Piece[Part]{Partial: resp.Partial, Reason: string(resp.FinishReason), Bytes: resp.weight()}
	if d := resp.CallDelta; d != nil {
		next.Call = &pieces.Call{Index: d.Index, ID: d.ID, Name: d.Name, Args: []byte(d.Args)}
	}
	if resp.Partial && resp.Content != nil {
		for _, p := range resp.Content.Parts {
			next.Parts = append(next.Parts, p.piece())
		}
	}
	if msg := c.answer.Add(next); !msg.IsZero() {
		return contract(msg)
	}
	if resp.Usage != nil {
		c.usage = resp.Usage
	}
	c.warnings = append(c.warnings, resp.Warnings...)
	c.last = resp
	return nil
}

// piece returns a part of a delta, whose text may continue in later ones.
func (p Part) piece() pieces.Part[Part] {
	if p.FunctionCall != nil || p.FunctionResponse != nil || p.attached() {
		return pieces.Part[Part]{Thought: p.Thought, Other: &p}
	}
	return pieces.Part[Part]{Text: []byte(p.Text), Thought: p.Thought, Signature: p.Signature}
}

// response returns the complete answer.
func (c *collector) response() *ModelResponse {
	resp := *c.last
	resp.Usage, resp.Warnings = c.usage, c.warnings
	if resp.Content != nil && len(resp.Content.Parts) > 0 {
		return &resp
	}
	var parts []Part
	for _, p := range c.answer.Parts {
		if p.Other != nil {
			parts = append(parts, *p.Other)
			continue
		}
		parts = append(parts, Part{Text: string(p.Text), Thought: p.Thought, Signature: p.Signature})
	}
	for _, d := range c.answer.Calls {
		parts = append(parts, Part{FunctionCall: &FunctionCall{ID: d.ID, Name: d.Name, Args: json.RawMessage(d.Args)}})
	}
	if len(parts) > 0 {
		resp.Content = &Content{Role: RoleModel, Parts: parts}
	}
	return &resp
}

// weight returns the approximate memory size of m in bytes.
func (m *ModelResponse) weight() int {
	const each = 64 // so that a stream of empty pieces reaches the limit too
	n := each * len(m.Warnings)
	if d := m.CallDelta; d != nil {
		n += each + len(d.ID) + len(d.Name) + len(d.Args)
	}
	if m.Content == nil {
		return n
	}
	for _, p := range m.Content.Parts {
		n += each + len(p.Text) + len(p.Signature)
		if f := p.FunctionCall; f != nil {
			n += len(f.ID) + len(f.Name) + len(f.Args) + len(f.Malformed)
		}
		if f := p.FunctionResponse; f != nil {
			n += len(f.ID) + len(f.Name) + len(f.Response)
		}
		if p.Blob != nil {
			n += len(p.Blob.MIMEType) + len(p.Blob.Data) + len(p.Blob.Name)
		}
		if p.File != nil {
			n += len(p.File.URI) + len(p.File.MIMEType)
		}
	}
	return n
}

func contract(msg toolerr.Message) error { return NewRunError(ErrModelContract, msg, nil) }
