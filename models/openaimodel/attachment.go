package openaimodel

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// An attachment is a blob or a file in the form for both APIs: one field is set.
type attachment struct {
	text  string // for a text file
	image string // a URL, or the data as a data URL
	file  string // a PDF as a data URL
	url   string // a URL of a PDF
	audio string // the data in base64
	kind  string // of audio: "wav", "mp3"
	name  string
}

// attach converts an attachment. It refuses types that the APIs cannot read, so that they
// are not sent.
func attach(p *agent.Part) (a attachment, err error) {
	if p.File != nil {
		switch typ := mediaType(p.File.MIMEType); {
		case strings.HasPrefix(typ, "image/"):
			return attachment{image: p.File.URI}, nil
		case typ == "application/pdf":
			return attachment{url: p.File.URI}, nil
		}
		return a, unsupported()
	}
	typ := mediaType(p.Blob.MIMEType)
	data := base64.StdEncoding.EncodeToString(p.Blob.Data)
	switch {
	case strings.HasPrefix(typ, "image/"):
		return attachment{image: "data:" + typ + ";base64," + data}, nil
	case typ == "application/pdf":
		name := p.Blob.Name
		if name == "" {
			name = "attachment.pdf" // required by the API
		}
		return attachment{file: "data:" + typ + ";base64," + data, name: name}, nil
	case strings.HasPrefix(typ, "text/"):
		return attachment{text: strings.ToValidUTF8(string(p.Blob.Data), "\uFFFD")}, nil
	case audio[typ] != "":
		return attachment{audio: data, kind: audio[typ]}, nil
	}
	return a, unsupported()
}

// audio maps the audio types that Chat Completions accepts (openai-go v3.96.0,
// ChatCompletionContentPartInputAudioInputAudioParam).
var audio = map[string]string{
	"audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3",
}

func mediaType(s string) string {
	s, _, _ = strings.Cut(strings.ToLower(s), ";")
	return strings.TrimSpace(s)
}

var _, _ agent.Preflighter = (*Model)(nil), (*ResponsesModel)(nil)

// preflight refuses the attachments of a content that attached refuses, and all of a
// model's own.
func preflight(c *agent.Content, attached func(*agent.Part) error) error {
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Blob == nil && p.File == nil {
			continue
		}
		if c.Role == agent.RoleModel {
			return unsupported()
		}
		if err := attached(p); err != nil {
			return err
		}
	}
	return nil
}

// modelParts returns the parts of a model's content, with a text in place of each
// attachment, which the APIs do not support there.
func modelParts(c *agent.Content) []agent.Part {
	parts := slices.Clone(c.Parts)
	for i := range parts {
		if parts[i].Blob != nil || parts[i].File != nil {
			parts[i] = agent.Part{Text: "[An attachment is left out: this model cannot read it.]"}
		}
	}
	return parts
}

func unsupported() error {
	return agent.NewRunError(agent.ErrProviderUnsupported,
		toolerr.Msg("The model cannot read an attachment of this type."), nil)
}
