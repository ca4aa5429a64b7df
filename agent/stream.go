package agent

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// maxAnswerBytes is the maximum size of an answer. Every provider refuses a request of this
// size, but a model may stream without end.
const maxAnswerBytes = 32 << 20

// collector assembles an answer and enforces the rules of [Model].
type collector struct {
	parts    []Part          // of the deltas, without the texts
	texts    [][]byte        // of the parts; nil for a part that is not a text
	calls    []*FunctionCall // of the deltas, in the order in which they began
	byIndex  map[int]*FunctionCall
	finished bool
	bytes    int
	usage    *Usage
	warnings []toolerr.Message
	last     *ModelResponse // the one with the finish reason
}

// add adds the next response, or returns an error if it breaks a rule.
func (c *collector) add(resp *ModelResponse) error {
	switch {
	case resp == nil:
		return contract(toolerr.Msg("The model yielded nothing where an answer was due."))
	case c.finished && resp.Partial:
		return contract(toolerr.Msg("The model yielded a delta after it had finished."))
	case c.finished:
		return contract(toolerr.Msg("The model finished twice."))
	}
	if c.bytes += resp.weight(); c.bytes > maxAnswerBytes {
		return contract(toolerr.Msgf("The model's answer is larger than %s bytes.", toolerr.Int(maxAnswerBytes)))
	}
	if resp.CallDelta != nil {
		if err := c.addCall(resp.CallDelta); err != nil {
			return err
		}
	}
	switch {
	case resp.Partial && resp.FinishReason != "":
		return contract(toolerr.Msg("The model put a finish reason on a delta."))
	case !resp.Partial && resp.FinishReason == "":
		return contract(toolerr.Msg("The model finished without a reason."))
	}
	if resp.Partial && resp.Content != nil {
		for _, p := range resp.Content.Parts {
			c.addPart(p)
		}
	}
	if resp.Usage != nil {
		c.usage = resp.Usage
	}
	c.warnings = append(c.warnings, resp.Warnings...)
	c.last, c.finished = resp, !resp.Partial
	return nil
}

func (c *collector) addCall(d *CallDelta) error {
	call := c.byIndex[d.Index]
	if call == nil {
		if d.Name == "" {
			return contract(toolerr.Msg("The model yielded a piece of a call it had not begun."))
		}
		if c.byIndex == nil {
			c.byIndex = map[int]*FunctionCall{}
		}
		call = &FunctionCall{ID: d.ID, Name: d.Name}
		c.byIndex[d.Index] = call
		c.calls = append(c.calls, call)
	}
	if d.Name != "" && d.Name != call.Name {
		return contract(toolerr.Msg("The model began a call twice."))
	}
	call.Args = append(call.Args, d.Args...)
	return nil
}

// addPart appends a part, or joins it with a text that it continues.
func (c *collector) addPart(p Part) {
	if p.FunctionCall != nil || p.FunctionResponse != nil || p.attached() {
		c.parts, c.texts = append(c.parts, p), append(c.texts, nil)
		return
	}
	if n := len(c.parts); n > 0 && c.texts[n-1] != nil {
		if last := &c.parts[n-1]; last.Thought == p.Thought && len(last.Signature) == 0 {
			c.texts[n-1] = append(c.texts[n-1], p.Text...)
			last.Signature = p.Signature
			return
		}
	}
	c.parts, c.texts = append(c.parts, p), append(c.texts, []byte(p.Text))
}

// text returns the answer so far, without thoughts.
func (c *collector) text() string {
	var b strings.Builder
	for i, text := range c.texts {
		if !c.parts[i].Thought {
			b.Write(text)
		}
	}
	return b.String()
}

// response returns the complete answer.
func (c *collector) response() *ModelResponse {
	resp := *c.last
	resp.Usage, resp.Warnings = c.usage, c.warnings
	if resp.Content != nil && len(resp.Content.Parts) > 0 {
		return &resp
	}
	for i, text := range c.texts {
		if text != nil {
			c.parts[i].Text = string(text)
		}
	}
	parts := c.parts
	for _, call := range c.calls {
		parts = append(parts, Part{FunctionCall: call})
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
