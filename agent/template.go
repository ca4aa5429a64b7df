package agent

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// expand fills in a template, in one pass: {key}, {key?}, {app:key}, {user:key},
// {temp:key}, {artifact.name} and {artifact.name?}. Whatever else stands in
// braces stays as it is. A missing key, unless it ends in ?, is an error.
func (p *prompts) expand(ctx context.Context, template string) (string, error) {
	if !strings.Contains(template, "{") {
		return template, nil
	}
	var b strings.Builder
	rest := template
	for {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			b.WriteString(rest)
			return b.String(), nil
		}
		end := strings.IndexAny(rest[open+1:], "{}")
		if end < 0 || rest[open+1+end] == '{' {
			b.WriteString(rest[:open+1])
			rest = rest[open+1:]
			continue
		}
		inner := rest[open+1 : open+1+end]
		key, optional := strings.CutSuffix(inner, "?")
		if !templateKey(key) {
			b.WriteString(rest[:open+1])
			rest = rest[open+1:]
			continue
		}
		value, err := p.lookup(ctx, key, optional)
		if err != nil {
			return "", err
		}
		b.WriteString(rest[:open])
		b.WriteString(value)
		rest = rest[open+1+end+1:]
	}
}

// artifactPrefix marks the name of an artifact.
const artifactPrefix = "artifact."

// templateKey reports whether s is a name that is filled in.
func templateKey(s string) bool {
	if name, ok := strings.CutPrefix(s, artifactPrefix); ok {
		return name != "" && !strings.ContainsAny(name, " \t\r\n\"'")
	}
	for _, prefix := range [...]string{AppPrefix, UserPrefix, TempPrefix} {
		if name, ok := strings.CutPrefix(s, prefix); ok {
			s = name
			break
		}
	}
	if s == "" || '0' <= s[0] && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !nameByte(s[i]) || s[i] == '-' {
			return false
		}
	}
	return true
}

// lookup returns what a name stands for.
func (p *prompts) lookup(ctx context.Context, key string, optional bool) (string, error) {
	if name, ok := strings.CutPrefix(key, artifactPrefix); ok {
		return p.artifactText(ctx, name, optional)
	}
	v, ok := p.state.get(key)
	switch {
	case ok:
		if s, isText := v.(string); isText {
			return s, nil
		}
		raw, err := encodeSafely(v)
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
