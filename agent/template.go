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

// expand fills in an instruction with values of the state and artifacts. A missing one,
// unless its name ends in ?, is an error.
func (p *prompts) expand(ctx context.Context, text string) (string, error) {
	return template.Expand(text, []string{AppPrefix, UserPrefix, TempPrefix},
		func(key string, optional bool) (string, error) { return p.lookup(ctx, key, optional) })
}

// lookup returns what a name stands for.
func (p *prompts) lookup(ctx context.Context, key string, optional bool) (string, error) {
	if name, ok := strings.CutPrefix(key, template.Artifact); ok {
		return p.artifactText(ctx, name, optional)
	}
	v, ok := p.state.Get(key)
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

func (p *prompts) artifactText(ctx context.Context, name string, optional bool) (string, error) {
	blob, err := safely(func() (Blob, error) { return p.runner.cfg.Artifacts.Load(ctx, p.ref, name, 0) })
	switch {
	case err == nil:
		return blob.text(), nil
	case optional:
		if !errors.Is(err, ErrArtifactNotFound) {
			p.diags.add(Diagnostic{
				Kind: DiagContextSource, Err: serviceError(err).Detail(),
				Message: toolerr.Msgf("The artifact %s could not be loaded; the instruction goes without it.", toolerr.Ident(name)),
			})
		}
		return "", nil
	case errors.Is(err, ErrArtifactNotFound):
		return "", NewRunError(ErrArtifactNotFound,
			toolerr.Msgf("The instruction names the artifact %s, which does not exist.", toolerr.Ident(name)), err)
	}
	return "", serviceError(err)
}

// text is a file in an instruction: its text, or what is known about one that is not text.
func (b *Blob) text() string {
	if utf8.Valid(b.Data) {
		return string(b.Data)
	}
	raw, _ := json.Marshal(struct { // texts and numbers always encode
		MIMEType string `json:"mimeType"`
		Name     string `json:"name,omitempty"`
		Bytes    int    `json:"bytes"`
	}{b.MIMEType, b.Name, len(b.Data)})
	return string(raw)
}
