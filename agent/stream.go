package agent

import (
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// maxAnswerBytes is the maximum size of an answer. Every provider refuses a request of this
// size, but a model may stream without end.
const maxAnswerBytes = 32 << 20

// collector assembles an answer and enforces the rules of [Model].
type collector struct {
	parts    []piece
	calls    []*callPieces
	byIndex  map[int]*callPieces
	size     int
	usage    *Usage
	warnings []toolerr.Message
	finished bool
	whole    *ModelResponse
}

// piece is a part whose text may continue in later responses.
type piece struct {
	Part
	text []byte // replaces Part.Text if the part is a text
}

// callPieces is a call whose arguments may continue in later responses.
type callPieces struct {
	id, name string
	args     []byte
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
	if c.size += resp.weight(); c.size > maxAnswerBytes {
		return contract(toolerr.Msgf("The model's answer is larger than %s bytes.", toolerr.Int(maxAnswerBytes)))
	}
	if resp.Usage != nil {
		c.usage = resp.Usage
	}
	c.warnings = append(c.warnings, resp.Warnings...)
	if resp.CallDelta != nil {
		if err := c.addCall(resp.CallDelta); err != nil {
			return err
		}
	}
	if resp.Partial {
		if resp.FinishReason != "" {
			return contract(toolerr.Msg("The model put a finish reason on a delta."))
		}
		if resp.Content != nil {
			c.addParts(resp.Content.Parts)
		}
		return nil
	}
	if resp.FinishReason == "" {
		return contract(toolerr.Msg("The model finished without a reason."))
	}
	c.finished = true
	c.whole = resp
	return nil
}

func (c *collector) addCall(d *CallDelta) error {
	call := c.byIndex[d.Index]
	if call == nil {
		if d.Name == "" {
			return contract(toolerr.Msg("The model yielded a piece of a call it had not begun."))
		}
		if c.byIndex == nil {
			c.byIndex = map[int]*callPieces{}
		}
		call = &callPieces{id: d.ID, name: d.Name}
		c.byIndex[d.Index] = call
		c.calls = append(c.calls, call)
	}
	if d.Name != "" && d.Name != call.name {
		return contract(toolerr.Msg("The model began a call twice."))
	}
	call.args = append(call.args, d.Args...)
	return nil
}

// addParts appends parts, and joins texts that continue.
func (c *collector) addParts(parts []Part) {
	for _, p := range parts {
		if !isText(p) {
			c.parts = append(c.parts, piece{Part: p})
			continue
		}
		if n := len(c.parts); n > 0 {
			last := &c.parts[n-1]
			if isText(last.Part) && last.Thought == p.Thought && len(last.Signature) == 0 {
				last.text = append(last.text, p.Text...)
				last.Signature = p.Signature
				continue
			}
		}
		next := piece{Part: p, text: []byte(p.Text)}
		next.Text = ""
		c.parts = append(c.parts, next)
	}
}

func isText(p Part) bool {
	return p.FunctionCall == nil && p.FunctionResponse == nil && p.Blob == nil && p.File == nil
}

// response returns the complete answer.
func (c *collector) response() *ModelResponse {
	resp := *c.whole
	resp.Usage, resp.Warnings = c.usage, c.warnings
	if resp.Content == nil || len(resp.Content.Parts) == 0 {
		parts := make([]Part, 0, len(c.parts)+len(c.calls))
		for _, p := range c.parts {
			if isText(p.Part) {
				p.Text = string(p.text)
			}
			parts = append(parts, p.Part)
		}
		for _, d := range c.calls {
			parts = append(parts, Part{FunctionCall: &FunctionCall{ID: d.id, Name: d.name, Args: json.RawMessage(d.args)}})
		}
		if len(parts) > 0 {
			resp.Content = &Content{Role: RoleModel, Parts: parts}
		}
	}
	return &resp
}

// text returns the answer so far, without thoughts.
func (c *collector) text() string {
	var b strings.Builder
	for _, p := range c.parts {
		if !p.Thought {
			b.Write(p.text)
		}
	}
	return b.String()
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
