package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// A Reading is what a text, or a line of it, states: a rule, limits, the allowed values and a
// position. It does not say of which place, which the call must show.
type Reading struct {
	Text     string
	Findings []toolerr.Finding
}

// maxReadings is the maximum number of lines that are read.
const maxReadings = 8

// Readings returns what the lines of a text state, up to the usage of a program, and at last what
// the text states as a whole.
func Readings(text string) (all []Reading) {
	text = strings.TrimSpace(replaced(unframed, text[:min(len(text), 8<<10)]))
	if n := len(text) - 1; n > 1 && strings.IndexByte("'\"", text[0]) >= 0 && text[n] == text[0] { // of an exception of Python
		text = text[1:n]
	}
	text = withoutUsage(text)
	text, _, _ = strings.Cut(text, "\n    at ") // a stack of JavaScript, Java or .NET
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) == len(text) || len(all) == maxReadings {
			break
		}
		if found := statedIn(strings.TrimSpace(line)); len(found) > 0 {
			all = append(all, Reading{line, found})
		}
	}
	if found := statedIn(text); len(found) > 0 {
		all = append(all, Reading{text, found})
	}
	return all
}

// statedIn returns what a text as a whole states.
func statedIn(text string) (found []toolerr.Finding) {
	text = text[:min(len(text), 1<<10)]
	rule, worded := toolerr.Rule(""), false
	if strings.Contains(text, " ") {
		said := saidBy(plain(text), false)
		rule, worded = said.rule, said.words != nil
	} else if rule = RuleOf(text); rule == toolerr.RuleBadValue && strings.ToLower(text) == text {
		rule = ""
	}
	if !worded && rule == "" && strings.Contains(text, "alid") {
		f, _ := phrase.Find(plain(text), vague)
		rule = f.Rule
	}
	if rule == "" && !strings.ContainsAny(text, "0123456789|") {
		return nil
	}
	if _, ok := syntaxError(text); (ok || isPlaced(text)) && !isExact(rule, text) && (rule != toolerr.RuleRequired || strings.Contains(text, "issing ")) {
		rule = toolerr.RuleSyntax
	}
	if found = sure(text); len(found) == 0 && rule != "" {
		found = []toolerr.Finding{{Rule: rule}}
	}
	at, _ := positionIn(strings.ToLower(text))
	for i := range found {
		f := &found[i]
		f.Fields, f.Word, f.Value, f.At = nil, "", "", at
		if len(found) == 1 && f.Limit == "" && len(f.Names) == 0 && (f.Rule != toolerr.RuleRequired || rule != toolerr.RuleNotAllowed) { // not of flags
			f.Rule = rule
		}
	}
	return slices.DeleteFunc(found, func(f toolerr.Finding) bool { return f.Rule == "" })
}

// IsSilent reports whether a text has a phrase of the lexicon that states nothing, because the
// host may be at fault.
func IsSilent(text string) bool {
	said := saidBy(plain(text[:min(len(text), 1<<10)]), false)
	return said.words != nil && said.rule == ""
}
