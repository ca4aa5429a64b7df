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

// sole returns the path of the only text of the call that can be meant by a finding without a place:
// it has the position, and no other text has a syntax. It returns "" if there is none, or if the
// service may speak of the JSON of a request that the tool wrote.
func (v *view) sole(f *toolerr.Finding) string {
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

// inAnyItem returns the path of a place that a service names without the indexes of its lists: that
// of the only item that can be meant, or that of the list.
func (c *Call) inAnyItem(field string, f *toolerr.Finding) (path string, ok bool) {
	parts := steps(nil, field)
	if len(parts) < 2 {
		return "", false
	}
	list := ""
	var broken []string
	for i := range c.values {
		p := &c.values[i]
		if names, in := withoutIndexes(p.path); in != "" && slices.EqualFunc(names, parts, sameName) {
			if list = in; c.breaks(p.path, f) && (f.Value == "" || f.Value == p.text) {
				broken = append(broken, p.path)
			}
		}
	}
	if len(broken) == 1 {
		return broken[0], true
	}
	return list, list != ""
}

// withoutIndexes returns the names in a path, and the path of the first list in it.
func withoutIndexes(path string) (names []string, list string) {
	end := 0
	for step := range strings.SplitSeq(path[1:], "/") {
		if digits(step) && list == "" {
			list = path[:end]
		} else if !digits(step) {
			names = append(names, name(step))
		}
		end += 1 + len(step)
	}
	return names, list
}
