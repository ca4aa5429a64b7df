package openaimodel

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
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
	typ := provider.TypeOf(p)
	if p.File != nil {
		switch {
		case strings.HasPrefix(typ, "image/"):
			return attachment{image: p.File.URI}, nil
		case typ == "application/pdf":
			return attachment{url: p.File.URI}, nil
		}
		return a, provider.Unsupported()
	}
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
	return a, provider.Unsupported()
}

// audio maps the audio types that Chat Completions accepts (openai-go v3.96.0,
// ChatCompletionContentPartInputAudioInputAudioParam).
var audio = map[string]string{
	"audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3",
}

var _, _ agent.Preflighter = (*Model)(nil), (*ResponsesModel)(nil)

// modelParts returns the parts of a model's content, with a text in place of each
// attachment, which the APIs do not support there.
func modelParts(c *agent.Content) []agent.Part {
	parts := slices.Clone(c.Parts)
	for i := range parts {
		if parts[i].Blob != nil || parts[i].File != nil {
			parts[i] = agent.Part{Text: provider.LeftOut}
		}
	}
	return parts
}
