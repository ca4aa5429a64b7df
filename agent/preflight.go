package agent

import (
	"context"
	"slices"
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
//     the request has a text in place of the attachment, "[An attachment is left out: this model
//     cannot read it.]"; the session keeps the attachment.
//
// So the loop does not send what Preflight refuses.
//
// Preflight must return the same each time for the same content, depend on nothing else,
// not wait, change nothing, and be safe for concurrent use. A panic counts as an error.
type Preflighter interface {
	Model
	Preflight(c Content) error
}

// preflight asks a model whether it accepts the user's content.
func (h *host) preflight(ctx context.Context, model Model, events []*Event) error {
	for _, e := range events {
		if e.Content == nil || !slices.ContainsFunc(e.Content.Parts, Part.attached) {
			continue
		}
		if err := h.refuses(ctx, model, *e.Content); err != nil {
			return h.failure(ErrProviderUnsupported, err)
		}
	}
	return nil
}

// refuses returns the error of a model that refuses a content, if it is a Preflighter.
func (h *host) refuses(ctx context.Context, m Model, c Content) error {
	model, ok := m.(Preflighter)
	if !ok {
		return nil
	}
	_, err := guard(h, ctx, func(context.Context) (struct{}, error) { return struct{}{}, model.Preflight(*c.clone()) })
	return err
}

// readable returns contents in which a text replaces each attachment that the model refuses,
// and the number of these attachments.
func (h *host) readable(ctx context.Context, model Model, contents []Content) (out []Content, left int) {
	out = contents
	for i, c := range contents {
		for j, p := range c.Parts {
			if !p.attached() || h.refuses(ctx, model, Content{Role: c.Role, Parts: []Part{p}}) == nil {
				continue
			}
			if left++; left == 1 {
				out = slices.Clone(contents)
			}
			out[i].Parts = slices.Clone(out[i].Parts)
			out[i].Parts[j] = Part{Text: "[An attachment is left out: this model cannot read it.]"}
		}
	}
	return out, left
}
