package geminimodel

import (
	"slices"
	"strings"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
)

var _ agent.Preflighter = (*Model)(nil)

// Preflight refuses attachments whose types the API does not accept; see
// [agent.Preflighter]. Pictures that a model made can be sent, because the API continues
// from them.
func (m *Model) Preflight(c agent.Content) error {
	for i := range c.Parts {
		if p := &c.Parts[i]; (p.Blob != nil || p.File != nil) && !readable(p) {
			return provider.Unsupported()
		}
	}
	return nil
}

// types are the types that the API accepts, except audio, video and text, of which it
// accepts all common ones (Gemini API, image and document understanding, read in excerpts
// 2026-11-22). It refuses other image types, including GIF.
var types = []string{
	"image/png", "image/jpeg", "image/webp", "image/heic", "image/heif",
	"application/pdf", "application/x-javascript", "application/x-python", jsonType,
}

// jsonType is sent as text, because some parts of the API refuse it.
const jsonType = "application/json"

// readable reports whether the API accepts an attachment. A file may have no type; the API
// then determines it.
func readable(p *agent.Part) bool {
	if p.File != nil && p.File.MIMEType == "" {
		return true
	}
	typ := provider.TypeOf(p)
	family, _, _ := strings.Cut(typ, "/")
	return slices.Contains([]string{"audio", "video", "text"}, family) || slices.Contains(types, typ)
}

func attachment(p *agent.Part) *genai.Part {
	switch {
	case p.Blob != nil && provider.TypeOf(p) == jsonType:
		return genai.NewPartFromBytes(p.Blob.Data, "text/plain")
	case p.Blob != nil:
		return genai.NewPartFromBytes(p.Blob.Data, p.Blob.MIMEType)
	case p.File != nil:
		return genai.NewPartFromURI(p.File.URI, p.File.MIMEType)
	}
	return nil
}
