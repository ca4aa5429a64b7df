package agent

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/agent/internal/template"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// expand replaces the placeholders of an instruction by values of the state and artifacts.
// A missing value is an error, unless its name ends in ?.
func (h *host) expand(ctx context.Context, text string) (string, error) {
	return template.Expand(text, []string{AppPrefix, UserPrefix, TempPrefix},
		func(key string, optional bool) (string, error) { return h.lookup(ctx, key, optional) })
}

// lookup returns the value of a name.
func (h *host) lookup(ctx context.Context, key string, optional bool) (string, error) {
	if name, ok := strings.CutPrefix(key, template.Artifact); ok {
		return h.artifactText(ctx, name, optional)
	}
	v, ok := h.state.Get(key)
	switch {
	case ok:
		if s, isText := v.(string); isText {
			return s, nil
		}
		raw, err := jsonvalue.Encode(v)
		return string(raw), err
	case optional:
		return "", nil
	}
	return "", NewRunError(ErrTemplate,
		toolerr.Msgf("The instruction names %s, which is not in the session's state.", toolerr.Ident(key)), nil)
}

func (h *host) artifactText(ctx context.Context, name string, optional bool) (string, error) {
	blob, err := safely(func() (Blob, error) { return h.runner.cfg.Artifacts.LoadArtifact(ctx, h.ref, name, 0) })
	switch {
	case err == nil:
		return blob.text(), nil
	case optional:
		h.note(DiagContextSource, "", serviceError(err).Detail(),
			toolerr.Msgf("The artifact %s could not be loaded; the instruction is used without it.", toolerr.Ident(name)))
		return "", nil
	case errors.Is(err, ErrArtifactNotFound):
		return "", NewRunError(ErrArtifactNotFound,
			toolerr.Msgf("The instruction names the artifact %s, which does not exist.", toolerr.Ident(name)), err)
	}
	return "", serviceError(err)
}

// text returns a file as a text for an instruction. A file that is not text is described.
func (b *Blob) text() string {
	if utf8.Valid(b.Data) {
		return string(b.Data)
	}
	raw, _ := json.Marshal(struct { // texts and numbers can always be encoded
		MIMEType string `json:"mimeType"`
		Name     string `json:"name,omitempty"`
		Bytes    int    `json:"bytes"`
	}{b.MIMEType, b.Name, len(b.Data)})
	return string(raw)
}
