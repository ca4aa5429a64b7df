package anthropicmodel

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

// images are the image types that the API accepts (Claude API, Vision, read 2026-11-21;
// anthropic-sdk-go v1.84.0, Base64ImageSourceMediaType).
var images = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// attachment converts a blob or a file. It refuses types that the API cannot read, so that
// they are not sent.
func attachment(p *agent.Part) (anthropic.ContentBlockParamUnion, error) {
	typ := provider.TypeOf(p)
	switch {
	case p.Blob != nil && slices.Contains(images, typ):
		return anthropic.NewImageBlockBase64(typ, base64.StdEncoding.EncodeToString(p.Blob.Data)), nil
	case p.Blob != nil && typ == "application/pdf":
		return titled(anthropic.NewDocumentBlock(anthropic.Base64PDFSourceParam{
			Data: base64.StdEncoding.EncodeToString(p.Blob.Data),
		}), p.Blob.Name), nil
	case p.Blob != nil && strings.HasPrefix(typ, "text/"):
		return titled(anthropic.NewDocumentBlock(anthropic.PlainTextSourceParam{
			Data: strings.ToValidUTF8(string(p.Blob.Data), "\uFFFD"),
		}), p.Blob.Name), nil
	case p.File != nil && strings.HasPrefix(typ, "image/"):
		return anthropic.NewImageBlock(anthropic.URLImageSourceParam{URL: p.File.URI}), nil
	case p.File != nil && typ == "application/pdf":
		return anthropic.NewDocumentBlock(anthropic.URLPDFSourceParam{URL: p.File.URI}), nil
	}
	return anthropic.ContentBlockParamUnion{}, provider.Unsupported()
}

func titled(block anthropic.ContentBlockParamUnion, name string) anthropic.ContentBlockParamUnion {
	if name != "" {
		block.OfDocument.Title = anthropic.String(name)
	}
	return block
}

var _ agent.Preflighter = (*Model)(nil)

// Preflight refuses attachments that the API does not accept; see [agent.Preflighter]. It
// refuses all attachments in answers of a model.
func (m *Model) Preflight(c agent.Content) error {
	return provider.Preflight(&c, attachment)
}
