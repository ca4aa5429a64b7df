package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Gist returns what a text as a whole states: a rule, limits, the allowed values and a position.
// It does not say of which place, which the call must show.
func Gist(text string) (found []toolerr.Finding) {
	text = strings.TrimSpace(text[:min(len(text), 1<<10)])
	rule := toolerr.Rule("")
	if strings.Contains(text, " ") {
		rule = said(plain(text))
	} else if strings.ToLower(text) != text {
		rule = RuleOf(text)
	}
	if rule == "" && !strings.ContainsAny(text, "0123456789|") {
		return nil
	}
	if _, ok := syntaxError(text); (ok || isPlaced(text)) && !slices.Contains(exactRules, rule) {
		rule = toolerr.RuleSyntax
	}
	if found = sure(text); len(found) == 0 && rule != "" {
		found = []toolerr.Finding{{Rule: rule}}
	}
	at, _ := positionIn(strings.ToLower(text))
	for i := range found {
		f := &found[i]
		f.Fields, f.Word, f.Value, f.At = nil, caret(text), "", at
		if len(found) == 1 && (rule == "" || f.Limit == "" && len(f.Names) == 0) {
			f.Rule = rule
		}
		if isAmount(f.Rule) && f.Limit == "" {
			f.Limit = numberIn(text)
		}
	}
	return slices.DeleteFunc(found, func(f toolerr.Finding) bool { return f.Rule == "" })
}

// numberIn returns the number by which a text states a limit in no form of the grammar: the
// only one that is neither the refused value nor a position, or of a comparison the other side.
func numberIn(text string) string {
	var buffer [64]term
	terms := termsOf(buffer[:0], strings.ToLower(text))
	number := ""
	for i, t := range terms {
		before := term{}
		if i > 0 {
			before = terms[i-1]
		}
		if t.kind != '0' || gotWords[before.text] || lineUnits[before.text] || columnUnits[before.text] {
			continue
		}
		if i+2 < len(terms) && (terms[i+1].kind == '<' || terms[i+1].kind == '>') && terms[i+2].kind == '0' { // "12 > 8"
			return terms[i+2].text
		}
		if number != "" && !wantWords[before.text] {
			return ""
		}
		number = t.text
		if wantWords[before.text] {
			break
		}
	}
	return number
}

// caret returns the word above a mark such as "^^^^" in a text of several lines, or "".
func caret(text string) string {
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		at := strings.IndexByte(lines[i], '^')
		if at < 0 || strings.Trim(lines[i], " \t|^~-") != "" || at >= len(lines[i-1]) {
			continue
		}
		rest := lines[i-1][at:]
		end := 0
		for end < len(rest) && nameByte(rest[end]) {
			end++
		}
		return strings.TrimRight(rest[:end], ".-/[]")
	}
	return ""
}
