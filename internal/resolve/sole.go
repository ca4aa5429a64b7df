package resolve

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// textRules are the rules that a text can break as a whole.
var textRules = []toolerr.Rule{toolerr.RuleSyntax, toolerr.RuleBadFormat, toolerr.RuleCountMismatch}

// isComposed reports whether a text has a syntax.
func isComposed(text string) bool { return strings.ContainsAny(text, "()[]{}<>=|*+,;\n") }

// hasParts reports whether a text has several words, or a syntax.
func hasParts(text string) bool { return isSentence(text) || isComposed(text) }

// sole returns the path of the only text of the call that can be meant by a finding without a place:
// it has the position, and no other text has a syntax. It returns "" if there is none, or if the
// service may speak of the JSON of a request that the tool wrote.
func (v *view) sole(f *toolerr.Finding) string {
	if c := v.call; v.single && len(c.values) == 1 && f.Rule != toolerr.RuleBadFormat && slices.Contains(valueRules, f.Rule) && !c.values[0].secret && c.breaks(c.values[0].path, f) && c.mayShowPath(c.values[0].path) {
		return c.values[0].path
	}
	path, ok := v.call.only(func(p *place) bool {
		if p.kind != '"' || p.secret || len(v.call.values) > 1 && (f.At == (toolerr.Position{}) || !isComposed(p.text)) {
			return false
		}
		_, has := byteAt(p.text+" ", f.At.Line, max(f.At.Column, 1), f.At.Offset)
		return has || f.At == (toolerr.Position{})
	})
	text := v.call.textAt(path)
	if !ok || !slices.Contains(textRules, f.Rule) || f.Rule == toolerr.RuleBadFormat && f.At == (toolerr.Position{}) || strings.Contains(v.message, "JSON") && !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") || !v.call.mayShowPath(path) {
		return ""
	}
	return path
}
