package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// collector puts an answer together and holds the model to the rules of
// [Model].
type collector struct {
	parts    []Part
	calls    []*CallDelta
	usage    *Usage
	finished bool
	whole    *ModelResponse
}

// add takes the next response, or says what rule it breaks.
func (c *collector) add(resp *ModelResponse) error {
	switch {
	case resp == nil:
		return contract(toolerr.Msg("The model yielded nothing where an answer was due."))
	case c.finished && resp.Partial:
		return contract(toolerr.Msg("The model yielded a delta after it had finished."))
	case c.finished:
		return contract(toolerr.Msg("The model finished twice."))
	}
	if resp.Usage != nil {
		c.usage = resp.Usage
	}
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
	i := slices.IndexFunc(c.calls, func(x *CallDelta) bool { return x.Index == d.Index })
	if i < 0 {
		if d.Name == "" {
			return contract(toolerr.Msg("The model yielded a piece of a call it had not begun."))
		}
		c.calls = append(c.calls, copied(d))
		return nil
	}
	if d.Name != "" && d.Name != c.calls[i].Name {
		return contract(toolerr.Msg("The model began a call twice."))
	}
	c.calls[i].Args += d.Args
	return nil
}

// addParts appends parts; texts that go on are put together.
func (c *collector) addParts(parts []Part) {
	for _, p := range parts {
		last := len(c.parts) - 1
		if isText(p) && last >= 0 && isText(c.parts[last]) && c.parts[last].Thought == p.Thought &&
			len(c.parts[last].Signature) == 0 {
			c.parts[last].Text += p.Text
			c.parts[last].Signature = p.Signature
			continue
		}
		c.parts = append(c.parts, p)
	}
}

func isText(p Part) bool {
	return p.FunctionCall == nil && p.FunctionResponse == nil && p.Blob == nil && p.File == nil
}

// response is the whole answer.
func (c *collector) response() *ModelResponse {
	resp := *c.whole
	resp.Usage = c.usage
	if resp.Content == nil || len(resp.Content.Parts) == 0 {
		parts := c.parts
		for _, d := range c.calls {
			parts = append(parts, Part{FunctionCall: &FunctionCall{ID: d.ID, Name: d.Name, Args: json.RawMessage(d.Args)}})
		}
		if len(parts) > 0 {
			resp.Content = &Content{Role: RoleModel, Parts: parts}
		}
	}
	return &resp
}

// text is the answer so far, without thoughts.
func (c *collector) text() string {
	var b strings.Builder
	for _, p := range c.parts {
		if !p.Thought {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func contract(msg toolerr.Message) error { return NewRunError(ErrModelContract, msg, nil) }
