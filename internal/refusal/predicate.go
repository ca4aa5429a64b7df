package refusal

import (
	"slices"
	"strings"
	"unicode"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// predicate returns the findings of a sentence about one value: one, or two for a range, or
// none if no row matches.
func predicate(text string) []toolerr.Finding {
	if found := sure(text); len(found) > 0 || text == "" {
		return found
	}
	f, ok := phrase.Find(plain(text), vague)
	if !ok {
		return nil
	}
	return []toolerr.Finding{f}
}

// sure is predicate without the sentences that only state that the value is wrong.
func sure(text string) []toolerr.Finding {
	if found := tabled(text); len(found) > 0 || text == "" {
		return found
	}
	f := toolerr.Finding{Rule: said(plain(text))}
	switch {
	case f.Rule == "" || f.Rule == toolerr.RuleSyntax:
		return nil
	case isAmount(f.Rule):
		if strings.ContainsAny(text, "0123456789") { // the grammar of limits knows better
			return nil
		}
		count(&f, withoutSubject(text))
	}
	return []toolerr.Finding{f}
}

// tabled is sure without the lexicon.
func tabled(text string) []toolerr.Finding {
	if text == "" {
		return nil
	}
	whole := text
	text = plain(text)
	found, unclear := limitsIn(text, whole)
	if len(found) > 0 {
		return found
	}
	if names := union(whole); len(names) > 0 {
		return []toolerr.Finding{{Rule: toolerr.RuleNotAllowed, Names: names}}
	}
	f, row := predicates.row(text)
	ok := row >= 0
	if ok {
		if before, _, _ := strings.Cut(text, predicates.literals[row]); turned(before, predicates.literals[row]) {
			return nil
		}
	}
	if f.Rule == toolerr.RuleNotAllowed && len(f.Names) == 0 {
		if _, list, ok := strings.Cut(text, "must be "); ok && list != "" && (list[0] == '\'' || list[0] == '"') {
			list, _, _ = strings.Cut(list, " (")
			f.Names = phrase.Names(list)
		}
	}
	if !ok || strings.Contains(predicates.literals[row], "parse") {
		if kind, named := kindOf(text); named {
			f, ok = kind, true
		}
	}
	if !ok && strings.HasPrefix(text, "required") && len(text) < 20 {
		f, ok = toolerr.Finding{Rule: toolerr.RuleRequired}, true
	}
	if !ok {
		return nil
	}
	if isAmount(f.Rule) {
		if unclear {
			return nil
		}
		count(&f, withoutSubject(whole))
	}
	return []toolerr.Finding{f}
}

// Gist returns what a text as a whole states: a rule, limits, the allowed values and a position.
// It does not say of which place, which the call must show.
func Gist(text string) (found []toolerr.Finding) {
	text = strings.TrimSpace(text[:min(len(text), 1<<10)])
	rule := said(plain(text))
	if !strings.Contains(text, " ") {
		rule = RuleOf(text)
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

// kinds are the names of types and formats in sentences.
var kinds = func() map[string]toolerr.Rule {
	m := map[string]toolerr.Rule{}
	for _, k := range [...]struct {
		rule  toolerr.Rule
		words string
	}{
		{toolerr.RuleWrongType, "string str text integer int number numeric numerical float double decimal boolean bool array list object dict dictionary map mapping set tuple bigint long short " +
			"int32 int64 uint32 uint64 whole sequence iterable model bytes plain flat primitive record symbol nan"},
		{toolerr.RuleBadFormat, "email e-mail url uri uuid guid date datetime date-time time timestamp ip ipv4 ipv6 hostname host domain iso rfc base64 base64-encoded base32 hex hexadecimal phone " +
			"credit card jwt json slug regex regular ulid cuid cuid2 nanoid mac locale currency country language timezone postal port isbn issn iban bic uppercase lowercase " +
			"alphanumeric alpha-numeric duration period color colour format mongodb mongo semver semantic latitude longitude mime emoji pattern path byte cron css rgb hsl barcode hash xid ksuid e.164 cidr"},
	} {
		for word := range strings.FieldsSeq(k.words) {
			m[word] = k.rule
		}
	}
	return m
}()

// cues are texts before the name of a type or format.
var cues = []string{"must be ", "must contain ", "expected ", "expects ", "xpecting ", "not of ", "of type ", "instance of ", "illegal ", "malformed ", "not a ", "not an ", "invalid ", "xpected type ", "valid ", "enter ", "xpected "}

// kindOf returns the rule of a sentence that names a type or a format.
func kindOf(text string) (toolerr.Finding, bool) {
	for _, cue := range cues {
		before, rest, ok := strings.Cut(text, cue)
		if !ok || turned(before, "valid ") {
			continue
		}
		for range 4 { // "a valid ISO 8601 date"
			rest = strings.TrimLeft(rest, " '\"(`:")
			end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '.' })
			if end < 0 {
				end = len(rest)
			}
			word := strings.ToLower(strings.TrimRight(rest[:end], "."))
			if rule, ok := kinds[word]; ok {
				if strings.HasPrefix(rest[end:], " no ") { // "must be a date no later than"
					return toolerr.Finding{}, false
				}
				if about, ok := strings.CutPrefix(rest[end:], " to "); ok { // "expected string to be an email"
					return kindOf("must " + about)
				}
				return toolerr.Finding{Rule: rule}, true
			}
			if word != "a" && word != "an" && word != "the" && word != "valid" && word != "type" && word != "in" && word != "at" && word != "input" && word != "of" && word != "types" && word != "proper" {
				break
			}
			rest = rest[end:]
		}
	}
	return toolerr.Finding{}, false
}
