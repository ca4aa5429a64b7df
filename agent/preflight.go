package agent

import (
	"context"
	"slices"

	"github.com/errand-go/errand/agent/internal/names"
	"github.com/errand-go/errand/toolerr"
)

// A Preflighter is a model that reports which contents its provider cannot take. A model
// that refuses some attachments with [ErrProviderUnsupported] should be one, because every
// later run of a session sends a stored attachment again.
//
// Preflight returns nil if Generate can put c into a request: a content of its role, with
// its parts, anywhere in a conversation. The loop calls it with
//
//   - the user's input, the whole content, before anything is stored. If Preflight returns
//     an error, the run fails and nothing is stored. A [*RunError] is returned as it is;
//     any other error becomes the cause of one of [ErrProviderUnsupported].
//   - each attachment of the conversation, before every request, as a content of the
//     attachment's role with this one part. The attachment may have been stored while
//     another model was used, and a model may have made it. If Preflight returns an error,
//     the request has a text in place of the attachment, "[An attachment of type image/png
//     is left out: this model cannot read it.]"; the session keeps the attachment.
//
// So the loop does not send what Preflight refuses.
//
// Preflight must return the same each time for the same content, depend on nothing else,
// not wait, change nothing, and be safe for concurrent use. A panic counts as an error.
type Preflighter interface {
	Model
	Preflight(c Content) error
}

// preflight asks the model of the first agent whether it accepts the user's content.
func (m *asker) preflight(a *Agent, events []*Event) error {
	for a.sequence != nil {
		a = a.sequence[0]
	}
	for _, e := range events {
		if e.Content == nil || !slices.ContainsFunc(e.Content.Parts, Part.attached) {
			continue
		}
		err := m.refuses(a, *e.Content)
		if err == nil {
			continue
		}
		if m.ctx.Err() != nil {
			return m.ended()
		}
		te, _ := toolerr.Find(err)
		if hard, ok := asRunError(te.Cause()); ok {
			return hard
		}
		return NewRunError(ErrProviderUnsupported, toolerr.Message{}, err)
	}
	return nil
}

// refuses returns the error of a model that refuses a content, if it is a Preflighter.
func (m *asker) refuses(a *Agent, c Content) error {
	model, ok := m.model(a).Model.(Preflighter)
	if !ok {
		return nil
	}
	_, err := guard(m.host, m.agentContext(a), func(context.Context) (struct{}, error) {
		return struct{}{}, model.Preflight(*c.clone())
	})
	return err
}

// readable returns contents in which a text replaces each attachment that the agent's model
// refuses.
func (m *asker) readable(a *Agent, contents []Content) []Content {
	left := 0
	out := contents
	for i, c := range contents {
		own := false
		for j, p := range c.Parts {
			if !p.attached() || m.refuses(a, Content{Role: c.Role, Parts: []Part{p}}) == nil {
				continue
			}
			if left++; left == 1 {
				out = slices.Clone(contents)
			}
			if !own {
				out[i].Parts, own = slices.Clone(c.Parts), true
			}
			out[i].Parts[j] = p.leftOut()
		}
	}
	if left > 0 && !m.leftOut {
		m.leftOut = true
		m.diags.add(Diagnostic{Kind: DiagAttachment, Agent: a.cfg.Name, Message: toolerr.Msgf(
			"The model cannot read %s attachments of the session; they are left out of its requests.", toolerr.Int(left))})
	}
	return out
}

// attached reports whether the part is an attachment.
func (p Part) attached() bool { return p.Blob != nil || p.File != nil }

// leftOut returns the text that replaces an attachment.
func (p Part) leftOut() Part {
	mime := ""
	switch {
	case p.Blob != nil:
		mime = p.Blob.MIMEType
	case p.File != nil:
		mime = p.File.MIMEType
	}
	if !names.MIMEType(mime) {
		return Part{Text: "[An attachment is left out: this model cannot read it.]"}
	}
	return Part{Text: "[An attachment of type " + mime + " is left out: this model cannot read it.]"}
}
